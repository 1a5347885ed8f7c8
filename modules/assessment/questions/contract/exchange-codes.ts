/** What an import of questions refuses: the file as a whole, and single cells or questions of it. */
import { errorCode } from '#kit/errors.ts'
import type { ProblemCode } from './consistency.ts'

export const IMPORT_FILE_UNREADABLE = errorCode(383101)
/** More than 3,000 rows (EXAM-043). */
export const IMPORT_TOO_MANY_ROWS = errorCode(383102)
export const IMPORT_COLUMNS_MISSING = errorCode(383103)
export const IMPORT_NOT_READY = errorCode(383104)
/** More questions match than a file takes; `data.max` says how many it takes. */
export const TOO_MANY_TO_EXPORT = errorCode(383105)

/** The pictures, sound and videos of the questions are more than a file takes; `data.maxBytes` says how much it takes. */
export const EXPORT_TOO_LARGE = errorCode(383106)

export const CELL_MISSING = errorCode(383110)
export const CELL_TOO_LONG = errorCode(383111)
export const KIND_UNKNOWN = errorCode(383112)
export const KEY_UNREADABLE = errorCode(383113)
export const SCORE_WRONG = errorCode(383114)
export const DIFFICULTY_WRONG = errorCode(383115)
export const TOPIC_UNKNOWN = errorCode(383116)
export const SETTING_WRONG = errorCode(383117)
/** Too few or too many options, items or pairs (EXAM-031, EXAM-032). */
export const OPTION_COUNT_WRONG = errorCode(383118)
export const PART_WITHOUT_GROUP = errorCode(383119)
export const GROUP_WITHOUT_PARTS = errorCode(383120)
/** A pair without its sign between left and right. */
export const PAIR_UNREADABLE = errorCode(383121)
/** Another row of the same group is wrong. */
export const GROUP_INCOMPLETE = errorCode(383122)

/** A picture or formula of a Word document that its author has to put in again. */
export const OBJECT_LOST = errorCode(383123)

/** What stands in the file at this place is no question. */
export const QUESTION_UNREADABLE = errorCode(383124)
/** A kind of question that the bank does not have. */
export const KIND_UNSUPPORTED = errorCode(383125)
/** A picture, sound or video of the file that is missing, damaged, or of a type that is not taken. */
export const MEDIA_REFUSED = errorCode(383126)

/** A drawing of Windows (EMF, WMF) or a TIFF in a Word document, which browsers do not show. */
export const DRAWING_UNSUPPORTED = errorCode(383127)

/** Problems of a content that its shape allows. */
export const problemErrors = {
  empty: CELL_MISSING,
  'same-text': errorCode(383130),
  'no-such-option': errorCode(383131),
  'blank-count': errorCode(383132),
  'chinese-bracket': errorCode(383133),
  'empty-alternative': errorCode(383134),
  'not-a-number': errorCode(383135),
  'score-sum': errorCode(383136),
} as const satisfies Record<ProblemCode, ReturnType<typeof errorCode>>
