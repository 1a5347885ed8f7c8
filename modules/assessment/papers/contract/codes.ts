/** The refusals of papers. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed the paper since it was read; `data.revision` is the newest. */
export const PAPER_CHANGED = errorCode(386001)
/** The paper is ready: it is opened for editing before it is changed. */
export const PAPER_READY = errorCode(386002)
/** The paper cannot be ready, or be drawn, as it is; `data.problems` is a list of `PaperProblem`. */
export const PAPER_FAULTY = errorCode(386003)
/** The paper is worth more than `data.max` points. */
export const TOTAL_TOO_HIGH = errorCode(386004)
/** The same question stands in the paper twice; `data.questionIds` names them. */
export const QUESTION_TWICE = errorCode(386005)
