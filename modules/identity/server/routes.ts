/** Binds each contract entry to its function; the handlers stand in routes/, by noun. */
import type { Routes } from '#server/module.ts'
import type { identity } from '../contract.ts'
import { signInRoutes } from './routes/sign-in.ts'
import type { DB } from './tables.ts'

export const routes = { ...signInRoutes } as unknown as Routes<DB, typeof identity>
