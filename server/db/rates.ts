/**
 * Limits of how often something is done, counted in the database: they hold across connections and server processes. Each
 * is one statement outside of transactions, so that a refused request is counted, too. The table is not logged: after a
 * crash of the database the counts begin at 0 again.
 */
import { sql } from 'kysely'
import { type Connection, withTables } from './connection.ts'

export interface Window {
  /** How often within the window so far, this time included. */
  readonly count: number
  readonly endsAt: number
}

/** Counts one more of `key` in the window that the first of them opened. */
export async function countInWindow(db: Connection, key: string, windowMs: number, now: number): Promise<Window> {
  const { rows } = await sql<Window>`
    insert into server.rate as known (key, count, until) values (${key}, 1, ${now + windowMs})
    on conflict (key) do update set
      count = case when known.until <= ${now} then 1 else known.count + 1 end,
      until = case when known.until <= ${now} then excluded.until else known.until end
    returning count, until as "endsAt"`.execute(withTables<unknown>(db))
  const [row] = rows
  if (!row) throw new Error(`the window of ${key} was not counted`)
  return row
}

/** How often `key` has been counted in its window. */
export async function countOfWindow(db: Connection, key: string, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from server.rate where key = ${key} and until > ${now}`.execute(withTables<unknown>(db))
  return rows[0]?.count ?? 0
}

export interface TokenRate {
  readonly perSecond: number
  /** How many at once. */
  readonly burst: number
}

/** Takes one of the tokens of `key`, which come back at a steady rate; false where none is left. */
export async function takeToken(db: Connection, key: string, rate: TokenRate, now: number): Promise<boolean> {
  const intervalMs = Math.round(1000 / rate.perSecond)
  const latest = now + (rate.burst - 1) * intervalMs
  // `until` is the moment at which all tokens will be back.
  const { rows } = await sql`
    insert into server.rate as known (key, count, until) values (${key}, 0, ${now + intervalMs})
    on conflict (key) do update set until = greatest(known.until, ${now}) + ${intervalMs}
    where known.until <= ${latest}
    returning key`.execute(withTables<unknown>(db))
  return rows.length > 0
}

/** Deletes what counts no more. */
export async function removeOldRates(db: Connection, now: number): Promise<void> {
  await sql`delete from server.rate where until <= ${now}`.execute(withTables<unknown>(db))
}
