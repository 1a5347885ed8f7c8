/** Why moderation refuses. */
import { errorCode } from '#kit/errors.ts'

/** COMMUNITY-106: a member reports a content once. */
export const ALREADY_REPORTED = errorCode(10202)
/** COMMUNITY-107: the content is gone, or the caller may not see it. */
export const TARGET_GONE = errorCode(10203)
/** Another moderator has decided meanwhile, or the case is in another state. `data.revision` */
export const CASE_CHANGED = errorCode(10204)
/** Another moderator has the case before them. `data.name`, `data.until` */
export const CASE_CLAIMED = errorCode(10205)
/** The time for an appeal is over. */
export const APPEAL_OVER = errorCode(10206)
/** An appeal is made once. */
export const ALREADY_APPEALED = errorCode(10207)
/** Whoever has decided does not decide the appeal while another moderator can. */
export const OTHER_MODERATOR = errorCode(10208)
/** A moderator lets the member write again at `data.until`. */
export const MUTED = errorCode(900034)
