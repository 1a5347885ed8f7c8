import type { Routes } from '#server/module.ts'
import type { contests } from '../contract.ts'

export const routes: Routes<unknown, typeof contests> = {}
