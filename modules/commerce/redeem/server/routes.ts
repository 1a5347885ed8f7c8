import type { Routes } from '#server/module.ts'
import type { redeem } from '../contract.ts'

export const routes: Routes<unknown, typeof redeem> = {}
