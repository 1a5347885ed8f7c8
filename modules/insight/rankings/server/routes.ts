import type { Routes } from '#server/module.ts'
import type { rankings } from '../contract.ts'

export const routes: Routes<unknown, typeof rankings> = {}
