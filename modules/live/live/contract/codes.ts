/**
 * The refusals of live. The 100xxx numbers are the specification's for the new paths, the 40xxx for the legacy ones;
 * 3702xx are our own.
 */
import { errorCode } from '#kit/errors.ts'

export const LIVE_CANCELLED = errorCode(100033)
export const TOO_MANY_LECTURERS = errorCode(100034)
/** Not published, or revoked. */
export const NOT_RELEASED = errorCode(100308)
export const NO_ACCESS = errorCode(100309)
export const NAME_EXISTS = errorCode(100312)
/** The provider has deleted it. */
export const THIRD_PARTY_MISSING = errorCode(100313)
export const START_TIME_PAST = errorCode(100315)
export const LIVE_ENDED = errorCode(100316)
export const LIVE_MISSING = errorCode(100318)
export const SERVICE_EXPIRED = errorCode(100319)
/** The provider does not answer. */
export const CLOUD_REQUEST_FAILED = errorCode(100321)
/** The provider answers with an error of its own. */
export const PROVIDER_FAILED = errorCode(100323)
/** The state of the live session does not permit the action (`states.ts`). */
export const ACTION_NOT_ALLOWED = errorCode(100326)
export const NO_PROVIDER = errorCode(100411)
/** A member scores a live session once (LIVE-197). */
export const ALREADY_SCORED = errorCode(40208)
/** Members score what they attended, or whose replay they have watched. */
export const SCORING_CLOSED = errorCode(900039)

const NAME_EXISTS_LEGACY = errorCode(40312)
const LIVE_ENDED_LEGACY = errorCode(40316)
const NO_ACCESS_LEGACY = errorCode(40326)
const START_TIME_PAST_LEGACY = errorCode(40327)
const SERVICE_UNAVAILABLE = errorCode(40328)

/** LIVE_ENTRANCE_SWITCH is off. */
export const ENTRANCE_CLOSED = errorCode(370201)
/** A role link that does not exist, has ended, or was revoked. */
export const LINK_INVALID = errorCode(370202)
/** Of rooms: a guest's name looks like that of the host or a lecturer. */
export const GUEST_NAME_IMITATES = errorCode(370119)

/** One meaning with two numbers: the legacy paths answer the older one (LIVE-235, LIVE-244). */
export const legacyCodes = [
  [NAME_EXISTS, NAME_EXISTS_LEGACY],
  [LIVE_ENDED, LIVE_ENDED_LEGACY],
  [NO_ACCESS, NO_ACCESS_LEGACY],
  [START_TIME_PAST, START_TIME_PAST_LEGACY],
  [CLOUD_REQUEST_FAILED, SERVICE_UNAVAILABLE],
] as const
