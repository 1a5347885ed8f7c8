/** Why a call about a class is refused. The numbers below 70000 are the specification's. */
import { errorCode } from '#kit/errors.ts'

/** Nothing of a closed class is changed any more (TRAINING-016). */
export const CLASS_CLOSED = errorCode(60_131)
/** The class is revoked (TRAINING-088). */
export const CLASS_CANCELLED = errorCode(60_139)
/** No class of this id, or none that the caller may know of. */
export const CLASS_MISSING = errorCode(64_104)
/** `data.from`: when enrollment begins */
export const ENROLLMENT_NOT_STARTED = errorCode(60_101)
/** `data.until`: when enrollment ended */
export const ENROLLMENT_ENDED = errorCode(60_102)
/** `data.organization`: it is the quota of an organization that is used up */
export const CLASS_FULL = errorCode(60_103)
/** `data.state`: enrolled, or on the way there */
export const ALREADY_ENROLLED = errorCode(60_104)
/** A withdrawal, a removal, a refusal and a revocation say why. */
export const REASON_REQUIRED = errorCode(60_105)

/** Somebody else has changed the class since `revision` was read. `data.revision`: the newest */
export const CLASS_CHANGED = errorCode(389_001)
/** The state of the class does not allow the action. `data`: action, status */
export const CLASS_STATUS = errorCode(389_002)
/** `data.reasons`: what is missing before the class is published */
export const CLASS_NOT_READY = errorCode(389_003)
/** The class is not meant for the caller's organization. */
export const CLASS_NOT_FOR_YOU = errorCode(389_004)
/** Only participants and staff see the content of a class (TRAINING-024). */
export const NO_PARTICIPANT = errorCode(389_005)
/** `data.state`: what the enrollment is, instead of what the call needs; null: there is none */
export const ENROLLMENT_STATE = errorCode(389_006)
/** Closing needs a confirmation. `data`: learners, activities: how many have not finished how many required activities */
export const ACTIVITIES_UNFINISHED = errorCode(389_007)
/** More people than the new capacity or quota are enrolled. `data.enrolled` */
export const CAPACITY_TOO_SMALL = errorCode(389_008)
/** A required field of the enrollment form is empty, or an answer is none of its choices. `data.key` */
export const FORM_INCOMPLETE = errorCode(389_009)
/** The class has participants: it is revoked, not deleted. */
export const HAS_PARTICIPANTS = errorCode(389_010)
/** An activity names content that the author may not choose. `data`: businessType, businessId */
export const CONTENT_UNKNOWN = errorCode(389_011)
/** The same content stands in the class twice. `data`: businessType, businessId */
export const CONTENT_TWICE = errorCode(389_012)
/** The activity opens later. `data.opensAt` */
export const NOT_RELEASED = errorCode(389_013)
