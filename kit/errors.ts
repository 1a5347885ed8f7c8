/** Error codes. Every refusal has a code, whose text is in the messages of its module in both languages. */

export interface ErrorCode {
  readonly code: number
  /** 503: nothing was decided, and the same call may be sent again later. */
  readonly status: 401 | 403 | 422 | 503
}

export function errorCode(code: number, status: ErrorCode['status'] = 422): ErrorCode {
  return { code, status }
}

/** 401 without a code: the client opens the sign-in page at once (SHELL-079). */
export const SIGN_IN_NEEDED = errorCode(0, 401)
/** The caller has no right to this call or this row. */
export const NO_PERMISSION = errorCode(10138, 403)
/** A field is missing or wrong; `data.fields` says which and why. */
export const INVALID_INPUT = errorCode(900001)
export const FILE_TOO_LARGE = errorCode(900003)
export const FILE_TYPE_UNSUPPORTED = errorCode(900004)
export const NOT_FOUND = errorCode(900005)
/** The header `Version` names a version of the API that this server does not speak. */
export const UNKNOWN_API_VERSION = errorCode(900006)
export const TOO_MANY_CALLS = errorCode(900008)
/**
 * A text that others would read has sensitive words (SYSTEM-122). `data.words` names them; `data.fields` says where they
 * stand: `[{ path, rule: 'sensitive', message, hits: [{ start, end, word }] }]`, in UTF-16 units of the text as sent.
 */
export const SENSITIVE_WORDS = errorCode(900010)
/** `X-Dry-Run` was sent to a call that can't be tried; `data.reason` says why (`noDryRun` of its contract entry). */
export const CANNOT_BE_TRIED = errorCode(900011)
/** A permission over others was used for the caller's own benefit; another member has to do it (`onSelf` of the entry). */
export const NOT_FOR_ONESELF = errorCode(900012)
/** The idempotency key of the call was sent before, with other input. */
export const KEY_USED_FOR_ANOTHER_REQUEST = errorCode(701015)
/** Something that the server needs is away or overloaded (SHELL-131); `Retry-After` says when to ask again. */
export const SERVER_BUSY = errorCode(999001, 503)

/** Refusals that any call may answer; a contract entry need not list them. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  SIGN_IN_NEEDED,
  NO_PERMISSION,
  INVALID_INPUT,
  UNKNOWN_API_VERSION,
  TOO_MANY_CALLS,
  SENSITIVE_WORDS,
  CANNOT_BE_TRIED,
  NOT_FOR_ONESELF,
  SERVER_BUSY,
]

/** Thrown to refuse a request. The framework rolls back and answers `{ errorCode, message, data }`. */
export class Refusal extends Error {
  readonly error: ErrorCode
  readonly data: Record<string, unknown> | undefined
  /** Commits the request's writes although it is refused, such as a counted wrong password. */
  readonly keepWrites: boolean

  constructor(error: ErrorCode, data?: Record<string, unknown>, keepWrites = false) {
    super(`refused with ${error.code}`)
    this.name = 'Refusal'
    this.error = error
    this.data = data
    this.keepWrites = keepWrites
  }
}

/** `throw refuse(CODE)`: `data` also fills the `{placeholders}` of the code's text. */
export function refuse(error: ErrorCode, data?: Record<string, unknown>): Refusal {
  return new Refusal(error, data)
}

/** As `refuse`, but commits what the request has written so far. */
export function refuseKeepingWrites(error: ErrorCode, data?: Record<string, unknown>): Refusal {
  return new Refusal(error, data, true)
}
