/** How a call ended, in one word: for tables of what is accepted and what is refused. */
import { Refusal } from '#kit/errors.ts'
import { CallRefused } from './harness.ts'

/** Accepted, or the error code of the refusal; its status where it has no code, as 401. */
export type Outcome = 'accepted' | number

/** The code of a refusal, from a call, a socket or a function of the server; nothing for any other error. */
export function codeOf(error: unknown): number | undefined {
  if (error instanceof CallRefused && error.status < 500) return error.errorCode ?? error.status
  if (error instanceof Refusal) return error.error.code
  // A refusal over the socket of a room. The codes of PostgreSQL and Node are strings.
  if (error instanceof Error && 'code' in error && typeof error.code === 'number') return error.code
  return undefined
}

/** How the call ended. An error that is no refusal is thrown. */
export async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call
    return 'accepted'
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    return code
  }
}
