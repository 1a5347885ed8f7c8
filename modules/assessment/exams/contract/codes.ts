/** The refusals of exams. */
import { errorCode } from '#kit/errors.ts'

/** Somebody else has changed the exam since `revision` was read. `data.revision`: the newest */
export const EXAM_CHANGED = errorCode(384001)
/** The state of the exam does not allow the action. `data`: action, status */
export const EXAM_STATUS = errorCode(384002)
/** The exam cannot be published yet; `data.reasons` names what is missing (`notReadyReasons`). */
export const EXAM_NOT_READY = errorCode(384003)
/** An address range is none; `data.range` */
export const ADDRESS_RANGE_INVALID = errorCode(384004)

/** The caller is no examinee of the exam (EXAM-052). */
export const NO_EXAMINEE = errorCode(30142)
/** The exam cannot be entered now; `data.state` says which state it is in (EXAM-023, EXAM-024). */
export const EXAM_NOT_OPEN = errorCode(384005)
/** The address of the caller is in none of the exam's ranges (EXAM-011). */
export const ADDRESS_NOT_ALLOWED = errorCode(384006)
/** All allowed attempts are used up (EXAM-009). */
export const NO_ATTEMPTS_LEFT = errorCode(384007)
/** The password of the exam is another one (EXAM-012); `data.count` tries are left. */
export const WRONG_PASSWORD = errorCode(384008)
/** Too many wrong passwords; `data.until` is when the next one is looked at. */
export const PASSWORD_LOCKED = errorCode(384009)

/** An administrator has reset the attempt (EXAM-051). */
export const ATTEMPT_RESET = errorCode(34008)
/** The attempt was submitted, or its time is over; `data.state` is where it stands. */
export const ATTEMPT_OVER = errorCode(384010)
/** Numbers are missing between what is known and what was sent; `data.wanted` is the first of them. */
export const EVENTS_MISSING = errorCode(384011)
/** A question is not in the paper, or is of another kind than the answer; `data.number` is the event. */
export const NOT_IN_PAPER = errorCode(384012)

/** The viewing rule of the exam: not before the exam ends (EXAM-050). */
export const PAPER_AFTER_END = errorCode(39011)
/** Not before the caller has passed. */
export const PAPER_AFTER_PASS = errorCode(39012)
/** Never. */
export const PAPER_NEVER = errorCode(39013)
/** The details of the caller's answers, before the caller has passed (EXAM-047). */
export const DETAILS_AFTER_PASS = errorCode(30148)

/** The attempt is in a state that does not allow the action; `data.state` */
export const ATTEMPT_STATE = errorCode(384013)
/** More than the question is worth; `data.maxTenths` */
export const MARK_TOO_HIGH = errorCode(384014)
/** Answers are not marked yet; `data.count` of them. */
export const MARKS_MISSING = errorCode(384015)
/** The answers of an exam are exported until 48 hours after its end (EXAM-039); `data.until` */
export const EXPORT_OVER = errorCode(384016)

/** An exam takes so many announcements; `data.max` */
export const TOO_MANY_ANNOUNCEMENTS = errorCode(384060)
/** The examinee answers another attempt at the exam at the moment. */
export const OTHER_ATTEMPT_OPEN = errorCode(384061)
/** The file is none of saved answers, is damaged, or belongs to another exam. */
export const ANSWER_FILE_INVALID = errorCode(384062)
/** The exam asks for a picture at the start, or for the reason why there is none. */
export const PHOTO_NEEDED = errorCode(384063)
/** The picture is none of the caller's, or no picture. */
export const PHOTO_INVALID = errorCode(384064)
/** Answers are for sections that are not open; `data.numbers` are those of their events. The others of the batch may be sent again. */
export const SECTION_CLOSED = errorCode(384040)
/** The section is the last one or not the open one, or the sections of the paper are not closed one by one; `data.sectionNumber` */
export const NO_NEXT_SECTION = errorCode(384041)
/** The exam asks for registration, and the caller is not registered; `data.state` is how far the registration is. */
export const NOT_REGISTERED = errorCode(384042)
/** The exam asks for no registration, or its window is not open now. */
export const REGISTRATION_CLOSED = errorCode(384043)
/** The state of the registration does not allow the action; `data.state` */
export const REGISTRATION_STATE = errorCode(384044)
/** Somebody else has changed the accommodation since it was read. */
export const ACCOMMODATION_CHANGED = errorCode(384045)
/** Papers are still being scored again after the last fix of a key. */
export const FIX_RUNNING = errorCode(384020)
/** The version does not fit: another question, or its answers would mean something else. */
export const FIX_NOT_FIT = errorCode(384021)
/** Another marker has the answer on the desk; `data.until` */
export const ANSWER_TAKEN = errorCode(384022)
/** The author has suspended the marking. */
export const MARKING_SUSPENDED = errorCode(384023)
/** The levels do not fit the rubric of the question. */
export const LEVELS_NOT_FIT = errorCode(384024)
/** Two markers have marked the answer, and their marks agree. */
export const ANSWER_DECIDED = errorCode(384025)
/** The exam takes no appeals, or the days to appeal are over; `data.until` where there was time. */
export const APPEAL_NOT_OPEN = errorCode(384026)
/** An appeal on this question waits already. */
export const APPEAL_WAITING = errorCode(384027)
/** The appeal was answered or withdrawn; `data.state` */
export const APPEAL_CLOSED = errorCode(384028)
