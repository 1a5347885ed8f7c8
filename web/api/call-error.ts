import { type ErrorCode, SERVER_BUSY } from '#kit/errors.ts'

/** Why a call failed, as far as the screen can tell. */
export type FailureKind = 'refused' | 'server' | 'offline' | 'timeout' | 'aborted'

interface Failure {
  readonly kind: FailureKind
  readonly status?: number
  readonly errorCode?: number
  readonly data?: Readonly<Record<string, unknown>>
  /** How long the server wants to be left alone. */
  readonly retryAfterMs?: number
}

/** A call that did not succeed. `refused` carries the code and data of the refusal; of the others nothing was decided. */
export class CallError extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly errorCode: number | undefined
  readonly data: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined

  constructor(failure: Failure) {
    super(`call failed: ${failure.kind} ${failure.status ?? ''} ${failure.errorCode ?? ''}`.trim())
    this.name = 'CallError'
    this.kind = failure.kind
    this.status = failure.status
    this.errorCode = failure.errorCode
    this.data = failure.data ?? {}
    this.retryAfterMs = failure.retryAfterMs
  }
}

/** Whether a call was refused with this code: `if (isRefusal(error, NOT_FOUND)) …`. */
export function isRefusal(error: unknown, code: ErrorCode): error is CallError {
  return error instanceof CallError && error.kind === 'refused' && error.errorCode === code.code
}

/** Whether the server was not able to serve the call for the moment. It has decided nothing, and may be asked again. */
export function isBusy(error: unknown): error is CallError {
  return (
    error instanceof CallError &&
    error.kind === 'server' &&
    (error.status === 503 || error.errorCode === SERVER_BUSY.code)
  )
}
