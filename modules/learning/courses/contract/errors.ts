/** What the calls of courses refuse. Texts stand in messages/ under `errors`. */
import { errorCode } from '#kit/errors.ts'

/** A course is published with at least one section, one of which is required (COURSE-070). */
export const NEEDS_REQUIRED_SECTION = errorCode(40109)
/** The course has been taken off the shelf; shown as a blocking alert. What was acknowledged stays. */
export const COURSE_TAKEN_DOWN = errorCode(30207)
/** Another playback of the member counts now, or the id is none of the member's. The player stops and says so. */
export const PLAYBACK_TAKEN_OVER = errorCode(40450)
/**
 * More was claimed than the clock allows. Nothing of the heartbeat is counted, and the same claim is accepted after
 * `data.retryAfterMs`. `data`: acknowledgedSequence, creditedUntil, claimedMs, allowedMs, retryAfterMs.
 */
export const FASTER_THAN_CLOCK = errorCode(40451)
/** Somebody else changed the course since `revision` was read; `data.revision` is the newest. */
export const COURSE_CHANGED = errorCode(40452)
/** The action is not possible in the course's status. `data`: action, status. */
export const ACTION_NOT_POSSIBLE = errorCode(40453)
/** The course is made for the other client (COURSE-031). `data.publishClient` */
export const OTHER_CLIENT = errorCode(40454)
/**
 * The file can't be used. `data.reason`: `missing`, `other-kind` than the section, `length-unknown`, an office file that is
 * still `converting`, or is `not-convertible`.
 */
export const FILE_DOES_NOT_FIT = errorCode(40455)
/** The category has categories or courses below it. */
export const CATEGORY_IN_USE = errorCode(40456)
/** A category of that name stands at the same place. */
export const CATEGORY_NAME_TAKEN = errorCode(40457)
/** The call does not fit the kind of section. `data.kind` */
export const WRONG_SECTION_KIND = errorCode(40458)
/** A course holds at most 100 chapters and 1,000 sections, a category tree 5 levels. `data.max` */
export const TOO_MANY = errorCode(40459)
/** The member has not registered for the course. */
export const NOT_REGISTERED = errorCode(40460)
/** The union of watched intervals has too many pieces; no player produces them. */
export const TOO_FRAGMENTED = errorCode(40461)
/** Another version is the newest by now: look at it first. `data.versionNumber` */
export const VERSION_NOT_NEWEST = errorCode(40462)
/** Courses that have to be finished before this one is started. `data.courses`: id and name of each. */
export const PREREQUISITES_OPEN = errorCode(40463)
/** The prerequisites would run in a circle. `data.path`: the names along it. */
export const PREREQUISITE_CIRCLE = errorCode(40464)
/** The deadline for handing in has passed (COURSE-132). `data.deadline` */
export const SUBMISSION_DEADLINE = errorCode(40465)
/** No proof is asked for in this section. */
export const NO_PROOF_ASKED = errorCode(40466)
/** The section is finished, or its proof is being looked at. `data.status` */
export const PROOF_NOT_OPEN = errorCode(40467)
/** The course, or the section, is finished already: there is nothing to waive, or to abandon. */
export const ALREADY_FINISHED = errorCode(40469)
/** The package can't be used, or is not ready to be published. `data`: reason, and the section's title. */
export const PACKAGE_DOES_NOT_FIT = errorCode(40470)
/** What the section leads to is not there, or nobody has that kind of activity. `data.kind` */
export const ACTIVITY_DOES_NOT_FIT = errorCode(40471)
/**
 * Segments, captions or exercises hang on the video, and the new file has another length: the author says whether what fits
 * is kept (`extras`). `data`: segmentCount, captionCount, exerciseCount, lengthBefore, lengthAfter
 */
export const TIMED_CONTENT_AT_STAKE = errorCode(40472)
/** A chapter without sections is not published. `data`: `title` of the first one, `titles` of all. */
export const EMPTY_CHAPTER = errorCode(40473)
/** Somebody else has answered the question, or changed the answer, since the caller read it. `data.answeredAt` */
export const ANSWER_CHANGED = errorCode(40475)

// Refused by what publishing and choosing topics call; their texts stand with approvals and topics.
/** An application to publish the course is in progress. */
export const APPROVAL_PENDING = errorCode(46002)
/** No step of the approval finds anybody but the applicant. */
export const NOBODY_TO_DECIDE = errorCode(46003)
/** At most `data.N` topics (SYSTEM-163). */
export const TOO_MANY_TOPICS = errorCode(900033)
/** A section's package is still being prepared, or can't be; packages says so in the same number. */
export const PACKAGE_NOT_READY = errorCode(380301)
/** The certificate's template is not offered any more; certificates says so in the same number. */
export const TEMPLATE_NOT_OFFERED = errorCode(380201)
