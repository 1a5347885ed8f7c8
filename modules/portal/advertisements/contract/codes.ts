import { errorCode } from '#kit/errors.ts'

/** Another administrator has changed the advertisement since it was read. `data.revision`: its present revision */
export const ADVERTISEMENT_CHANGED = errorCode(422001)
/** The period ends before it begins. */
export const ADVERTISEMENT_PERIOD = errorCode(422002)
/** As many as there may be. `data.max` */
export const ADVERTISEMENTS_FULL = errorCode(422003)
/** The content is set on top already. */
export const ON_TOP_ALREADY = errorCode(422004)
