import type { Routes } from '#server/module.ts'
import type { study } from '../contract.ts'

export const routes: Routes<unknown, typeof study> = {}
