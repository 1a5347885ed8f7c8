/** Error codes of operations, in numbers that the specification leaves free. */
import { errorCode } from '#kit/errors.ts'

/** The task has ended, or its kind can't be cancelled or retried. */
export const TASK_NOT_CHANGEABLE = errorCode(20300)
