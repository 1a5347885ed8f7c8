/** Why a call about a class is refused. The numbers below 70000 are the specification's. */
import { errorCode } from '#kit/errors.ts'

/** Nothing of a closed class is changed any more (TRAINING-016). */
export const CLASS_CLOSED = errorCode(60131)
/** The class is revoked (TRAINING-088). */
export const CLASS_CANCELLED = errorCode(60139)
/** No class of this id, or none that the caller may know of. */
export const CLASS_MISSING = errorCode(64104)
/** `data.from`: when enrollment begins */
export const ENROLLMENT_NOT_STARTED = errorCode(60101)
/** `data.until`: when enrollment ended */
export const ENROLLMENT_ENDED = errorCode(60102)
/** `data.organization`: it is the quota of an organization that is used up */
export const CLASS_FULL = errorCode(60103)
/** `data.state`: enrolled, or on the way there */
export const ALREADY_ENROLLED = errorCode(60104)
/** A withdrawal, a removal, a refusal and a revocation say why. */
export const REASON_REQUIRED = errorCode(60105)

/** Somebody else has changed the class since `revision` was read. `data.revision`: the newest */
export const CLASS_CHANGED = errorCode(389001)
/** The state of the class does not allow the action. `data`: action, status */
export const CLASS_STATUS = errorCode(389002)
/** `data.reasons`: what is missing before the class is published */
export const CLASS_NOT_READY = errorCode(389003)
/** The class is not meant for the caller's organization. */
export const CLASS_NOT_FOR_YOU = errorCode(389004)
/** Only participants and staff see the content of a class (TRAINING-024). */
export const NO_PARTICIPANT = errorCode(389005)
/** `data.state`: what the enrollment is, instead of what the call needs; null: there is none */
export const ENROLLMENT_STATE = errorCode(389006)
/** Closing needs a confirmation. `data`: learners, activities: how many have not finished how many required activities */
export const ACTIVITIES_UNFINISHED = errorCode(389007)
/** More people than the new capacity or quota are enrolled. `data.enrolled` */
export const CAPACITY_TOO_SMALL = errorCode(389008)
/** A required field of the enrollment form is empty, or an answer is none of its choices. `data.key` */
export const FORM_INCOMPLETE = errorCode(389009)
/** The class has participants: it is revoked, not deleted. */
export const HAS_PARTICIPANTS = errorCode(389010)
/** An activity names content that the author may not choose. `data`: businessType, businessId */
export const CONTENT_UNKNOWN = errorCode(389011)
/** The same content stands in the class twice. `data`: businessType, businessId */
export const CONTENT_TWICE = errorCode(389012)
/** The activity opens later. `data.opensAt` */
export const NOT_RELEASED = errorCode(389013)
/** A file of nominations takes at most 100 rows (TRAINING-050). `data.max` */
export const NOMINATIONS_TOO_MANY = errorCode(389030)
/** A disabled member, or one who has left, cannot take part. `data.members`: the full names */
export const MEMBER_DISABLED = errorCode(389032)
/** The series has as many classes as it may have. `data.max` */
export const SERIES_FULL = errorCode(389031)
/** An attached file is not there, or is somebody else's. `data.fileId` */
export const FILE_UNKNOWN = errorCode(389020)
/** Participants have worked on the activity, so it cannot be removed. `data.title` */
export const ACTIVITY_IN_USE = errorCode(389021)
/** The class has as many photos as it may. `data.max` */
export const PHOTOS_FULL = errorCode(389041)
