import type { Routes } from '#server/module.ts'
import type { classrooms } from '../contract.ts'

export const routes: Routes<unknown, typeof classrooms> = {}
