import type { Routes } from '#server/module.ts'
import type { questions } from '../contract.ts'

export const routes: Routes<unknown, typeof questions> = {}
