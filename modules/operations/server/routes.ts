import type { Routes } from '#server/module.ts'
import type { operations } from '../contract.ts'

export const routes: Routes<unknown, typeof operations> = {}
