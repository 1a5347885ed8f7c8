/** The refusals of operations, in numbers that the specification leaves free. */
import { errorCode } from '#kit/errors.ts'

/** The task is over, or its kind can't be cancelled or repeated. */
export const TASK_NOT_CHANGEABLE = errorCode(20300)
