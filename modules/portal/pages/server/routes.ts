import type { Routes } from '#server/module.ts'
import type { pages } from '../contract.ts'

export const routes: Routes<unknown, typeof pages> = {}
