/**
 * Wrong passwords and codes from one network address. A company may be behind one address, so what succeeds counts
 * nothing; each account has a limit of its own besides (`credentials.ts`, `verification-codes.ts`).
 */
import { Refusal, refuse, TOO_MANY_CALLS } from '#kit/errors.ts'
import { countInWindow, countOfWindow } from '#server/db/rates.ts'
import { networkOf } from '#server/http/network.ts'
import {
  ACCOUNT_LOCKED,
  CODE_INVALID,
  CODE_VOID,
  EMAIL_CODE_EXPIRED,
  ONE_TIME_CODE_EXPIRED,
  PASSWORD_WRONG,
  PASSWORD_WRONG_ONE_LEFT,
  PASSWORD_WRONG_TWO_LEFT,
} from '../contract/codes.ts'
import type { IdentityDb } from './db.ts'

const failuresMax = 300
const windowMs = 60_000

const guessCodes: ReadonlySet<number> = new Set(
  [
    ...[PASSWORD_WRONG, PASSWORD_WRONG_TWO_LEFT, PASSWORD_WRONG_ONE_LEFT, ACCOUNT_LOCKED],
    ...[CODE_INVALID, CODE_VOID, EMAIL_CODE_EXPIRED, ONE_TIME_CODE_EXPIRED],
  ].map(({ code }) => code),
)

interface From {
  readonly ip: string
}

/** Whether a sign-in was refused for what was guessed, and not for the state of the account. */
export function isFailedGuess(error: unknown): boolean {
  return error instanceof Refusal && guessCodes.has(error.error.code)
}

const keyOf = ({ ip }: From) => `identity.failed-sign-in ${networkOf(ip)}`

/** Refuses with 900008 after too many failures. */
export async function assertFewFailures(db: IdentityDb, from: From, now: number): Promise<void> {
  if ((await countOfWindow(db, keyOf(from), windowMs, now)) >= failuresMax) throw refuse(TOO_MANY_CALLS)
}

/** Outside of transactions, so that it counts whatever becomes of the call. */
export async function countFailure(db: IdentityDb, from: From, now: number): Promise<void> {
  await countInWindow(db, keyOf(from), windowMs, now)
}
