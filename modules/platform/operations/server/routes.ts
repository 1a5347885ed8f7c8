/** Binds each contract entry to its function; the handlers are in routes/, one file per noun. */
import type { Routes } from '#server/module.ts'
import type { operations } from '../contract.ts'
import { auditRoutes } from './routes/audit.ts'
import { overviewRoutes } from './routes/overview.ts'
import { recycleRoutes } from './routes/recycle.ts'
import { statusRoutes } from './routes/status.ts'
import { taskRoutes } from './routes/tasks.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof operations> = {
  ...recycleRoutes,
  ...taskRoutes,
  ...auditRoutes,
  ...statusRoutes,
  ...overviewRoutes,
}
