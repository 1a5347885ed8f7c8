import type { Routes } from '#server/module.ts'
import type { lecturers } from '../contract.ts'

export const routes: Routes<unknown, typeof lecturers> = {}
