/** Binds each contract entry to its function; the handlers stand in routes/, by noun. */
import type { Routes } from '#server/module.ts'
import type { operations } from '../contract.ts'
import { recycleRoutes } from './routes/recycle.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof operations> = { ...recycleRoutes }
