import type { Routes } from '#server/module.ts'
import type { engines } from '../contract.ts'

export const routes: Routes<unknown, typeof engines> = {}
