import type { Routes } from '#server/module.ts'
import type { attendance } from '../contract.ts'

export const routes: Routes<unknown, typeof attendance> = {}
