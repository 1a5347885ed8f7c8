import type { Routes } from '#server/module.ts'
import type { currency } from '../contract.ts'

export const routes: Routes<unknown, typeof currency> = {}
