/** Why a call about a classroom is refused. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has the room then. `data.conflicts`: the times that cannot be booked, each with why and by whose booking */
export const ROOM_TAKEN = errorCode(391001)
/** The room is closed then. `data.conflicts` as above */
export const ROOM_CLOSED = errorCode(391002)
/** The room is not meant for the caller's organization. */
export const ROOM_NOT_FOR_YOU = errorCode(391003)
/** The room cannot be booked at present. */
export const ROOM_DISABLED = errorCode(391004)
/** What is booked, changed or canceled is over. */
export const TIME_OVER = errorCode(391005)
/** `data.until`: bookings begin before it */
export const TOO_FAR_AHEAD = errorCode(391006)
/** A repetition of more times than one may book together. `data.max` */
export const TOO_MANY_TIMES = errorCode(391007)
/** `data.seats`: so many people find a seat */
export const TOO_MANY_PEOPLE = errorCode(391008)
/** The state of the booking does not allow this, or another part of the platform has made it. `data.state` */
export const BOOKING_STATE = errorCode(391009)
/** Somebody else has changed the booking since `revision` was read. `data.revision`: the newest */
export const BOOKING_CHANGED = errorCode(391010)
/** Somebody else has changed the room since `revision` was read. `data.revision`: the newest */
export const ROOM_CHANGED = errorCode(391011)
/** There are bookings of the room: it is disabled, not deleted. */
export const ROOM_HAS_BOOKINGS = errorCode(391012)
/** The building has a room of this name. */
export const ROOM_NAME_USED = errorCode(391013)
/** A refusal says why, and so does whoever cancels another's booking. */
export const BOOKING_REASON_NEEDED = errorCode(391014)
