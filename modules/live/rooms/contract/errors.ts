/** The refusals of rooms, over HTTP and over the socket. */
import { errorCode } from '#kit/errors.ts'

/** The room has ended, or was cancelled before it started. */
export const ROOM_ENDED = errorCode(370101)
/** The guest link is unknown, expired or revoked; the answer does not say which. */
export const LINK_INVALID = errorCode(370102)
/** The host has removed this person from the room. */
export const REMOVED_FROM_ROOM = errorCode(370103)
/** All places on the stage are taken: `data.seats` of them (LIVE-040). */
export const STAGE_FULL = errorCode(370104)
/** Only people on the stage send audio and video. */
export const NOT_ON_STAGE = errorCode(370105)
/** The engine of audio and video does not answer; the client may try again. */
export const MEDIA_UNAVAILABLE = errorCode(370106)
/** The operation is not possible in the room's current state. */
export const WRONG_ROOM_STATE = errorCode(370107)
/** Nobody has invited this person to the stage. */
export const NOT_INVITED = errorCode(370108)
/** The host has revoked this person's right to write. */
export const SILENCED = errorCode(370109)
/** Slow mode: the next message is allowed in `data.seconds`. */
export const SLOW_MODE = errorCode(370110)
/** The host has closed the chat, the questions or the raising of hands. */
export const SWITCHED_OFF = errorCode(370111)
/** The poll accepts no more answers. */
export const POLL_CLOSED = errorCode(370112)
/** One answer for each person; one signature for each round. */
export const ALREADY_ANSWERED = errorCode(370113)
/** No sign-in round is open. */
export const NO_SIGN_ROUND = errorCode(370114)
/** The room is large: viewers receive pictures as a stream. */
export const USE_STREAM = errorCode(370115)
/** The host leads the room. A lecturer may take over only after the host has been away for `data.seconds`. */
export const HOST_PRESENT = errorCode(370116)
/** In audio and video broadcasts only the host is on the stage. */
export const NO_STAGE = errorCode(370117)
/** The limit `data.max` is reached. */
export const LIMIT_REACHED = errorCode(370118)
/** A guest's name looks like that of a member who leads the room. */
export const GUEST_NAME_IMITATES = errorCode(370119)
