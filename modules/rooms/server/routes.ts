import type { Routes } from '#server/module.ts'
import type { rooms } from '../contract.ts'

export const routes: Routes<unknown, typeof rooms> = {}
