/** Why rooms refuse, over HTTP and over the socket alike. */
import { errorCode } from '#kit/errors.ts'

/** The room has ended, or was cancelled before it began. */
export const ROOM_ENDED = errorCode(370101)
/** The link of a guest is unknown, expired or revoked; which of them is not told. */
export const LINK_INVALID = errorCode(370102)
/** The host has sent this person out of the room. */
export const REMOVED_FROM_ROOM = errorCode(370103)
/** All seats of the stage are taken: `data.seats` of them (LIVE-040). */
export const STAGE_FULL = errorCode(370104)
/** Only who sits on the stage sends audio and video. */
export const NOT_ON_STAGE = errorCode(370105)
/** What carries audio and video does not answer; worth another try. */
export const MEDIA_UNAVAILABLE = errorCode(370106)
/** Not in the state that the room is in. */
export const NOT_NOW = errorCode(370107)
/** Nobody has asked this person on the stage. */
export const NOT_INVITED = errorCode(370108)
/** The host has taken this person's right to write. */
export const SILENCED = errorCode(370109)
/** Slow mode: the next message may be sent in `data.seconds`. */
export const SLOW_MODE = errorCode(370110)
/** The host has closed the chat, the questions or the raising of hands. */
export const SWITCHED_OFF = errorCode(370111)
/** The poll takes no answers any more. */
export const POLL_CLOSED = errorCode(370112)
/** One answer a person; one signature a round. */
export const ANSWERED_BEFORE = errorCode(370113)
/** No round of signing in is open. */
export const NO_SIGN_ROUND = errorCode(370114)
/** The room is large: its pictures come as a stream. */
export const USE_STREAM = errorCode(370115)
/** A room leads with one host; a lecturer takes over only when the host has been away for `data.seconds`. */
export const HOST_PRESENT = errorCode(370116)
/** Audio and video broadcasts have one on the stage: the host. */
export const NO_STAGE = errorCode(370117)
/** As many as the room takes: `data.max`. */
export const TOO_MANY_OF_THEM = errorCode(370118)
