import type { Routes } from '#server/module.ts'
import type { invoices } from '../contract.ts'

export const routes: Routes<unknown, typeof invoices> = {}
