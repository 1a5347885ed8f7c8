import type { Routes } from '#server/module.ts'
import type { words } from '../contract.ts'

export const routes: Routes<unknown, typeof words> = {}
