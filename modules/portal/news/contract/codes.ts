import { errorCode } from '#kit/errors.ts'

/** Another administrator has changed the article since it was read. `data.revision`: its present revision */
export const NEWS_CHANGED = errorCode(421001)
/** The state of the article does not allow the action. `data.status` */
export const NEWS_STATUS = errorCode(421002)
/** The article would have expired before it is published. */
export const NEWS_PERIOD = errorCode(421003)
