/** Answers on the desks of markers, so that no two of them mark the same one. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { lockNames } from '#server/db/transaction.ts'
import { claimMs, type MarkedAnswer } from '../../contract/marking.ts'
import type { exams } from '../../contract.ts'
import type { ExamsDb } from '../db.ts'
import { answerRowsSql, markableSql, shownAnswers, standingFor } from './answers.ts'
import { assertGoesOn, type Desk, openDesk } from './settings.ts'

/** Open answers `m` of somebody else for which fewer marks are given or being given than are wanted. Those on the own desk come first. */
function wantedSql(desk: Desk, versionId: string | undefined, now: number) {
  const { caller, settings } = desk
  const wanted = settings.isDouble ? 2 : 1
  return sql`select m.* from exams.mark m join exams.attempt t on t.id = m.attempt_id
    cross join lateral (
      select count(*) filter (where g.member_id <> ${caller.memberId})::int as others,
        coalesce(bool_or(g.member_id = ${caller.memberId} and g.tenths is not null), false) as is_given,
        coalesce(bool_or(g.member_id = ${caller.memberId}), false) as is_own
      from exams.given_mark g
      where g.attempt_id = m.attempt_id and g.place = m.place and (g.tenths is not null or g.claimed_until > ${now})) g
    where ${markableSql(desk)} and m.tenths is null and t.state = 'to-grade' and t.member_id <> ${caller.memberId}
      and ${versionId === undefined ? sql`true` : sql`m.version_id = ${versionId}`}
      and not g.is_given and g.others < ${wanted}
    order by g.is_own desc, t.sheet_id, m.place`
}

/** Claims of an exam are taken one after the other: the next one sees what is on whose desk. */
export async function claimAnswers(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { versionId, count }: Input<typeof exams.claimAnswers>['body'],
  now: number,
): Promise<MarkedAnswer[]> {
  const desk = await openDesk(db, caller, id)
  assertGoesOn(desk)
  await lockNames(db, `exams desk ${id}`)
  const from = sql`${wantedSql(desk, versionId, now)} limit ${count}`
  const { rows } = await answerRowsSql(desk, from, sql`"shownId", m.place`).execute(db)
  const claims = rows.flatMap((row) => {
    const { round } = standingFor(desk, row, now)
    return round === null ? [] : [{ attempt_id: row.id, place: row.place, round }]
  })
  await sql`
    insert into exams.given_mark (attempt_id, place, round, company_id, member_id, claimed_until)
    select c.attempt_id, c.place, c.round, ${caller.companyId}::uuid, ${caller.memberId}::uuid, ${now + claimMs}::bigint
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(attempt_id uuid, place int, round int)
    on conflict (attempt_id, place, round) do update set member_id = excluded.member_id,
      claimed_until = excluded.claimed_until where exams.given_mark.tenths is null`.execute(db)
  return shownAnswers(db, desk, rows, now)
}

export async function releaseClaims(db: ExamsDb, caller: Caller, id: string): Promise<Record<string, never>> {
  await openDesk(db, caller, id)
  await lockNames(db, `exams desk ${id}`)
  await sql`
    delete from exams.given_mark g using exams.attempt t
    where t.id = g.attempt_id and t.exam_id = ${id} and g.member_id = ${caller.memberId} and g.tenths is null`.execute(
    db,
  )
  return {}
}
