import type { Routes } from '#server/module.ts'
import type { live } from '../contract.ts'

export const routes: Routes<unknown, typeof live> = {}
