import type { Routes } from '#server/module.ts'
import type { prices } from '../contract.ts'

export const routes: Routes<unknown, typeof prices> = {}
