/**
 * What a grant was given for. A grant lasts hours, and what it was given for may be lost meanwhile: a course is paid back, a seat
 * taken away. So the grant names the item, and the module of the item is asked again where a token is renewed, and at most once a
 * minute while files are loaded.
 */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { callerOfMember } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Outside } from '#server/outside.ts'
import type { Reader } from './signing.ts'

/** A module that grants files for as long as the member may use an item. */
interface GrantedItem {
  readonly kind: string
  /** Whether the item is still open to the caller, who was granted a file of it. */
  isOpen(db: Connection, caller: Caller, id: string, now: number): Promise<boolean>
}

export const grantedItem = extensionPoint<GrantedItem>('files.granted-item')

/** What the grant or token names behind its signature, as text: `kind.id`. */
export const itemIn = (token: string): string => token.split('.').slice(2).join('.')

async function isStillOpen(db: Connection, { memberId }: Reader, item: string, now: number): Promise<boolean> {
  const [kind, id = ''] = item.split('.')
  const asked = grantedItem.all().find((one) => one.kind === kind)
  const caller = asked && (await callerOfMember(db, memberId))
  return caller !== undefined && (await asked?.isOpen(db, caller, id, now)) === true
}

/** Refuses a grant whose item the reader has lost. */
export async function assertItemOpen(db: Connection, reader: Reader, token: string, now: number): Promise<void> {
  const item = itemIn(token)
  if (item !== '' && !(await isStillOpen(db, reader, item, now))) throw refuse(NO_PERMISSION)
}

const askedEveryMs = 60_000
const knownMax = 10_000
const known = new WeakMap<Outside, Map<string, number>>()

/** The same while a file or stream is loaded piece by piece: asked again after a minute. */
export async function assertItemStillOpen(
  db: Connection,
  reader: Reader,
  token: string,
  { outside, now }: { readonly outside: Outside; readonly now: number },
): Promise<void> {
  const item = itemIn(token)
  if (item === '') return
  const times = known.get(outside) ?? new Map<string, number>()
  known.set(outside, times)
  const key = `${reader.memberId} ${item}`
  const since = now - (times.get(key) ?? Number.NEGATIVE_INFINITY)
  if (since >= 0 && since < askedEveryMs) return
  await assertItemOpen(db, reader, token, now)
  times.delete(key)
  const [oldest] = times.keys()
  if (times.size >= knownMax && oldest !== undefined) times.delete(oldest)
  times.set(key, now)
}
