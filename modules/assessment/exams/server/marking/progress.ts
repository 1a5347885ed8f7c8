/** How far each marker is, and the end of the marking of a whole exam. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { MarkerProgress } from '../../contract/marking.ts'
import type { ExamsDb } from '../db.ts'
import { type SubmittedAttempt, settleScores, submittedColumns } from '../fixing/recompute.ts'
import { getEditedExam, getStaffed } from '../staff.ts'

const finishedAtOnce = 5000

export async function markingProgress(db: ExamsDb, caller: Caller, id: string, now: number): Promise<MarkerProgress[]> {
  const exam = await getStaffed(db, caller, id, 'grader')
  const { rows } = await sql<MarkerProgress>`
    select json_build_object('id', p.id, 'fullName', p.full_name) as member, coalesce(g.marked, 0) as marked,
      coalesce(g.taken, 0) as taken, g."averageShare"
    from ${directorySql(caller.companyId)} p
    left join (
      select g.member_id, count(g.tenths)::int as marked,
        count(*) filter (where g.tenths is null and g.claimed_until > ${now})::int as taken,
        -- Of one mark the mean is the mark, which another marker must not know before it counts.
        round(avg(10000.0 * g.tenths / nullif(coalesce(m.drawn_tenths, m.max_tenths), 0))
          filter (where case when m.is_fixed then m.base_tenths else m.tenths end is not null))::int as "averageShare"
      from exams.given_mark g join exams.mark m on m.attempt_id = g.attempt_id and m.place = g.place
      where m.exam_id = ${id} group by g.member_id) g on g.member_id = p.id
    where p.id = any(${[...exam.graderIds]}::uuid[]) or g.member_id is not null
    order by coalesce(g.marked, 0) desc, p.full_name, p.id`.execute(db)
  return rows
}

export async function finishAllMarking(db: ExamsDb, caller: Caller, id: string, now: number) {
  const exam = await getEditedExam(db, caller, id)
  const { rows } = await sql<SubmittedAttempt>`
    select ${submittedColumns} from exams.attempt t
    where t.exam_id = ${id} and t.state = 'to-grade' and t.reset_at is null and t.member_id <> ${caller.memberId}
      and not exists (select from exams.mark m where m.attempt_id = t.id and m.tenths is null)
    order by t.id limit ${finishedAtOnce} for no key update of t`.execute(db)
  await settleScores(db, { examId: id, rules: exam.publishedRules ?? exam.rules }, rows, now)
  const { rows: left } = await sql<{ count: number }>`
    select count(*)::int as count from exams.attempt t
    where t.exam_id = ${id} and t.state = 'to-grade' and t.reset_at is null`.execute(db)
  return { finished: rows.length, left: left[0]?.count ?? 0 }
}
