import type { Routes } from '#server/module.ts'
import type { community } from '../contract.ts'

export const routes: Routes<unknown, typeof community> = {}
