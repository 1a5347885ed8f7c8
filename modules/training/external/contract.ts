/** External training: activities outside of the platform, and what members report of them. Imports kit/ and typebox only. */
import { contract } from '#kit/contract.ts'
import { activityCalls } from './contract/activities.ts'
import { reportCalls } from './contract/reports.ts'

/** Among what approval can be set for. */
export const reportApproval = 37

export const external = contract({ ...activityCalls, ...reportCalls })
