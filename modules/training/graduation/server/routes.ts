import type { Routes } from '#server/module.ts'
import type { graduation } from '../contract.ts'

export const routes: Routes<unknown, typeof graduation> = {}
