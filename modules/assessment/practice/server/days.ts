/** Days of the company, counted from 1970-01-01 in its time zone. */
import { type RawBuilder, sql } from 'kysely'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { PracticeDb } from './db.ts'

export const daySql = (companyId: string, now: number): RawBuilder<number> =>
  sql<number>`((to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date - date '1970-01-01')`

/** The instant at which the company's day of `now` begins. */
export const dayStartSql = (companyId: string, now: number): RawBuilder<number> =>
  sql<number>`(extract(epoch from date_trunc('day', to_timestamp(${now}::bigint / 1000.0)
    at time zone ${timeZoneSql(companyId)}) at time zone ${timeZoneSql(companyId)}) * 1000)`

export async function dayOf(db: PracticeDb, companyId: string, now: number): Promise<number> {
  const { rows } = await sql<{ day: number }>`select ${daySql(companyId, now)} as day`.execute(db)
  return rows[0]?.day ?? 0
}
