/** Error codes of approvals. The texts are in messages/ under `errors`. */
import { errorCode } from '#kit/errors.ts'

/** Approval is off for the business type in the organization (LIVE-072, LIVE-221). */
export const APPROVAL_OFF = errorCode(46001)
/** Another application for the same object is pending (COMMUNITY-060). `data.processId` */
export const APPROVAL_PENDING = errorCode(46002)
/** Neither the template's steps nor the organization's administrators provide an approver other than the applicant. */
export const NOBODY_TO_DECIDE = errorCode(46003)
/** Another member has decided, or the task was reassigned, since the screen was loaded. `data`: by, state. */
export const ALREADY_DECIDED = errorCode(46004)
/** The state of the application does not allow the action. `data`: action, state. */
export const ACTION_NOT_ALLOWED = errorCode(46005)
/** The last reminder was less than an hour ago. `data.minutes` until the next one. */
export const REMINDED_LATELY = errorCode(46006)
/** The applicant may not decide on the own application. */
export const APPLICANT_CANNOT_DECIDE = errorCode(46007)
/** The member is already an approver of this step. */
export const ALREADY_SIGNING = errorCode(46008)
/** An application can only return to an earlier, decided step. */
export const NO_SUCH_STEP = errorCode(46009)
/** The absence overlaps another absence of the member. */
export const ABSENCES_OVERLAP = errorCode(46010)
/**
 * The substitute is absent in that time, or the member is a substitute then, because chains and circles are not
 * allowed.
 */
export const SUBSTITUTE_CHAIN = errorCode(46011)
/** Approval is switched on without a template in the organization or above it. */
export const TEMPLATE_MISSING = errorCode(46012)
/** Another member has saved the template since it was loaded. `data.version` */
export const TEMPLATE_CHANGED = errorCode(46013)
/** The step has the maximum number of approvers. `data.max` */
export const TOO_MANY_SIGNERS = errorCode(46014)
/** The member belongs to another company, has left, or may not sign in. */
export const MEMBER_UNAVAILABLE = errorCode(46015)
