import type { Routes } from '#server/module.ts'
import type { external } from '../contract.ts'

export const routes: Routes<unknown, typeof external> = {}
