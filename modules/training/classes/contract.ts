/** Training classes: planning and publishing them, enrollment, the roster, activities. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { activityCalls } from './contract/activities.ts'
import { albumCalls } from './contract/album.ts'
import { authoringCalls } from './contract/authoring.ts'
import { learningCalls } from './contract/learning.ts'
import { meetingCalls } from './contract/meetings.ts'
import { nominationCalls } from './contract/nominations.ts'
import { rosterCalls } from './contract/roster.ts'
import { seriesCalls } from './contract/series.ts'
import { signupCalls } from './contract/signup.ts'
import { workspaceCalls } from './contract/workspace.ts'

export { runsClasses } from './contract/access.ts'
export {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  NOT_RELEASED,
  REASON_REQUIRED,
} from './contract/codes.ts'

/** Map `business-type`: for study, comments and collections. */
export const businessType = 6
/** Among what approval can be set for. */
export const approvalBusinessType = 34
export const enrollmentApproval = 35

export const classes = contract({
  ...{ ...learningCalls, ...signupCalls, ...authoringCalls, ...seriesCalls },
  ...{ ...rosterCalls, ...nominationCalls, ...activityCalls, ...meetingCalls },
  ...{ ...workspaceCalls, ...albumCalls },
})
