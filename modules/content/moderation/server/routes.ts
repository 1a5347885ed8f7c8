import type { Routes } from '#server/module.ts'
import type { moderation } from '../contract.ts'

export const routes: Routes<unknown, typeof moderation> = {}
