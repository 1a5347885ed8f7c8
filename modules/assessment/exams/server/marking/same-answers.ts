/** Short answers that say the same, marked at once. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { SameAnswers } from '../../contract/marking.ts'
import type { exams } from '../../contract.ts'
import type { ExamsDb } from '../db.ts'
import { answerRowsSql, markableSql, standingFor } from './answers.ts'
import { assertFits, giveMarks } from './giving.ts'
import { assertGoesOn, openDesk } from './settings.ts'

const sameMax = 500

type Question = Input<typeof exams.sameAnswers>['params']

export async function sameAnswers(db: ExamsDb, caller: Caller, { id, versionId }: Question, paging: Paging) {
  const desk = await openDesk(db, caller, id)
  const matching = sql`from (
    select m.text_key, count(*)::int as count,
      count(*) filter (where m.tenths is null and t.state = 'to-grade' and t.member_id <> ${caller.memberId}
        and not exists (select from exams.given_mark g where g.attempt_id = m.attempt_id and g.place = m.place
          and g.member_id = ${caller.memberId} and g.tenths is not null))::int as open,
      (array_agg(m.attempt_id order by m.attempt_id))[1] as attempt_id, (array_agg(m.place order by m.attempt_id))[1] as place
    from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where ${markableSql(desk)} and m.version_id = ${versionId} and m.text_key is not null
    group by m.text_key having count(*) > 1) s`
  return sqlPage<SameAnswers>(db, paging, {
    matching,
    rows: (window) => sql<SameAnswers>`
      select s.text_key as "textKey", coalesce(e.answer ->> 'text', '') as text, s.count, s.open ${matching}
      left join lateral (select answer from exams.answer_event e where e.attempt_id = s.attempt_id and e.place = s.place
        order by e.sequence desc limit 1) e on true
      order by s.count desc, s.text_key ${window}`,
  })
}

/** Those that the caller may mark now; the others stay as they are. */
export async function markSame(
  db: ExamsDb,
  caller: Caller,
  { id, versionId }: Question,
  { textKey, ...input }: Input<typeof exams.markSame>['body'],
  now: number,
) {
  const desk = await openDesk(db, caller, id)
  assertGoesOn(desk)
  await lockNames(db, `exams desk ${id}`)
  const waiting = sql`${markableSql(desk)} and m.version_id = ${versionId} and m.text_key = ${textKey}
    and m.tenths is null and t.state = 'to-grade' and t.member_id <> ${caller.memberId}`
  await sql`
    select from exams.attempt t where t.id in (
      select m.attempt_id from exams.mark m join exams.attempt t on t.id = m.attempt_id where ${waiting})
    order by t.id for no key update`.execute(db)
  const from = sql`select m.* from exams.mark m join exams.attempt t on t.id = m.attempt_id where ${waiting}
    order by m.attempt_id limit ${sameMax}`
  const { rows } = await answerRowsSql(desk, from, sql`t.id`).execute(db)
  const givings = rows.flatMap((row) => {
    const { standing, round } = standingFor(desk, row, now)
    return standing === 'open' && round !== null ? [{ row, round }] : []
  })
  for (const { row } of givings) assertFits(desk, row, input)
  if (givings.length > 0) await giveMarks(db, desk, givings, input, now)
  return { marked: givings.length }
}
