/** Why topics refuses. */
import { errorCode } from '#kit/errors.ts'

/** A member scores an item once. */
export const ALREADY_SCORED = errorCode(40208)
export const TOPIC_NAME_TAKEN = errorCode(900031)
export const TOPIC_TYPE_NAME_TAKEN = errorCode(900032)
/** `data.N` names the limit: at most N items (SYSTEM-179). */
export const TOO_MANY_TOPICS = errorCode(900033)
/** The owner of the item lets nobody, or not this member, comment on it. */
export const COMMENTS_CLOSED = errorCode(900035)
/** What is answered, liked or restored was removed meanwhile. */
export const COMMENT_REMOVED = errorCode(900036)
export const TOO_MANY_COLLECTED = errorCode(900037)
/** A type that has topics is not deleted: they are moved first. */
export const TOPIC_TYPE_IN_USE = errorCode(900038)
/** The owner of the item lets this member not score it. */
export const SCORING_CLOSED = errorCode(900039)
