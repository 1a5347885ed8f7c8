/** The contract of exams, bound to the functions that do what it says. */
import type { Routes } from '#server/module.ts'
import type { exams } from '../contract.ts'
import { authoringRoutes } from './routes/authoring.ts'
import { markingRoutes } from './routes/marking.ts'
import { staffRoutes } from './routes/staff.ts'
import { takingRoutes } from './routes/taking.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof exams> = {
  ...authoringRoutes,
  ...takingRoutes,
  ...markingRoutes,
  ...staffRoutes,
}
