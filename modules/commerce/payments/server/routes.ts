import type { Routes } from '#server/module.ts'
import type { payments } from '../contract.ts'

export const routes: Routes<unknown, typeof payments> = {}
