/**
 * The error codes of identity. The specification assigns the numbers 20105 to 20161 and 909xx. Refusals without a
 * number in the specification (`dict.*` of codes.tsv) have numbers from 20170 on. 20178 to 20180 are reserved for the
 * three texts of face verification.
 */
import { errorCode } from '#kit/errors.ts'

export const EMAIL_USED = errorCode(20105)
export const PHONE_USED = errorCode(20106)
export const CODE_INVALID = errorCode(20134)
/** A code that signs in by itself: by SMS, by QR, or the ticket of a single sign-on. */
export const ONE_TIME_CODE_EXPIRED = errorCode(20138)
export const EMAIL_CODE_EXPIRED = errorCode(20147)
export const NOT_SUBORDINATE = errorCode(20161)
export const SMS_LIMIT_REACHED = errorCode(10142)
/** A call with the token of a session that a later sign-in ended; the refresh of such a session; too many sessions. */
export const SIGNED_IN_ELSEWHERE = errorCode(90901, 401)
export const SIGNED_IN_ELSEWHERE_REFRESH = errorCode(90902, 401)
export const TOO_MANY_SESSIONS = errorCode(90903)

export const PASSWORD_WRONG = errorCode(20170)
/** dict.password-wrong-2-left, dict.password-wrong-1-left, dict.account-locked */
export const PASSWORD_WRONG_TWO_LEFT = errorCode(20171)
export const PASSWORD_WRONG_ONE_LEFT = errorCode(20172)
export const ACCOUNT_LOCKED = errorCode(20173)
/** dict.code-wrong: the code is void after three wrong tries. */
export const CODE_VOID = errorCode(20174)
/** dict.code-expired, dict.code-too-often, dict.today-too-frequent */
export const CODE_EXPIRED = errorCode(20175)
export const CODE_TOO_OFTEN = errorCode(20176)
export const TODAY_TOO_FREQUENT = errorCode(20177)

export const PASSWORD_RULE_BROKEN = errorCode(20181)
export const USER_NAME_REFUSED = errorCode(20182)
export const USER_NAME_USED = errorCode(20183)
export const STAFF_NUMBER_USED = errorCode(20184)
export const REGISTRATION_CLOSED = errorCode(20185)
export const ACCOUNT_DISABLED = errorCode(20186)
/** An administrator has set the password: sign in again with `newPassword`. */
export const NEW_PASSWORD_NEEDED = errorCode(20187)
export const OLD_PASSWORD_WRONG = errorCode(20188)
/** No provider for this kind of message is set up. */
export const CHANNEL_OFF = errorCode(20189)

export const ORGANIZATION_CYCLE = errorCode(20190)
export const ORGANIZATION_NOT_EMPTY = errorCode(20191)
/** Somebody holds a role on it that the parent does not have from elsewhere: deleted with it, the role would reach further. */
export const ORGANIZATION_HAS_ROLES = errorCode(20223)
export const ORGANIZATION_CODE_USED = errorCode(20192)
export const ORGANIZATION_DISABLED = errorCode(20193)
export const ROOT_ORGANIZATION_FIXED = errorCode(20194)
/** The member is a lecturer of a live session that is not over. */
export const LECTURER_ON_DUTY = errorCode(40324)
export const LAST_SUPER_ADMIN = errorCode(20195)
export const SUPERIOR_CYCLE = errorCode(20196)
export const POSITION_NAME_USED = errorCode(20197)
export const POSITION_IN_USE = errorCode(20198)
/** A role that the company has made: its name is taken, somebody holds it, there are as many as there may be. */
export const ROLE_NAME_USED = errorCode(20219)
export const ROLE_IN_USE = errorCode(20220)
export const TOO_MANY_ROLES = errorCode(20221)

export const IMPORT_FILE_UNREADABLE = errorCode(20200)
export const IMPORT_TOO_MANY_ROWS = errorCode(20201)
export const IMPORT_COLUMNS_MISSING = errorCode(20202)
export const IMPORT_NOT_READY = errorCode(20203)
/** Cells were corrected since the last check. */
export const IMPORT_NOT_CHECKED = errorCode(20204)

/** The QR code is not in the state that this step needs, or another member scanned it. */
export const QR_CODE_STEP_REFUSED = errorCode(20205)
export const SINGLE_SIGN_ON_OFF = errorCode(20206)
/** Several companies have an account of the caller's: `data.companies` names them, `companyId` chooses. */
export const COMPANY_CHOICE_NEEDED = errorCode(20218)

/** Errors of a cell of an imported row, besides the codes above. */
export const CELL_MISSING = errorCode(20210)
export const CELL_TOO_LONG = errorCode(20211)
export const CELL_FORM_WRONG = errorCode(20212)
export const CELL_REPEATED = errorCode(20213)
export const CELL_ORGANIZATION_UNKNOWN = errorCode(20214)
export const CELL_ORGANIZATION_FOREIGN = errorCode(20215)
export const CELL_SUPERIOR_UNKNOWN = errorCode(20216)
/** The name looks like the user name of another member of the company. */
export const USER_NAME_IMITATES = errorCode(20217)
/** Several organizations have this name. */
export const CELL_ORGANIZATION_AMBIGUOUS = errorCode(20222)
