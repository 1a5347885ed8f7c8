/** Times of bookings in the company's zone: the instants of a repetition, when a room is open, and what is in the way. */
import { type RawBuilder, sql } from 'kysely'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { Conflict } from '../contract/bookings.ts'
import { TOO_MANY_TIMES } from '../contract/codes.ts'
import { type Repetition, repeatedDays, timesMax } from '../contract/repetition.ts'
import type { ClassroomsDb } from './db.ts'

export interface Time {
  readonly from: number
  readonly to: number
}

const dayMs = 86_400_000

/** A time ends after it begins, and within a day. */
export function assertTime({ from, to }: Time): void {
  if (from < to && to - from <= dayMs) return
  throw refuse(INVALID_INPUT, { fields: [{ path: 'to', rule: 'order', message: 'is not after from, within a day' }] })
}

/** An instant as the clocks of the company show it. */
const localSql = (instant: RawBuilder<unknown>, zone: string) =>
  sql`(to_timestamp(${instant} / 1000.0) at time zone ${zone})`

/** Whether room `r` is open from one instant to another: within the hours of one day. */
const isOpenSql = (from: RawBuilder<unknown>, to: RawBuilder<unknown>, zone: string): RawBuilder<boolean> => {
  const day = sql`date_trunc('day', ${localSql(from, zone)})`
  const minute = (instant: RawBuilder<unknown>) => sql`extract(epoch from ${localSql(instant, zone)} - ${day}) / 60`
  return sql`exists (select from jsonb_to_recordset(r.hours) as h(weekday int, "from" int, "until" int)
    where h.weekday = extract(isodow from ${day}) and h."from" <= ${minute(from)} and ${minute(to)} <= h."until")`
}

/** As the constraint `booking_overlap` says it, so that its index is used. */
const overlapSql = (from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`b.room_id = r.id and b.state in ('pending', 'booked') and int8range(b.starts_at, b.ends_at) && int8range(${from}, ${to})`

const instantSql = (instant: number) => sql`${instant}::bigint`

/** Whether nothing is in the way of a time in room `r`. */
export function isFreeSql(time: Time, zone: string): RawBuilder<boolean> {
  assertTime(time)
  const [from, to] = [instantSql(time.from), instantSql(time.to)]
  return sql`${isOpenSql(from, to, zone)} and not exists (select from classrooms.booking b where ${overlapSql(from, to)})`
}

/**
 * The times of a booking: the same time of day on each day of the repetition, for as long as the first one lasts, whatever
 * the clocks of the zone do between them.
 */
export async function repeatedTimes(
  db: ClassroomsDb,
  first: Time,
  repetition: Repetition | null,
  zone: string,
): Promise<Time[]> {
  if (repetition === null) return [{ from: first.from, to: first.to }]
  const { rows: began } = await sql<{ day: string; clock: string }>`
    select to_char(local, 'YYYY-MM-DD') as day, to_char(local, 'HH24:MI:SS.MS') as clock
    from (select ${localSql(instantSql(first.from), zone)} as local) one`.execute(db)
  const { day = '', clock = '' } = began[0] ?? {}
  const days = repeatedDays(day, repetition)
  if (days.length > timesMax) throw refuse(TOO_MANY_TIMES, { max: timesMax })
  if (days.length === 0)
    throw refuse(INVALID_INPUT, {
      fields: [{ path: 'repetition.until', rule: 'order', message: 'lies before each time' }],
    })
  const { rows } = await sql<{ from: number }>`
    select (extract(epoch from (d.day::date + ${clock}::time) at time zone ${zone}) * 1000)::bigint as "from"
    from unnest(${days}::text[]) as d(day) order by 1`.execute(db)
  return rows.map(({ from }) => ({ from, to: from + first.to - first.from }))
}

interface ConflictsOptions {
  /** That of the company; null: at any hour, whether the room is open or not. */
  readonly zone: string | null
  /** The booking that moves. */
  readonly except?: string
}

/** What is in the way of each time in the room, by time; of several bookings the first. */
export async function conflictsOf(
  db: ClassroomsDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  times: readonly Time[],
  { zone, except }: ConflictsOptions,
): Promise<Conflict[]> {
  const [from, to] = [sql`t."from"`, sql`t."to"`]
  const isOpen = zone === null ? sql`true` : isOpenSql(from, to, zone)
  const { rows } = await sql<Conflict>`
    select t."from", t."to", case when b.id is null then 'closed' else 'taken' end as reason, b.title, p.full_name as by
    from classrooms.room r
    cross join jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as t("from" bigint, "to" bigint)
    left join lateral (select b.id, b.title, b.member_id from classrooms.booking b
      where ${overlapSql(from, to)} and b.id is distinct from ${except ?? null}::uuid order by b.starts_at limit 1) b on true
    left join ${directorySql(companyId)} p on p.id = b.member_id
    where r.id = ${id} and (b.id is not null or not ${isOpen})
    order by t."from"`.execute(db)
  return rows
}

/** When room `r` is open in a window, as JSON of instants by time. */
export function openTimesSql({ from, to }: Time, zone: string): RawBuilder<unknown> {
  const instant = (minutes: RawBuilder<unknown>) =>
    sql`(extract(epoch from (d.day + ${minutes} * interval '1 minute') at time zone ${zone}) * 1000)::bigint`
  return sql`coalesce((select json_agg(json_build_object('from', o."from", 'to', o."to") order by o."from") from (
      select ${instant(sql`h."from"`)} as "from", ${instant(sql`h."until"`)} as "to"
      from generate_series(date_trunc('day', ${localSql(instantSql(from), zone)}), ${localSql(instantSql(to), zone)}, interval '1 day') as d(day)
      join jsonb_to_recordset(r.hours) as h(weekday int, "from" int, "until" int) on h.weekday = extract(isodow from d.day)
    ) o where o."from" < ${to} and o."to" > ${from}), '[]')`
}
