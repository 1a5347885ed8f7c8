/** The refusals of the question bank. */
import { errorCode } from '#kit/errors.ts'

/** Another directory of the company has the code. */
export const CODE_TAKEN = errorCode(383001)
/** Another directory in the same place has the name. */
export const DIRECTORY_NAME_TAKEN = errorCode(383002)
/** The directory has questions or directories below it. */
export const DIRECTORY_NOT_EMPTY = errorCode(383003)
/** More directories, or levels of them, than `data.max`. */
export const TOO_MANY_DIRECTORIES = errorCode(383004)
/** Somebody else has changed the question since it was read; `data.revision` is the newest. */
export const QUESTION_CHANGED = errorCode(383005)
/** The content contradicts itself; `data.problems` is a list of `ContentProblem`. */
export const CONTENT_INCONSISTENT = errorCode(383006)
/** The score of a group is the sum of its parts and is not set by itself. */
export const SCORE_OF_GROUP = errorCode(383007)
