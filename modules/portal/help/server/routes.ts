import type { Routes } from '#server/module.ts'
import type { help } from '../contract.ts'

export const routes: Routes<unknown, typeof help> = {}
