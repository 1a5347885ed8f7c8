import type { Routes } from '#server/module.ts'
import type { reports } from '../contract.ts'

export const routes: Routes<unknown, typeof reports> = {}
