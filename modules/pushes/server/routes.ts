import type { Routes } from '#server/module.ts'
import type { pushes } from '../contract.ts'

export const routes: Routes<unknown, typeof pushes> = {}
