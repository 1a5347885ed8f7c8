/** What the calls of subjects refuse. Texts stand in messages/ under `errors`. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else changed the subject since `revision` was read; `data.revision` is the newest. */
export const SUBJECT_CHANGED = errorCode(380401)
/** The action is not possible in the subject's status. `data`: action, status. */
export const ACTION_NOT_POSSIBLE = errorCode(380402)
/** An external subject is published with the address of a page. */
export const URL_MISSING = errorCode(380403)
/**
 * What a stage is to hold is not there for the caller, or is of a kind that subjects do not hold (a subject, a learning
 * path). `data`: businessType, businessId.
 */
export const CONTENT_UNKNOWN = errorCode(380404)
/** The same thing stands in the subject twice. `data`: businessType, businessId. */
export const CONTENT_TWICE = errorCode(380405)
/** The subject is made for the other client. `data.publishClient` */
export const OTHER_CLIENT = errorCode(380406)
/** The subject is of another type: an external one has no stages, the others no page. `data.subjectType` */
export const WRONG_TYPE = errorCode(380407)
/** The cover can't be used. `data.reason`: `missing`, `other-kind`. */
export const COVER_DOES_NOT_FIT = errorCode(380408)
/** What stands in the stage has been taken down or deleted, and can't be opened. */
export const CONTENT_TAKEN_DOWN = errorCode(380409)
/** A stage holds nothing, and the subject can't be published. `data`: title, titles. */
export const EMPTY_STAGE = errorCode(380410)

// Of other modules; their texts stand there.
/** A subject is published with at least one required content (COURSE-070). */
export const NEEDS_REQUIRED_CONTENT = errorCode(40109)
/** The subject has been taken off the shelf. */
export const SUBJECT_TAKEN_DOWN = errorCode(30207)
/** An application to publish the subject is in progress. */
export const APPROVAL_PENDING = errorCode(46002)
/** No step of the approval finds anybody but the applicant. */
export const NOBODY_TO_DECIDE = errorCode(46003)
/** At most `data.N` topics (SYSTEM-163). */
export const TOO_MANY_TOPICS = errorCode(900033)
/** The certificate is not offered any more; certificates says so in the same number. */
export const TEMPLATE_NOT_OFFERED = errorCode(380201)
