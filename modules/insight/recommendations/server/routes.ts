import type { Routes } from '#server/module.ts'
import type { recommendations } from '../contract.ts'

export const routes: Routes<unknown, typeof recommendations> = {}
