import type { Routes } from '#server/module.ts'
import type { addresses } from '../contract.ts'

export const routes: Routes<unknown, typeof addresses> = {}
