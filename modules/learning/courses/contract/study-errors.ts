/** What the calls about what a video holds, and about studying it, refuse besides the codes of errors.ts. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else's question, or none that is open: `data.checkId` names the one that is. */
export const PRESENCE_NOT_ASKED = errorCode(40481)

// Refused by scoring; their texts stand with topics.
/** A member scores a course once (COURSE-064, COURSE-125). */
export const ALREADY_SCORED = errorCode(40208)
/** The member has not started the course. */
export const SCORING_CLOSED = errorCode(900039)
