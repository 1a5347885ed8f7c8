/**
 * Limits of how often something is done, counted in the database: they hold across connections and server processes. Each
 * is one statement outside of transactions, so that a refused request is counted, too. The table is not logged: after a
 * crash of the database the counts begin at 0 again.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Connection, withTables } from './connection.ts'

export interface Window {
  /** How often within the window so far, these times included. */
  readonly count: number
  readonly endsAt: number
}

/**
 * Whether the window of a row is over. One that ends later than two windows from now was opened while the clock was ahead; what
 * the clocks of several processes differ by is no reason to begin another window.
 */
const isOver = (until: RawBuilder<unknown>, windowMs: number, now: number) =>
  sql`(${until} <= ${now} or ${until} > ${now + 2 * windowMs})`

/** Counts `times` more of `key` in the window that the first of them opened. */
export async function countInWindow(
  db: Connection,
  key: string,
  windowMs: number,
  now: number,
  times = 1,
): Promise<Window> {
  const over = isOver(sql`known.until`, windowMs, now)
  const { rows } = await sql<Window>`
    insert into server.rate as known (key, count, until) values (${key}, ${times}, ${now + windowMs})
    on conflict (key) do update set
      count = case when ${over} then excluded.count else known.count + excluded.count end,
      until = case when ${over} then excluded.until else known.until end
    returning count, until as "endsAt"`.execute(withTables<unknown>(db))
  const [row] = rows
  if (!row) throw new Error(`the window of ${key} was not counted`)
  return row
}

/** How often `key` has been counted in its window. */
export async function countOfWindow(db: Connection, key: string, windowMs: number, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from server.rate where key = ${key} and not ${isOver(sql`until`, windowMs, now)}`.execute(
    withTables<unknown>(db),
  )
  return rows[0]?.count ?? 0
}

export interface TokenRate {
  readonly perSecond: number
  /** How many at once. */
  readonly burst: number
}

/** What the clocks of several processes may differ by. */
const clocksDifferMs = 10_000

/**
 * Takes one of the tokens of `key`, which come back at a steady rate; false where none is left. A moment that no clock of
 * today can have written was left by one that was ahead: all tokens are back.
 */
export async function takeToken(db: Connection, key: string, rate: TokenRate, now: number): Promise<boolean> {
  const intervalMs = Math.round(1000 / rate.perSecond)
  const latest = now + (rate.burst - 1) * intervalMs
  // `until` is the moment at which all tokens will be back.
  const farthest = now + rate.burst * intervalMs + clocksDifferMs
  const { rows } = await sql`
    insert into server.rate as known (key, count, until) values (${key}, 0, ${now + intervalMs})
    on conflict (key) do update set
      until = case when known.until > ${farthest} then ${now} else greatest(known.until, ${now}) end + ${intervalMs}
    where known.until <= ${latest} or known.until > ${farthest}
    returning key`.execute(withTables<unknown>(db))
  return rows.length > 0
}

/** Deletes what counts no more. */
export async function removeOldRates(db: Connection, now: number): Promise<void> {
  await sql`delete from server.rate where until <= ${now}`.execute(withTables<unknown>(db))
}
