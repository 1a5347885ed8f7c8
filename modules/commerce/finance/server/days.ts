/** The days of a report in the company's time zone, and as many before them. */
import { type RawBuilder, sql } from 'kysely'
import { assertDays } from '#kit/days.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import { daysMax, type Unit } from '../contract/shapes.ts'
import type { FinanceDb } from './db.ts'

const dayMs = 86_400_000

/** `2026-11-28` and so many days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

const daysBetween = (from: string, until: string) =>
  (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs

export interface Days {
  readonly from: string
  readonly until: string
}

export interface Range extends Days {
  readonly companyId: string
  readonly timeZone: string
  readonly dayCount: number
}

/** Refuses what is no day, an end before its beginning, and more than a leap year. */
export async function rangeOf(db: FinanceDb, companyId: string, { from, until }: Days): Promise<Range> {
  assertDays({ from, until })
  const dayCount = daysBetween(from, until) + 1
  if (dayCount > daysMax)
    throw refuse(INVALID_INPUT, { fields: [{ path: 'until', rule: 'range', message: `at most ${daysMax} days` }] })
  return { companyId, from, until, dayCount, timeZone: await getTimeZone(db, companyId) }
}

/** As many days, before these. */
export const previousOf = ({ from, dayCount }: Range): Days => ({
  from: addDays(from, -dayCount),
  until: addDays(from, -1),
})

/** The instant at which a day begins there. */
export const beginSql = (day: RawBuilder<unknown>, timeZone: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${day}::timestamp at time zone ${timeZone}) * 1000)::bigint`

/** From the first day to before the day after the last, as instants. */
export async function spanOf(db: FinanceDb, { from, until, timeZone }: Range) {
  const { rows } = await sql<{ beginsAt: number; endsAt: number }>`
    select ${beginSql(sql`${from}`, timeZone)} as "beginsAt", ${beginSql(sql`${addDays(until, 1)}`, timeZone)} as "endsAt"`.execute(
    db,
  )
  return rows[0] as { beginsAt: number; endsAt: number }
}

/** `day (day, begins, ends, is_kept)`: each of these days, and whether its sums are there. */
export const daySql = ({ companyId, timeZone }: Pick<Range, 'companyId' | 'timeZone'>, { from, until }: Days) => sql`
  select d.day::date as day, ${beginSql(sql`d.day`, timeZone)} as begins,
    ${beginSql(sql`(d.day + interval '1 day')`, timeZone)} as ends, k.day is not null as is_kept
  from generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') d(day)
  left join finance.kept_day k on k.company_id = ${companyId} and k.day = d.day::date and k.time_zone = ${timeZone}`

export interface Bucket extends Days {
  readonly key: string
}

const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
/** What the period of a day is called: its first day, though it may be before the report. */
export const bucketOf = (day: string, unit: Unit): string => {
  if (unit === 'day') return day
  return unit === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
}

/** The periods of the range in their order; the first and the last may be cut. */
export function bucketsOf({ from, until }: Days, unit: Unit): Bucket[] {
  const buckets = new Map<string, { key: string; from: string; until: string }>()
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const key = bucketOf(day, unit)
    const bucket = buckets.get(key)
    if (bucket) bucket.until = day
    else buckets.set(key, { key, from: day, until: day })
  }
  return [...buckets.values()]
}

/** As `bucketOf`, of a column. */
export const bucketSql = (day: RawBuilder<unknown>, unit: Unit): RawBuilder<string> =>
  sql<string>`to_char(date_trunc(${unit}, ${day}::timestamp), 'YYYY-MM-DD')`
