/** Why a call about homework is refused. */
import { errorCode } from '#kit/errors.ts'

/** The last version is not marked yet. `data.state` */
export const HOMEWORK_WAITING = errorCode(398001)
/** The homework is marked, and enough: nothing more is handed in. */
export const HOMEWORK_DONE = errorCode(398002)
/** As many versions as the task allows are handed in. `data.max` */
export const VERSIONS_USED_UP = errorCode(398003)
/** The task takes nothing after its due time. `data.dueAt` */
export const HOMEWORK_OVERDUE = errorCode(398004)
/** A file is not there, or is somebody else's. */
export const HOMEWORK_FILE = errorCode(398005)
/** Somebody else has decided about the version, or a newer one is there. `data.state` */
export const VERSION_DECIDED = errorCode(398006)
/** The mark has no points, more than the task gives, or does not follow from the chosen levels. `data.maxTenths` */
export const MARK_DOES_NOT_FIT = errorCode(398007)
/** The archive that the caller asked for before is not ready yet. */
export const ARCHIVE_RUNNING = errorCode(398008)
/** The files together are too large for one archive. `data`: sizeBytes, max */
export const ARCHIVE_TOO_LARGE = errorCode(398009)
/** Nobody has handed in anything. */
export const ARCHIVE_EMPTY = errorCode(398010)
