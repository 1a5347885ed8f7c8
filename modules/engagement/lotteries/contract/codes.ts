/** Why a call about a lottery is refused. The numbers below 90000 are the specification's. */
import { errorCode } from '#kit/errors.ts'

/** The weights of the prizes do not total a million parts, or a prize can never be won. `data.total`: what they total */
export const PROBABILITIES_WRONG = errorCode(85005)
/** Whoever wins nothing gets a thank-you prize: there has to be one. */
export const NO_THANKS_PRIZE = errorCode(85006)
export const DAILY_LIMIT = errorCode(86004)
/** The lottery asks for attendance, and the caller has not joined by the QR code. */
export const NOT_QUALIFIED = errorCode(86005)
/** The lottery is not meant for the caller. */
export const NOT_A_PARTICIPANT = errorCode(86015)
export const ALREADY_JOINED = errorCode(86016)
/** `data`: opensAt, closesAt */
export const OUTSIDE_TIME = errorCode(86101)
export const NO_DRAWS_LEFT = errorCode(86102)

/** Somebody else has changed the lottery since `revision` was read. `data.revision`: the newest */
export const LOTTERY_CHANGED = errorCode(393001)
/** The status of the lottery does not allow the action. `data`: action, status */
export const LOTTERY_STATUS = errorCode(393002)
/** A lottery is published with an end that is still to come, and lies after its beginning. */
export const TIMES_WRONG = errorCode(393003)
/** A lottery ends before its time only when every prize is won. `data.remaining`: how many are not */
export const PRIZES_REMAIN = errorCode(393004)
/** What the lottery belongs to is closed, a class for example: nothing of its lotteries is written any more. */
export const SCOPE_CLOSED = errorCode(393005)
