/** Days of a company, counted from 1970-01-01, and the months that they belong to. */
import { type RawBuilder, sql } from 'kysely'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { CommunityDb } from './db.ts'

export const dayMs = 86_400_000

export interface Span {
  readonly from: number
  readonly to: number
}

/** The day of an instant by the company’s clock. */
export const daySql = (companyId: string, instant: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((to_timestamp(${instant} / 1000.0) at time zone ${timeZoneSql(companyId)})::date - date '1970-01-01')`

export async function dayOf(db: CommunityDb, companyId: string, now: number): Promise<number> {
  const { rows } = await sql<{ day: number }>`select ${daySql(companyId, sql`${now}::bigint`)} as day`.execute(db)
  return rows[0]?.day ?? 0
}

export const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

/** The first day of the month that is `earlier` months before that of `day`. */
export function monthStart(day: number, earlier: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - earlier, 1) / dayMs
}
