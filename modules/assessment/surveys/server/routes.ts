/** The contract of surveys, bound to the functions that do what it says. */
import type { Routes } from '#server/module.ts'
import type { surveys } from '../contract.ts'
import { authoringRoutes } from './routes/authoring.ts'
import { reportRoutes } from './routes/reports.ts'
import { takingRoutes } from './routes/taking.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof surveys> = { ...authoringRoutes, ...takingRoutes, ...reportRoutes }
