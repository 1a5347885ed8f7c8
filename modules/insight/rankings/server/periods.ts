/** Which rows of the totals a caller asks for. */
import { sql } from 'kysely'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Period } from '../contract.ts'
import type { RankingsDb } from './db.ts'

const units = { week: 'week', month: 'month', season: 'quarter' } as const
const months = { month: 1, season: 3 } as const
export const always = '1970-01-01'

/** The first day of the period in the zone of the company, so many periods back. */
export async function startOf(db: RankingsDb, companyId: string, period: Period, ago: number, now: number) {
  if (period === 'all') return always
  const back =
    period === 'week' ? sql`make_interval(weeks => ${ago})` : sql`make_interval(months => ${ago * months[period]})`
  const { rows } = await sql<{ starts: string }>`
    select (date_trunc(${units[period]}, to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)}) - ${back})
      ::date::text as starts`.execute(db)
  return rows[0]?.starts ?? always
}

/** The rows `t` of a period of a ranking. */
export const ofPeriodSql = (companyId: string, ranking: string, period: Period, starts: string) =>
  sql`t.company_id = ${companyId} and t.ranking = ${ranking} and t.period = ${period} and t.starts = ${starts}::date
    and t.amount > 0`
