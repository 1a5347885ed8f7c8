/** The refusals of surveys. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed the survey since `revision` was read. `data.revision`: the newest */
export const SURVEY_CHANGED = errorCode(385001)
/** The state of the survey does not allow the action. `data`: action, status */
export const SURVEY_STATUS = errorCode(385002)
/** The survey cannot be published yet; `data.reasons` names what is missing (`notReadyReasons`). */
export const SURVEY_NOT_READY = errorCode(385003)
/** Questions, conditions or quotas contradict each other; `data.problems` are the `SurveyProblem`s. */
export const SURVEY_INCONSISTENT = errorCode(385004)
/** A question that was published keeps its kind, its scale and what its numbers mean; `data.questionId`, `data.title` */
export const QUESTION_FIXED = errorCode(385005)
/** What respondents were promised stays: anonymous or named, and the minimum group. */
export const PROMISE_FIXED = errorCode(385006)

/** The caller is not in the audience of the survey. */
export const NO_RESPONDENT = errorCode(385007)
/** The survey has not started; `data.startAt` */
export const SURVEY_UPCOMING = errorCode(385008)
/** The survey has ended (EXAM-059). */
export const SURVEY_ENDED = errorCode(385009)
/** The survey was revoked (EXAM-059). */
export const SURVEY_REVOKED = errorCode(385010)
/** The caller has answered the survey (EXAM-059). */
export const SURVEY_ANSWERED = errorCode(385011)
/** An answer does not fit its question; `data.questionId`, `data.problem` (`answerProblems`) */
export const ANSWER_INVALID = errorCode(385012)
/** Questions that must be answered are not; `data.questionIds` */
export const ANSWERS_MISSING = errorCode(385013)
/** Another tab or device has saved since `revision` was read; `data.revision` is the newest. */
export const ANSWERS_CHANGED = errorCode(385014)
/** Answers of an anonymous survey are kept in the browser alone until they are submitted. */
export const ANONYMOUS_NOT_SAVED = errorCode(385015)
/** The link for guests is none, is no longer valid, or its survey is not open to guests. */
export const GUEST_LINK_INVALID = errorCode(385016)

/** Fewer answers than the minimum group: nothing of them is shown. `data.minimum` */
export const GROUP_TOO_SMALL = errorCode(385017)
/** Answers of an anonymous survey are neither filtered nor read one by one. */
export const ANONYMOUS_ONLY_TOGETHER = errorCode(385018)
/** The questions do not fit the table; only choices, ratings and NPS can be crossed. */
export const NOT_CROSSABLE = errorCode(385019)
