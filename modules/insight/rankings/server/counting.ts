/**
 * Notes become entries, and the difference that each makes is added to the totals. One who counts a company's notes holds the
 * lock of the company, and so does one who makes its totals again: they never see half of each other.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { takeNotesSql } from '#server/db/figure-notes.ts'
import { lockNames } from '#server/db/transaction.ts'
import { type RankingsDb, rankingsTables } from './db.ts'
import { type Caps, reckoningOf } from './settings.ts'

const countedAtOnce = 5_000

interface Reckoning {
  readonly caps: Caps
  readonly timeZone: string
}

export const lockCompany = (db: Connection, companyId: string) => lockNames(db, `rankings ${companyId}`)

/** By what the totals of the company are reckoned now; of a company without totals, by its present settings. */
export async function reckoning(db: RankingsDb, companyId: string): Promise<Reckoning> {
  const known = await db
    .selectFrom('rankings.reckoning')
    .select(['caps', 'time_zone'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (known) return { caps: known.caps as Caps, timeZone: known.time_zone }
  const present = await reckoningOf(db, companyId)
  await keepReckoning(db, companyId, present)
  return present
}

export async function keepReckoning(db: RankingsDb, companyId: string, { caps, timeZone }: Reckoning): Promise<void> {
  await sql`insert into rankings.reckoning (company_id, caps, time_zone)
    values (${companyId}, ${JSON.stringify(caps)}::jsonb, ${timeZone})
    on conflict (company_id) do update set caps = excluded.caps, time_zone = excluded.time_zone`.execute(db)
}

/** What counts of a day's amount. Nothing counts below zero: what is taken back takes away what it gave. */
export const countedSql = (caps: Caps, amount: RawBuilder<unknown>, ranking: RawBuilder<unknown>) =>
  sql`least(${amount}, coalesce((${JSON.stringify(caps)}::jsonb ->> ${ranking})::bigint, 9000000000000000))`

/** The periods that a day belongs to. */
export const periodsSql = (
  day: RawBuilder<unknown>,
) => sql`(values ('week', date_trunc('week', ${day}::timestamp)::date),
  ('month', date_trunc('month', ${day}::timestamp)::date), ('season', date_trunc('quarter', ${day}::timestamp)::date),
  ('all', date '1970-01-01')) as period(name, starts)`

/**
 * Adds changes of days to the totals. `changes`: company_id, ranking, business_type, subject_id, day, amount, each day of a
 * subject once.
 */
const addSql = (caps: Caps) => sql`
  days as (
    insert into rankings.day_total as d (company_id, ranking, business_type, subject_id, day, amount, counted)
    select c.company_id, c.ranking, c.business_type, c.subject_id, c.day, c.amount,
      ${countedSql(caps, sql`c.amount`, sql`c.ranking`)} from changes c
    on conflict (company_id, ranking, subject_id, day) do update set amount = d.amount + excluded.amount,
      counted = ${countedSql(caps, sql`d.amount + excluded.amount`, sql`d.ranking`)}
    returning *
  ), counted as (
    select n.company_id, n.ranking, n.business_type, n.subject_id, n.day, n.counted - coalesce(o.counted, 0) as amount
    from days n left join rankings.day_total o on o.company_id = n.company_id and o.ranking = n.ranking
      and o.subject_id = n.subject_id and o.day = n.day
  ), totals as (
    insert into rankings.total as t (company_id, ranking, period, starts, business_type, subject_id, amount)
    select c.company_id, c.ranking, period.name, period.starts, min(c.business_type), c.subject_id, sum(c.amount)
    from counted c cross join lateral ${periodsSql(sql`c.day`)}
    group by c.company_id, c.ranking, period.name, period.starts, c.subject_id having sum(c.amount) <> 0
    on conflict (company_id, ranking, period, starts, subject_id) do update set amount = t.amount + excluded.amount
  )`

/** Counts the oldest notes of a company; returns whether there may be more. */
export async function countNotes(connection: Connection, companyId: string): Promise<boolean> {
  const db = rankingsTables(connection)
  await lockCompany(db, companyId)
  const { caps, timeZone } = await reckoning(db, companyId)
  const { rows } = await sql<{ taken: number }>`
    with taken as ${takeNotesSql(companyId, countedAtOnce)}, latest as (
      select distinct on (ranking, source, key) *, (to_timestamp(at / 1000.0) at time zone ${timeZone})::date as day
      from taken order by ranking, source, key, id desc
    ), earlier as (
      select e.* from latest l join rankings.entry e on e.company_id = l.company_id and e.ranking = l.ranking
        and e.source = l.source and e.key = l.key
    ), gone as (
      delete from rankings.entry e using latest l where e.company_id = l.company_id and e.ranking = l.ranking
        and e.source = l.source and e.key = l.key and l.amount = 0
    ), kept as (
      insert into rankings.entry as e (company_id, ranking, source, key, business_type, subject_id, member_id, day, amount, at, label)
      select company_id, ranking, source, key, business_type, subject_id, member_id, day, amount, at, label
      from latest where amount <> 0
      on conflict (company_id, ranking, source, key) do update set business_type = excluded.business_type,
        subject_id = excluded.subject_id, member_id = excluded.member_id, day = excluded.day, amount = excluded.amount,
        at = excluded.at, label = excluded.label
    ), changes as (
      select company_id, ranking, min(business_type) as business_type, subject_id, day, sum(amount)::bigint as amount from (
        select company_id, ranking, business_type, subject_id, day, amount from latest
        union all select company_id, ranking, business_type, subject_id, day, -amount from earlier) change
      group by company_id, ranking, subject_id, day having sum(amount) <> 0
    ), ${addSql(caps)}
    select count(*)::int as taken from taken`.execute(db)
  return rows[0]?.taken === countedAtOnce
}

/** Takes all entries away that a member is in, of the own figures and of those of items. */
export async function eraseEntries(db: RankingsDb, companyId: string, memberId: string): Promise<void> {
  await lockCompany(db, companyId)
  const { caps } = await reckoning(db, companyId)
  await sql`
    with earlier as (
      delete from rankings.entry where company_id = ${companyId} and member_id = ${memberId} returning *
    ), changes as (
      select company_id, ranking, min(business_type) as business_type, subject_id, day, -sum(amount)::bigint as amount
      from earlier group by company_id, ranking, subject_id, day having sum(amount) <> 0
    ), ${addSql(caps)} select count(*) from changes`.execute(db)
}
