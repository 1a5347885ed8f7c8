import { errorCode } from '#kit/errors.ts'

/** The feedback is closed: nobody writes to it any more. */
export const FEEDBACK_CLOSED = errorCode(70801)
/** The directory still has directories or articles. */
export const DIRECTORY_NOT_EMPTY = errorCode(70802)
/** Another administrator has changed the article since it was read. `data.revision`: its present revision */
export const ARTICLE_CHANGED = errorCode(70803)
/** The directories would be nested more deeply than `data.max` levels. */
export const DIRECTORY_TOO_DEEP = errorCode(70804)
/** `data.max`: how many a company may have. */
export const HELP_FULL = errorCode(70805)
/** An article in the state published is deleted only after it was taken back. */
export const ARTICLE_PUBLISHED = errorCode(70806)
