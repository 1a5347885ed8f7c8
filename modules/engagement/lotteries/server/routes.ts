import type { Routes } from '#server/module.ts'
import type { lotteries } from '../contract.ts'

export const routes: Routes<unknown, typeof lotteries> = {}
