import type { Routes } from '#server/module.ts'
import type { entitlements } from '../contract.ts'

export const routes: Routes<unknown, typeof entitlements> = {}
