/** Why a call about a contest is refused. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed the contest since `revision` was read. `data.revision`: the newest */
export const CONTEST_CHANGED = errorCode(394001)
/** The state of the contest does not allow the action. `data`: action, status */
export const CONTEST_STATUS = errorCode(394002)
/** `data.reasons`: what is missing before the contest is published */
export const CONTEST_NOT_READY = errorCode(394003)
/** The contest is not meant for the caller's organization. */
export const CONTEST_NOT_FOR_YOU = errorCode(394004)
/** The change would take something away that is in use: a group with works, a round with works, a rubric with scores. `data.reason` */
export const CONTEST_IN_USE = errorCode(394005)
/** The results are published: nothing of the contest changes any more. */
export const RESULTS_PUBLISHED = errorCode(394006)

/** `data`: opensAt, closesAt */
export const HAND_IN_CLOSED = errorCode(394011)
/** `data.max`: so many works of one member, or versions of one work */
export const TOO_MANY = errorCode(394012)
/** The file is none of the caller's, or neither a video nor a document that can be shown. `data.reason` */
export const FILE_UNFIT = errorCode(394013)
/** Works are reviewed without names, and this one says the name of its author. `data.field` */
export const AUTHOR_NAMED = errorCode(394014)
/** The work was withdrawn or excluded. */
export const WORK_OUT = errorCode(394015)

/** `data`: opensAt, closesAt */
export const REVIEW_NOT_OPEN = errorCode(394021)
/** `data.until` */
export const REVIEW_EXPIRED = errorCode(394022)
/** A work is scored once. `data.reviewedAt` */
export const ALREADY_REVIEWED = errorCode(394023)
/** A criterion is missing, unknown, or has more points than it may have. `data.key` */
export const SCORES_WRONG = errorCode(394024)

/** `data`: opensAt, closesAt */
export const VOTING_CLOSED = errorCode(394031)
export const ALREADY_VOTED = errorCode(394032)
/** `data.max`: so many votes a day */
export const VOTES_USED_UP = errorCode(394033)
export const OWN_WORK = errorCode(394034)
/** Nobody reads works so fast. */
export const VOTING_TOO_FAST = errorCode(394035)

/** An action needs a reason. */
export const REASON_NEEDED = errorCode(394041)
/** Review or voting of the last round has not ended yet. `data.until` */
export const ROUND_RUNS = errorCode(394042)
/** At most five works of a contest and eight contests are recommended. `data.max` */
export const RECOMMENDED_FULL = errorCode(394043)
/** More winners of an award than there are, or a work that is not in the last round. `data.key` */
export const AWARDS_WRONG = errorCode(394044)
/** The results are not published yet, or the work has no award. */
export const NO_AWARD = errorCode(394045)
