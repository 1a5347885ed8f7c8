/** Binds each contract entry to its function; the handlers are in routes/, one file for each noun. */
import type { Routes } from '#server/module.ts'
import type { identity } from '../contract.ts'
import { memberImportRoutes } from './routes/member-import.ts'
import { memberRoutes } from './routes/members.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { profileRoutes } from './routes/profile.ts'
import { roleRoutes } from './routes/roles.ts'
import { signInRoutes } from './routes/sign-in.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof identity> = {
  ...signInRoutes,
  ...profileRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...memberImportRoutes,
  ...roleRoutes,
}
