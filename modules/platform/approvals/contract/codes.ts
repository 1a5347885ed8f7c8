/** What the calls of approvals refuse. Texts stand in messages/ under `errors`. */
import { errorCode } from '#kit/errors.ts'

/** Approval is off for the business type in the organization (LIVE-072, LIVE-221). */
export const APPROVAL_OFF = errorCode(46001)
/** An application for the same thing is running (COMMUNITY-060). `data.processId` */
export const APPROVAL_PENDING = errorCode(46002)
/** No step of the template finds anybody but the applicant, and neither does the organization's administration. */
export const NOBODY_TO_DECIDE = errorCode(46003)
/** Somebody else has decided, or the task has been taken away, since the screen was read. `data`: by, state. */
export const ALREADY_DECIDED = errorCode(46004)
/** The state of the application does not allow the action. `data`: action, state. */
export const ACTION_NOT_ALLOWED = errorCode(46005)
/** Reminded less than an hour ago. `data.minutes` until it is possible again. */
export const REMINDED_LATELY = errorCode(46006)
/** The applicant never decides on the own application, by no way. */
export const APPLICANT_CANNOT_DECIDE = errorCode(46007)
/** The member has to decide in this step already. */
export const ALREADY_SIGNING = errorCode(46008)
/** Only a step before the present one, that somebody decided, can be returned to. */
export const NO_SUCH_STEP = errorCode(46009)
/** The absence and another of the same member overlap. */
export const ABSENCES_OVERLAP = errorCode(46010)
/** The substitute is away in that time, or the member stands in for somebody who is: no chains, no circles. */
export const SUBSTITUTE_CHAIN = errorCode(46011)
/** Approval is switched on where there is no template, here or above. */
export const TEMPLATE_MISSING = errorCode(46012)
/** Somebody else saved the template since it was read. `data.version` */
export const TEMPLATE_CHANGED = errorCode(46013)
/** A step takes so many approvers and no more. `data.max` */
export const TOO_MANY_SIGNERS = errorCode(46014)
/** The member is of another company, left, or may not sign in. */
export const MEMBER_UNAVAILABLE = errorCode(46015)
