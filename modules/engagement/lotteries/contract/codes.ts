/**
 * Why a call about a lottery is refused: 85001–85013 of what is configured, 86001–86017 of draws (COMMERCE-091). The specification
 * has given 85005, 85006, 86004, 86005, 86015 and 86016 their meaning; docs/decisions/0166-marketing-lotteries.md has them all.
 */
import { errorCode } from '#kit/errors.ts'

/** The status of the lottery does not allow the action: nothing of a published one is changed. `data`: action, status */
export const LOTTERY_STATUS = errorCode(85001)
/** A lottery is published with an end that is still to come, and lies after its beginning. */
export const TIMES_WRONG = errorCode(85002)
/** Nothing but thanks can be drawn. */
export const NOTHING_TO_WIN = errorCode(85003)
/** A prize that nobody can ever draw would only be for show. `data.name`: which */
export const PRIZE_WITHOUT_CHANCE = errorCode(85004)
/** The weights of the prizes do not total a million parts. `data.total`: what they total */
export const PROBABILITIES_WRONG = errorCode(85005)
/** Whoever wins nothing gets a thank-you prize: there has to be one. */
export const NO_THANKS_PRIZE = errorCode(85006)
/** Somebody else has changed the lottery since `revision` was read. `data.revision`: the newest */
export const LOTTERY_CHANGED = errorCode(85007)
/** A lottery ends before its time only when every prize is won. `data.remaining`: how many are not */
export const PRIZES_REMAIN = errorCode(85008)
/** What the lottery belongs to is closed, a class for example: nothing of its lotteries is written any more. */
export const SCOPE_CLOSED = errorCode(85009)
/** A qualification names something that the company does not have. */
export const QUALIFICATION_UNKNOWN = errorCode(85010)
/** A prize names goods that the points mall of the company does not have. */
export const GOODS_UNKNOWN = errorCode(85011)
/** The points mall has fewer of the goods than the prize promises. `data.name`: of the prize */
export const GOODS_SHORT = errorCode(85012)
/** Members have neither free draws nor draws for points. */
export const NO_DRAWS = errorCode(85013)

/** Nobody draws or joins before the lottery is published (TRAINING-057). */
export const NOT_PUBLISHED = errorCode(86001)
/** COMMERCE-087, COMMERCE-103. `data`: opensAt, closesAt */
export const OUTSIDE_TIME = errorCode(86002)
/** COMMERCE-088, COMMERCE-104: of the free draws and of those for points. */
export const NO_DRAWS_LEFT = errorCode(86003)
export const DAILY_LIMIT = errorCode(86004)
/** The caller has not joined by the QR code, or lacks what the lottery asks for. `data.missing`: kinds; empty: attendance */
export const NOT_QUALIFIED = errorCode(86005)
/** No free draw is left, and the caller has not agreed to the points of the next one. `data.priceHundredths` */
export const PRICE_NOT_AGREED = errorCode(86006)
/** A prize that is sent as an order is not handed out by hand: its order says where it is. */
export const SENT_BY_ORDER = errorCode(86007)
/** The lottery is not meant for the caller. */
export const NOT_A_PARTICIPANT = errorCode(86015)
export const ALREADY_JOINED = errorCode(86016)
