import type { Routes } from '#server/module.ts'
import type { paths } from '../contract.ts'

export const routes: Routes<unknown, typeof paths> = {}
