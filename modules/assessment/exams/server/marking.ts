/** Answers that a person marks, by question or by examinee, and the score that becomes final (EXAM-056). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { contentsOfVersions } from '#modules/assessment/questions/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { ATTEMPT_STATE, MARK_TOO_HIGH, MARKS_MISSING } from '../contract/codes.ts'
import type { MarkedAnswer, MarkedExam } from '../contract/marking.ts'
import type { exams } from '../contract.ts'
import { contentOf } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finalize, settleRecord } from './finishing.ts'
import { getStaffed, lockStaffedAttempt } from './staff.ts'

/** The exams `s` of the caller, with what waits in them. */
const waitingMarksSql = sql`cross join lateral (
    select count(*)::int as answers, count(distinct m.attempt_id)::int as attempts, min(t.submitted_at) as since
    from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where m.exam_id = s.id and m.tenths is null and t.reset_at is null) waiting`

export const markedBySql = (caller: Caller) =>
  sql`s.company_id = ${caller.companyId} and s.deleted_at is null and s.grader_ids @> array[${caller.memberId}]::uuid[]`

export async function markedExams(db: ExamsDb, caller: Caller, paging: Input<typeof exams.markedExams>['query']) {
  const matching = sql`from exams.exam s where ${markedBySql(caller)}
    and exists (select from exams.attempt t where t.exam_id = s.id and t.state = 'to-grade' and t.reset_at is null)`
  return sqlPage<MarkedExam>(db, paging, {
    matching,
    rows: (window) => sql<MarkedExam>`
      select s.id as "examId", s.name as "examName", waiting.attempts as "attemptsLeft", waiting.answers as "answersLeft"
      from (select s.* ${matching} order by s.id desc ${window}) s ${waitingMarksSql} order by s.id desc`,
  })
}

export async function markedQuestions(db: ExamsDb, caller: Caller, id: string) {
  await getStaffed(db, caller, id, 'grader')
  const { rows } = await sql<{ versionId: string; marked: number; total: number }>`
    select m.version_id as "versionId", count(m.tenths)::int as marked, count(*)::int as total
    from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where m.exam_id = ${id} and m.verdict = 'needs-marking' and t.reset_at is null
    group by m.version_id order by m.version_id`.execute(db)
  const contents = await contentsOfVersions(
    db,
    caller.companyId,
    rows.map((row) => row.versionId),
  )
  return rows.map((row) => ({ ...row, content: contentOf(contents, row.versionId) }))
}

export async function markedAnswers(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { versionId, attemptId, ...paging }: Input<typeof exams.markedAnswers>['query'],
) {
  await getStaffed(db, caller, id, 'grader')
  const matching = sql`from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where m.exam_id = ${id} and m.verdict = 'needs-marking' and t.reset_at is null
      and ${versionId === undefined ? sql`true` : sql`m.version_id = ${versionId}`}
      and ${attemptId === undefined ? sql`true` : sql`m.attempt_id = ${attemptId}`}`
  return sqlPage<MarkedAnswer>(db, paging, {
    matching,
    rows: (window) => sql<MarkedAnswer>`
      select m.attempt_id as "attemptId", m.place, m.version_id as "versionId", t.submitted_at as "submittedAt",
        coalesce(p.full_name, '') as "memberName", given.answer, m.max_tenths as "scoreTenths", t.state,
        m.tenths as "earnedTenths", m.comment
      from (select m.* ${matching} order by (m.tenths is not null), m.attempt_id, m.place ${window}) m
      join exams.attempt t on t.id = m.attempt_id
      left join ${directorySql(caller.companyId)} p on p.id = t.member_id
      left join lateral (
        select e.answer from exams.answer_event e where e.attempt_id = m.attempt_id and e.place = m.place
        order by e.sequence desc limit 1) given on true
      order by (m.tenths is not null), m.attempt_id, m.place`,
  })
}

async function answersLeft(db: ExamsDb, attemptId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exams.mark where attempt_id = ${attemptId} and tenths is null`.execute(db)
  return rows[0]?.count ?? 0
}

export async function markAnswer(
  db: ExamsDb,
  caller: Caller,
  { id, place }: Input<typeof exams.markAnswer>['params'],
  { tenths, comment }: Input<typeof exams.markAnswer>['body'],
  now: number,
) {
  const attempt = await lockStaffedAttempt(db, caller, id, 'grader', now)
  if (attempt.state !== 'to-grade') throw refuse(ATTEMPT_STATE, { state: attempt.state })
  const mark = await db
    .selectFrom('exams.mark')
    .select('max_tenths')
    .where('attempt_id', '=', id)
    .where('place', '=', place)
    .where('verdict', '=', 'needs-marking')
    .executeTakeFirst()
  if (!mark) throw refuse(NOT_FOUND)
  if (tenths > mark.max_tenths) throw refuse(MARK_TOO_HIGH, { maxTenths: mark.max_tenths })
  await db
    .updateTable('exams.mark')
    .set({ tenths, comment: comment.trim(), marked_by: caller.memberId, marked_at: now })
    .where('attempt_id', '=', id)
    .where('place', '=', place)
    .execute()
  return { answersLeft: await answersLeft(db, id) }
}

export async function finishMarking(db: ExamsDb, caller: Caller, id: string, now: number) {
  const attempt = await lockStaffedAttempt(db, caller, id, 'grader', now)
  if (attempt.state !== 'to-grade') throw refuse(ATTEMPT_STATE, { state: attempt.state })
  const count = await answersLeft(db, id)
  if (count > 0) throw refuse(MARKS_MISSING, { count })
  const { rows } = await sql<{ total: number }>`
    select sum(tenths)::int as total from exams.mark where attempt_id = ${id}`.execute(db)
  const scoreTenths = rows[0]?.total ?? 0
  await finalize(db, attempt, scoreTenths, now)
  return { scoreTenths }
}

/** The marks of graders stay until they are replaced; an attempt without any has nothing to restart. */
export async function restartMarking(db: ExamsDb, caller: Caller, id: string, now: number) {
  const attempt = await lockStaffedAttempt(db, caller, id, 'grader', now)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exams.mark where attempt_id = ${id} and verdict = 'needs-marking'`.execute(db)
  if (attempt.state !== 'final' || (rows[0]?.count ?? 0) === 0) throw refuse(ATTEMPT_STATE, { state: attempt.state })
  await sql`update exams.attempt set state = 'to-grade', score_tenths = null, result = null where id = ${id}`.execute(
    db,
  )
  await settleRecord(db, attempt, now)
  return { answersLeft: await answersLeft(db, id) }
}
