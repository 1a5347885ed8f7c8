/** Why a call about a graduation is refused. */
import { errorCode } from '#kit/errors.ts'

/** A batch of this class runs: a second one waits until it has ended (TRAINING-021). */
export const GRADUATION_RUNNING = errorCode(396001)
/** Nobody of those chosen takes part and has not graduated yet. */
export const NOBODY_TO_GRADUATE = errorCode(396002)
/** A condition names what is no activity of the class. `data.activityId` */
export const CONDITION_UNKNOWN = errorCode(396003)
/** Who graduates in spite of the conditions is chosen by name. */
export const CHOOSE_MEMBERS = errorCode(396004)
