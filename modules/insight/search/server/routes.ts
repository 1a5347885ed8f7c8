import type { Routes } from '#server/module.ts'
import type { search } from '../contract.ts'

export const routes: Routes<unknown, typeof search> = {}
