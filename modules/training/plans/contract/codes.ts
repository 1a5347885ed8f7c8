/** Why a call about a plan, or about the costs and scores of a class, is refused. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed it since `revision` was read. `data.revision`: the newest */
export const PLAN_CHANGED = errorCode(397001)
/** The state of the plan does not allow this. `data.state` */
export const PLAN_STATE = errorCode(397002)
/** A plan without items is not handed in. */
export const PLAN_EMPTY = errorCode(397003)
/** Another item of the plan has this course code. `data.code` */
export const COURSE_CODE_USED = errorCode(397004)
/** Classes were made from the item: it stays. */
export const ITEM_HAS_CLASSES = errorCode(397005)
/** `data.max`: so many rows are imported at once */
export const TOO_MANY_ROWS = errorCode(397006)
/** A plan takes so many items, and a class so many cost lines. `data.max` */
export const TOO_MANY_LINES = errorCode(397007)
/** Scores are of those who take part in the class. */
export const NO_SUCH_PARTICIPANT = errorCode(397008)
