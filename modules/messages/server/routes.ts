import type { Routes } from '#server/module.ts'
import type { messages } from '../contract.ts'

export const routes: Routes<unknown, typeof messages> = {}
