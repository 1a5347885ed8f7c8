/** Why a call about reports is refused. */
import { errorCode } from '#kit/errors.ts'

/** The query names a source, column, operator or value that is none. `data.at` says where, `data.reason` why. */
export const QUERY_INCORRECT = errorCode(418001)
/** The rows took longer than a screen waits for: filter, or export. `data.seconds` */
export const PREVIEW_TOO_SLOW = errorCode(418002)
/** Somebody has changed the view since `revision` was read. `data.revision`: the newest */
export const VIEW_CHANGED = errorCode(418003)
/** `data.max`: so many views, schedules or exports under way a member has at most */
export const TOO_MANY_REPORTS = errorCode(418004)
/** The export is not ready, or its file has been removed. */
export const EXPORT_NOT_READY = errorCode(418005)
/** The rules of the audience or of the recipients reach beyond the organizations in which the caller manages reports. */
export const BEYOND_SCOPE = errorCode(418006)
/** The source does not exist, or is not open to the caller any more. */
export const SOURCE_CLOSED = errorCode(418007)
/** The format takes so many rows at most: filter, or choose CSV. `data.max` */
export const TOO_MANY_ROWS = errorCode(418008)
