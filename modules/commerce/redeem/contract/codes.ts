/** Refusals. Redeem cards use 701031 to 701039, and what is wrong with a card stands in 7011xx. */
import { errorCode } from '#kit/errors.ts'

/** `data.max`: how many cards a batch may have. */
export const QUANTITY_ABOVE_LIMIT = errorCode(701031)
/** `data.max`: the highest face value, in hundredths. */
export const FACE_VALUE_ABOVE_LIMIT = errorCode(701032)
/** The codes of the batch were made and handed out before. */
export const CODES_MADE = errorCode(701033)
/** The validity ends before it begins, or is over already. */
export const VALIDITY_WRONG = errorCode(701034)
/** No card of the batch is left to void. */
export const NOTHING_TO_VOID = errorCode(701035)

/** Above what one administrator issues in a day: another one than who wrote the batch makes its codes. `data.limit`: hundredths */
export const ANOTHER_MAKES_CODES = errorCode(701036)

/** No card of the company has this code. Mistyped, unknown and another company's codes have one answer. */
export const CARD_UNKNOWN = errorCode(701101)
/** Another member has redeemed the card. */
export const CARD_USED = errorCode(701102)
export const CARD_EXPIRED = errorCode(701103)
/** `data.validFrom`: when it begins to be valid. */
export const CARD_NOT_YET_VALID = errorCode(701104)
export const BATCH_PAUSED = errorCode(701105)
/** `data.max`: how many cards of the batch one member may redeem. */
export const MEMBER_LIMIT_REACHED = errorCode(701106)
export const CARD_VOID = errorCode(701107)
/** `data.until`: when the caller may try again. */
export const TOO_MANY_WRONG_CODES = errorCode(701108)

/** Of currency: the caller's account can't hold the amount. */
export const ACCOUNT_FULL = errorCode(701016)
