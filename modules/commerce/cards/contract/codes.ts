import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed the card since it was read. `data.revision` */
export const CARD_CHANGED = errorCode(409001)
