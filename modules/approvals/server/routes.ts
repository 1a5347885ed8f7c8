import type { Routes } from '#server/module.ts'
import type { approvals } from '../contract.ts'

export const routes: Routes<unknown, typeof approvals> = {}
