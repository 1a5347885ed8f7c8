/** What modules above close of contents: those of a column that has to be bought. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { ErrorCode } from '#kit/errors.ts'
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

interface Closed {
  readonly code: ErrorCode
  readonly data: Record<string, unknown>
}

interface ContentGate {
  /** Why the caller, who sees the contents, may not open them now; of those in whose way nothing is, nothing. One statement, by an index. */
  readonly closed: (
    connection: Connection,
    caller: Caller,
    contentIds: readonly string[],
    now: number,
  ) => Promise<ReadonlyMap<string, Closed>>
  /** The same as a condition, for statements over contents of many kinds: whether the gate closes the content of this id to the caller. */
  readonly closedSql: (caller: Caller, contentId: RawBuilder<unknown>, now: number) => RawBuilder<boolean>
  /** Whether the gate may close the content to anybody: its pictures are for its readers alone then. */
  readonly mayClose: (connection: Connection, companyId: string, contentId: string) => Promise<boolean>
}

export const contentGate = extensionPoint<ContentGate>('contents.gate')

/** Whether no gate closes the content of this id to the caller. */
export function openToReaderSql(caller: Caller, contentId: RawBuilder<unknown>, now: number): RawBuilder<boolean> {
  const gates = contentGate.all().map(({ closedSql }) => sql<boolean>`not ${closedSql(caller, contentId, now)}`)
  return gates.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(gates, sql` and `)})`
}

async function closedAmong(connection: Connection, caller: Caller, contentIds: readonly string[], now: number) {
  const found = new Map<string, Closed>()
  for (const gate of contentGate.all())
    for (const [id, closed] of await gate.closed(connection, caller, contentIds, now)) found.set(id, closed)
  return found
}

export async function assertOpenToReader(
  connection: Connection,
  caller: Caller,
  contentId: string,
  now: number,
): Promise<void> {
  const closed = (await closedAmong(connection, caller, [contentId], now)).get(contentId)
  if (closed) throw refuse(closed.code, closed.data)
}

/** Refuses where all of the contents are closed: what several of them show opens by any that is open. */
export async function assertOneOpen(
  connection: Connection,
  caller: Caller,
  contentIds: readonly string[],
  now: number,
): Promise<void> {
  const closed = await closedAmong(connection, caller, contentIds, now)
  const [first] = closed.values()
  if (first && closed.size === contentIds.length) throw refuse(first.code, first.data)
}

/** Whether any of the contents is open to the caller. */
export async function isOneOpen(
  connection: Connection,
  caller: Caller,
  contentIds: readonly string[],
  now: number,
): Promise<boolean> {
  return (await closedAmong(connection, caller, contentIds, now)).size < contentIds.length
}

export async function isGated(connection: Connection, companyId: string, contentId: string): Promise<boolean> {
  for (const gate of contentGate.all()) if (await gate.mayClose(connection, companyId, contentId)) return true
  return false
}
