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

interface Span {
  readonly beginsAt: number
  readonly endsAt: number
}

/** From the first day of each to before the day after its last, as instants. */
export async function spansOf<Some extends Days>(
  db: FinanceDb,
  timeZone: string,
  some: readonly Some[],
): Promise<(Some & Span)[]> {
  const { rows } = await sql<Span>`
    select ${beginSql(sql`d.begins`, timeZone)} as "beginsAt", ${beginSql(sql`d.ends`, timeZone)} as "endsAt"
    from unnest(${some.map(({ from }) => from)}::date[], ${some.map(({ until }) => addDays(until, 1))}::date[])
      with ordinality d(begins, ends, place) order by d.place`.execute(db)
  return some.map((one, at) => ({ ...one, ...(rows[at] ?? { beginsAt: 0, endsAt: 0 }) }))
}

export async function spanOf(db: FinanceDb, range: Range): Promise<Span> {
  const [span] = await spansOf(db, range.timeZone, [range])
  const { beginsAt, endsAt } = span ?? { beginsAt: 0, endsAt: 0 }
  return { beginsAt, endsAt }
}

/** `day (day, begins, ends, is_kept)`: each of these days, and whether its totals are there. */
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
