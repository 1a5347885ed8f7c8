import type { Routes } from '#server/module.ts'
import type { subjects } from '../contract.ts'

export const routes: Routes<unknown, typeof subjects> = {}
