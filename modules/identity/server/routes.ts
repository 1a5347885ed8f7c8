/** Binds each contract entry to its function; the handlers stand in routes/, by noun. */
import type { Routes } from '#server/module.ts'
import type { identity } from '../contract.ts'
import { memberRoutes } from './routes/members.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { profileRoutes } from './routes/profile.ts'
import { roleRoutes } from './routes/roles.ts'
import { signInRoutes } from './routes/sign-in.ts'
import type { DB } from './tables.ts'

export const routes = {
  ...signInRoutes,
  ...profileRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...roleRoutes,
} as unknown as Routes<DB, typeof identity>
