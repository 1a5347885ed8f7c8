/** Why a call about attendance is refused. The numbers below 70000 are those of classes. */
import { errorCode } from '#kit/errors.ts'

/** `data.opensAt`: when the check-in opens */
export const CHECK_IN_NOT_OPEN = errorCode(60111)
/** `data.closesAt`: when the check-in closed */
export const CHECK_IN_CLOSED = errorCode(60112)
/** The caller is checked in, or out, already. `data.at`: since when */
export const ALREADY_CHECKED_IN = errorCode(60113)
/** The QR code is too old, forged, or what it opened belongs to somebody else or has been used. The reasons are not kept apart. */
export const QR_EXPIRED = errorCode(60114)

/** No check-in list of this id, or none that the caller may know of. */
export const CHECK_IN_MISSING = errorCode(395001)
/** Somebody else has changed the list since `revision` was read. `data.revision`: the newest */
export const CHECK_IN_CHANGED = errorCode(395002)
/** A list cannot be so. `data.reasons`: which of `checkInFaults` */
export const CHECK_IN_INVALID = errorCode(395003)
/** `data.max`: a class has so many lists at most */
export const TOO_MANY_CHECK_INS = errorCode(395004)
/** Somebody is on the list already: it is not deleted any more. */
export const CHECK_IN_IN_USE = errorCode(395005)
/** Another participant has checked in to the list with this device. */
export const DEVICE_USED = errorCode(395006)
/** `data.left`: so many tries are left */
export const CODE_WORD_WRONG = errorCode(395007)
/** `data`: distance, radius, in meters */
export const OUTSIDE_PLACE = errorCode(395008)
/** The list asks for the place, and none was sent, or it is too vague. `data.accuracyMax`: in meters */
export const PLACE_NEEDED = errorCode(395009)
/** Nobody checks out who is not checked in. */
export const NOT_CHECKED_IN = errorCode(395010)
/** The list is not made for this way of checking in. */
export const WAY_NOT_OPEN = errorCode(395011)
/** Leave is asked for before the session ends, once, and decided once. `data.state`: that of the request; null: there is none */
export const LEAVE_STATE = errorCode(395012)
