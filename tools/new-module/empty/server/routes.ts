import type { Routes } from '#server/module.ts'
import type { specimens } from '../contract.ts'

export const routes: Routes<unknown, typeof specimens> = {}
