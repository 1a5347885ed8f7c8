import type { Routes } from '#server/module.ts'
import type { topics } from '../contract.ts'

export const routes: Routes<unknown, typeof topics> = {}
