import type { Routes } from '#server/module.ts'
import type { orders } from '../contract.ts'

export const routes: Routes<unknown, typeof orders> = {}
