import type { Routes } from '#server/module.ts'
import type { certificates } from '../contract.ts'

export const routes: Routes<unknown, typeof certificates> = {}
