/** The refusals of exercises. */
import { errorCode } from '#kit/errors.ts'

/** The question is settled: answered right, or without attempts left. */
export const QUESTION_SETTLED = errorCode(388001)
/** A person would have to mark the answer, and the result of an exercise shows at once. `data.exercise`, `data.question`: places. */
export const NOT_MARKED_AT_ONCE = errorCode(388002)
/** The answer has another shape than its question asks for, or says nothing. */
export const NOT_AN_ANSWER = errorCode(388003)
/** The question was changed since it was read. */
export const QUESTION_CHANGED = errorCode(388004)
