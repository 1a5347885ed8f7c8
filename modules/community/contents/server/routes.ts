import type { Routes } from '#server/module.ts'
import type { contents } from '../contract.ts'

export const routes: Routes<unknown, typeof contents> = {}
