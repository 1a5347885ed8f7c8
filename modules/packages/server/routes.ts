import type { Routes } from '#server/module.ts'
import type { packages } from '../contract.ts'

export const routes: Routes<unknown, typeof packages> = {}
