import type { Routes } from '#server/module.ts'
import type { columns } from '../contract.ts'

export const routes: Routes<unknown, typeof columns> = {}
