import type { Routes } from '#server/module.ts'
import type { homework } from '../contract.ts'

export const routes: Routes<unknown, typeof homework> = {}
