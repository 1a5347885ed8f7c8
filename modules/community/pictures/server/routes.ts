import type { Routes } from '#server/module.ts'
import type { pictures } from '../contract.ts'

export const routes: Routes<unknown, typeof pictures> = {}
