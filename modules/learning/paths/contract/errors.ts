/** What the calls of learning paths refuse. Texts stand in messages/ under `errors`. */
import { errorCode } from '#kit/errors.ts'

/** The chapter is locked for the member (COURSE-040, COURSE-043). `data.code` says why, as `ChapterLock` does. */
export const CHAPTER_LOCKED = errorCode(380501)
/** The path is off the shelf: progress stays, nothing new can be started. */
export const PATH_OFF_SHELF = errorCode(380502)
/** Somebody else changed the path since `revision` was read; `data.revision` is the newest. */
export const PATH_CHANGED = errorCode(380503)
/** The action is not possible in the path's status. `data`: action, status. */
export const ACTION_NOT_POSSIBLE = errorCode(380504)
/** A path is published with something in it that must be learned. */
export const NEEDS_REQUIRED = errorCode(380505)
/** A section's content can't stand there. `data.reason`: `unknown`, `twice`, `path-in-path`. */
export const CONTENT_DOES_NOT_FIT = errorCode(380506)
/** At most 100 chapters and 1,000 sections a path, 20 rules, 5 levels of channels. `data.max` */
export const TOO_MANY = errorCode(380507)
/** The member has not registered for the path. */
export const NOT_REGISTERED = errorCode(380508)
/** The section asks for no proof, or its proof waits for a decision, was agreed to, or has nothing to decide. */
export const PROOF_NOT_POSSIBLE = errorCode(380509)
/** The channel has channels below it, or learning paths. */
export const CHANNEL_IN_USE = errorCode(380510)
/** A channel of that name stands at the same place. */
export const CHANNEL_NAME_TAKEN = errorCode(380511)
/** A choice asks for more than there is to choose from. `data`: title, neededCount, sectionCount. */
export const CHOICE_TOO_SMALL = errorCode(380512)
/** A chapter would close before it opens. `data.title` */
export const WINDOW_EMPTY = errorCode(380513)
/** The path is not open for everybody, and nobody has assigned it to the member. */
export const PATH_NOT_OPEN = errorCode(380514)
/** The cover can't be used. `data.reason`: `missing`, `other-kind`. */
export const COVER_DOES_NOT_FIT = errorCode(380515)
/** A chapter holds nothing; the path is not published, or does not stay so. `data`: title, titles. */
export const EMPTY_CHAPTER = errorCode(380516)
/** The certificate is not offered any more; certificates says so in the same number. */
export const TEMPLATE_NOT_OFFERED = errorCode(380201)
