import type { Routes } from '#server/module.ts'
import type { following } from '../contract.ts'

export const routes: Routes<unknown, typeof following> = {}
