import type { Routes } from '#server/module.ts'
import type { plans } from '../contract.ts'

export const routes: Routes<unknown, typeof plans> = {}
