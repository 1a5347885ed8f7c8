/** The refusals of practice. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed the set since `revision` was read. `data.revision`: the newest */
export const SET_CHANGED = errorCode(387001)
/** The state of the set does not allow the action. `data`: action, status */
export const SET_STATUS = errorCode(387002)
/** The bank has no active question that fits the set. */
export const SET_EMPTY = errorCode(387003)
/** Nothing is left to ask of what the member has chosen. */
export const NOTHING_TO_ASK = errorCode(387004)
/** The practice is not there, or is somebody else's (EXAM-046). */
export const PRACTICE_NOT_FOUND = errorCode(387005)
/** The question was changed since the practice was opened: its answers are reset at the next opening (EXAM-044). */
export const BANK_UPDATED = errorCode(387006)
/** The member sits an exam that asks the question, so its key is not shown now. */
export const IN_EXAM = errorCode(387007)
/** The practice was finished. */
export const PRACTICE_OVER = errorCode(387008)
/** The answer is not there yet, was evaluated by its rule, or was followed by another one. */
export const NOT_RATABLE = errorCode(387009)
