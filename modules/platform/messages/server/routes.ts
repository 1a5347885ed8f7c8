import type { Routes } from '#server/module.ts'
import type { messages } from '../contract.ts'
import { administrationRoutes } from './routes/administration.ts'
import { memberRoutes } from './routes/member.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof messages> = { ...memberRoutes, ...administrationRoutes }
