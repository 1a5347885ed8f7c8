/** Why a call about a lecturer is refused. The text of 60201, which is the specification's, stands with those of the kit. */
import { errorCode } from '#kit/errors.ts'

/** The caller is no lecturer, or is disabled as one (TRAINING-042). `data.lecturerId`: of one who cannot be booked */
export const NOT_A_LECTURER = errorCode(60201)
/** Somebody else has changed the lecturer since `revision` was read. `data.revision`: the newest */
export const LECTURER_CHANGED = errorCode(390001)
/** The member is in the directory already. `data.lecturerId` */
export const LECTURER_EXISTS = errorCode(390002)
/** The survey evaluates the lecturer already. */
export const EVALUATION_EXISTS = errorCode(390004)
/** The teaching log names the lecturer, who can be disabled instead. `data.bookings`: how many entries */
export const LECTURER_BOOKED = errorCode(390003)
