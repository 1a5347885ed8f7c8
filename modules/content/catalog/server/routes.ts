import type { Routes } from '#server/module.ts'
import type { catalog } from '../contract.ts'

export const routes: Routes<unknown, typeof catalog> = {}
