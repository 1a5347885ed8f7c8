import type { Routes } from '#server/module.ts'
import type { feed } from '../contract.ts'

export const routes: Routes<unknown, typeof feed> = {}
