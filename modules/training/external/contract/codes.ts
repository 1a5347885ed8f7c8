/** Why a call about external training is refused. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else, or another window, has changed the report since `revision` was read. `data.revision`: the newest */
export const REPORT_CHANGED = errorCode(392001)
/** The state of the report does not allow this. `data.state` */
export const REPORT_STATE = errorCode(392002)
/** `data.missing`: the fields without which a report is not handed in */
export const REPORT_INCOMPLETE = errorCode(392003)
/** The caller has a report for this activity already. `data.id` */
export const REPORT_EXISTS = errorCode(392004)
/** The activity takes reports at another time. `data`: from, until */
export const REPORTING_CLOSED = errorCode(392005)
/** Only its reporters report for an activity. */
export const NO_REPORTER = errorCode(392006)
/** Somebody else has changed the activity since `revision` was read. `data.revision`: the newest */
export const ACTIVITY_CHANGED = errorCode(392007)
/** There are reports: the activity, or the reporter, stays. */
export const HAS_REPORTS = errorCode(392008)
/** A refusal says why. */
export const REFUSAL_REASON_NEEDED = errorCode(392009)
/** TRAINING-049. `data.max` */
export const TOO_MANY_REPORTERS = errorCode(392010)
/** More reporters than an activity takes. `data.max` */
export const REPORTERS_FULL = errorCode(392011)
/** `data.max`: so many rows are imported at once */
export const TOO_MANY_ROWS = errorCode(392012)
