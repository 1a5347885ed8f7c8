/** The contract of exams, bound to the functions that do what it says. */
import type { Routes } from '#server/module.ts'
import type { exams } from '../contract.ts'
import { authoringRoutes } from './routes/authoring.ts'
import { markingRoutes } from './routes/marking.ts'
import { proctoringRoutes } from './routes/proctoring.ts'
import { registrationRoutes } from './routes/registration.ts'
import { resultRoutes } from './routes/results.ts'
import { staffRoutes } from './routes/staff.ts'
import { takingRoutes } from './routes/taking.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof exams> = {
  ...authoringRoutes,
  ...takingRoutes,
  ...staffRoutes,
  ...proctoringRoutes,
  ...registrationRoutes,
  ...resultRoutes,
  ...markingRoutes,
}
