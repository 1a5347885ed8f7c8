/** Reports: sources, queries, saved views, exports, schedules and dashboards. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { dashboardCalls } from './contract/dashboard.ts'
import { queryCalls } from './contract/queries.ts'
import { runCalls } from './contract/runs.ts'
import { scheduleCalls } from './contract/schedules.ts'
import { viewCalls } from './contract/views.ts'

export const reports = contract({ ...queryCalls, ...viewCalls, ...runCalls, ...scheduleCalls, ...dashboardCalls })
