/** The refusals of contents. */
import { errorCode } from '#kit/errors.ts'

/** Another content of the account has the title (COMMUNITY-081). */
export const TITLE_TAKEN = errorCode(70120)
/** Somebody follows the content (COMMUNITY-077). */
export const CONTENT_FOLLOWED = errorCode(70121)
/** The content stands in a circle, or was shared (COMMUNITY-078). */
export const CONTENT_SHARED = errorCode(70122)
/** Somebody has written about the content (COMMUNITY-079). */
export const CONTENT_DISCUSSED = errorCode(70123)
/** The content is closed: nobody reads, discusses, pins or highlights it (COMMUNITY-080). */
export const CONTENT_CLOSED = errorCode(70124)
/** The content is pinned: it is neither closed nor removed (COMMUNITY-080). */
export const CONTENT_PINNED = errorCode(70125)
/** The content is highlighted: it is not removed (COMMUNITY-080). */
export const CONTENT_HIGHLIGHTED = errorCode(70126)
/** Another device has saved the draft since: `data` has the newer one. */
export const DRAFT_CHANGED = errorCode(70127)
/** Somebody has changed the content since it was loaded, or since the draft of the change began: `data` has its revision. */
export const CONTENT_CHANGED = errorCode(70128)
/** A member keeps no more drafts. */
export const TOO_MANY_DRAFTS = errorCode(70129)
/** The account has pinned as many as it may. */
export const TOO_MANY_PINS = errorCode(70130)
