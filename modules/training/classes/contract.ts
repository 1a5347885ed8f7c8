/** Training classes: planning and publishing them, enrollment, the roster, activities. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { activityCalls } from './contract/activities.ts'
import { authoringCalls } from './contract/authoring.ts'
import { learningCalls } from './contract/learning.ts'
import { rosterCalls } from './contract/roster.ts'

export { runsClasses } from './contract/access.ts'
export {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  REASON_REQUIRED,
} from './contract/codes.ts'

/** Map `business-type`: for study, comments and collections. */
export const businessType = 6
/** Among what approval can be set for. */
export const approvalBusinessType = 34
export const enrollmentApproval = 35

export const classes = contract({ ...learningCalls, ...authoringCalls, ...rosterCalls, ...activityCalls })
