/** What the calls of pushes refuse. Texts stand in messages/ under `errors`, those of the learning domain with courses. */
import { errorCode } from '#kit/errors.ts'

/** A push names contents and members (COURSE-073). `data.missing`: `contents`, `members`. */
export const NEEDS_CONTENT_AND_MEMBERS = errorCode(40323)
/** The cut-off must be later than now, and than the begin (COURSE-074). */
export const CUT_OFF_TOO_EARLY = errorCode(40214)
/** A learning package holds at most `data.max` items (COURSE-068). */
export const TOO_MANY_ITEMS = errorCode(41102)
/** One of the items is required, before it is published (COURSE-070). */
export const NEEDS_REQUIRED_ITEM = errorCode(40109)
/** The task was revoked, or its cut-off is over: nobody is urged to it any more (COURSE-082). */
export const TASK_OVER = errorCode(20159)
/** The caller does not follow the member. */
export const NOT_SUBORDINATE = errorCode(20161)

/** Everything selected is started already (COURSE-078, COURSE-079, COURSE-080). */
export const NOTHING_TO_URGE = errorCode(380601)
/** Something selected is started already, and this kind does not allow it (COURSE-081). */
export const ALREADY_STARTED = errorCode(380602)
/** The state of the push does not allow it. `data.state` */
export const PUSH_NOT_CHANGEABLE = errorCode(380603)
/** All that were selected were urged to it a short time ago; again from `data.again` on. */
export const URGED_ALREADY = errorCode(380604)
/** The caller has urged as many as a day allows: `data.max`. */
export const URGE_LIMIT = errorCode(380605)
/** Somebody else has changed the draft since it was read. `data.revision`: what it is now */
export const PUSH_CHANGED = errorCode(380607)
/** An item is not there, or can't be studied now. `data.items`: their names or ids. */
export const CONTENT_NOT_AVAILABLE = errorCode(380606)
