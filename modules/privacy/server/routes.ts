import type { Routes } from '#server/module.ts'
import type { privacy } from '../contract.ts'

export const routes: Routes<unknown, typeof privacy> = {}
