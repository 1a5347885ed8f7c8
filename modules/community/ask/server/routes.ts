import type { Routes } from '#server/module.ts'
import type { ask } from '../contract.ts'

export const routes: Routes<unknown, typeof ask> = {}
