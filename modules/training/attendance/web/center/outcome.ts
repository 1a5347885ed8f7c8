/** What came of scanning the code in the room, as the phone says it. */

import { NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import { CallError, isRefusal } from '#web/api/call-error.ts'
import type { CheckedIn, Claim } from '../../contract/checking-in.ts'
import {
  ALREADY_CHECKED_IN,
  CHECK_IN_CLOSED,
  CHECK_IN_NOT_OPEN,
  CODE_WORD_WRONG,
  DEVICE_USED,
  NOT_CHECKED_IN,
  QR_EXPIRED,
} from '../../contract/codes.ts'

export type Refusal =
  | { readonly kind: 'expired' | 'no-tries' | 'stranger' | 'device' | 'not-in' | 'offline' }
  | { readonly kind: 'already' | 'not-open' | 'closed'; readonly at: number | undefined }
  /** Its own text says it. */
  | { readonly kind: 'other'; readonly error: unknown }

export type Outcome =
  | { readonly kind: 'checking' }
  | { readonly kind: 'claimed'; readonly claim: Claim; readonly until: number }
  | { readonly kind: 'done'; readonly done: CheckedIn; readonly claim: Claim }
  | Refusal

const instantOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

export function refusalOf(error: unknown): Refusal {
  if (isRefusal(error, QR_EXPIRED)) return { kind: 'expired' }
  if (isRefusal(error, ALREADY_CHECKED_IN)) return { kind: 'already', at: instantOf(error.data.at) }
  if (isRefusal(error, CHECK_IN_NOT_OPEN)) return { kind: 'not-open', at: instantOf(error.data.opensAt) }
  if (isRefusal(error, CHECK_IN_CLOSED)) return { kind: 'closed', at: instantOf(error.data.closesAt) }
  if (isRefusal(error, NO_PARTICIPANT)) return { kind: 'stranger' }
  if (isRefusal(error, CODE_WORD_WRONG)) return { kind: 'no-tries' }
  if (isRefusal(error, DEVICE_USED)) return { kind: 'device' }
  if (isRefusal(error, NOT_CHECKED_IN)) return { kind: 'not-in' }
  if (error instanceof CallError && error.kind !== 'refused') return { kind: 'offline' }
  return { kind: 'other', error }
}

/** What the address of a code says; nothing where it is no such address. */
export function codeOf(query: URLSearchParams): { readonly timeStamp: number; readonly mac: string } | undefined {
  const timeStamp = Number(query.get('t'))
  const mac = query.get('m') ?? ''
  return Number.isSafeInteger(timeStamp) && timeStamp > 0 && /^[\w-]{1,64}$/.test(mac) ? { timeStamp, mac } : undefined
}

/** The screen to which a scanned text leads, where it is a code for checking in; only its path is used, never its host. */
export function pathIn(text: string): string | undefined {
  return /#(\/check-in\/[\w-]{1,64}\?[\w=&-]{1,200})$/.exec(text)?.[1]
}
