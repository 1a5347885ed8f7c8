/** Answers that a person marks, by question or by examinee, and the score that becomes final (EXAM-056). */
import { sql } from 'kysely'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { contentsOfVersions } from '#modules/assessment/questions/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import { ATTEMPT_STATE, MARKS_MISSING } from '../contract/codes.ts'
import type { MarkedExam, MarkedExamDetail, MarkedQuestion } from '../contract/marking.ts'
import type { exams } from '../contract.ts'
import { type AttemptRecord, contentOf, lockAttempt } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { settleRecord, settleScore } from './finishing.ts'
import { answerRowsSql, markableSql, shownAnswers, shownIdSql } from './marking/answers.ts'
import { assertFits, giveMarks, roundFor } from './marking/giving.ts'
import { assertGoesOn, type Desk, openDesk, rubricOf } from './marking/settings.ts'
import { findMarked } from './marking/sheets.ts'
import { getStaffed, mayEdit } from './staff.ts'

/** The exams `s` of the caller, with what waits in them. */
const waitingMarksSql = sql`cross join lateral (
    select count(*)::int as answers, count(distinct m.attempt_id)::int as attempts
    from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where m.exam_id = s.id and m.tenths is null and t.reset_at is null) waiting
  cross join lateral (
    select count(*)::int as count from exams.appeal a where a.exam_id = s.id and a.state = 'open') appeals
  left join exams.marking k on k.exam_id = s.id`

export const markedBySql = (caller: Caller) =>
  sql`s.company_id = ${caller.companyId} and s.deleted_at is null and s.grader_ids @> array[${caller.memberId}]::uuid[]`

const examColumns = sql`s.id as "examId", s.name as "examName", waiting.attempts as "attemptsLeft",
  waiting.answers as "answersLeft", appeals.count as "openAppeals", k.suspended_at is not null as "isSuspended"`

export async function markedExams(db: ExamsDb, caller: Caller, paging: Input<typeof exams.markedExams>['query']) {
  const matching = sql`from exams.exam s where ${markedBySql(caller)} and (
    exists (select from exams.attempt t where t.exam_id = s.id and t.state = 'to-grade' and t.reset_at is null)
    or exists (select from exams.appeal a where a.exam_id = s.id and a.state = 'open'))`
  return sqlPage<MarkedExam>(db, paging, {
    matching,
    rows: (window) => sql<MarkedExam>`
      select ${examColumns} from (select s.* ${matching} order by s.id desc ${window}) s ${waitingMarksSql} order by s.id desc`,
  })
}

export async function markedExam(db: ExamsDb, caller: Caller, id: string): Promise<MarkedExamDetail> {
  const exam = await getStaffed(db, caller, id, 'grader')
  const { rows } = await sql<MarkedExam>`
    select ${examColumns} from exams.exam s ${waitingMarksSql} where s.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return { ...rows[0], mayEdit: mayEdit(caller, exam) }
}

type QuestionRow = Omit<MarkedQuestion, 'content' | 'rubric'>

/** Of double marking, an answer has two marks and none that counts. */
const isDisputedSql = sql`m.tenths is null and (select count(*) from exams.given_mark g
  where g.attempt_id = m.attempt_id and g.place = m.place and g.tenths is not null) > 1`

export async function markedQuestions(db: ExamsDb, caller: Caller, id: string): Promise<MarkedQuestion[]> {
  const desk = await openDesk(db, caller, id)
  const { rows } = await sql<QuestionRow>`
    select m.version_id as "versionId", count(m.tenths)::int as marked, count(*)::int as total,
      max(coalesce(m.drawn_tenths, m.max_tenths)) as "maxTenths", count(*) filter (where ${isDisputedSql})::int as disputed
    from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where ${markableSql(desk)} group by m.version_id order by m.version_id`.execute(db)
  const contents = await contentsOfVersions(
    db,
    caller.companyId,
    rows.map((row) => row.versionId),
  )
  return rows.map((row) => ({
    ...row,
    content: contentOf(contents, row.versionId),
    rubric: rubricOf(desk, row.versionId),
  }))
}

export async function markedAnswers(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { versionId, attemptId, ...paging }: Input<typeof exams.markedAnswers>['query'],
  now: number,
) {
  const desk = await openDesk(db, caller, id)
  const matching = sql`from exams.mark m join exams.attempt t on t.id = m.attempt_id
    where ${markableSql(desk)}
      and ${versionId === undefined ? sql`true` : sql`m.version_id = ${versionId}`}
      and ${attemptId === undefined ? sql`true` : sql`${shownIdSql(desk)} = ${attemptId}`}`
  const order = sql`(m.tenths is not null), ${shownIdSql(desk)}, m.place`
  const { items, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (window) => answerRowsSql(desk, sql`select m.* ${matching} order by ${order} ${window}`, order),
  })
  return { items: await shownAnswers(db, desk, items, now), recordCount }
}

/** The attempt by the id that markers know, locked, for who marks it; in a blind exam its real id leads nowhere. */
async function lockMarked(
  db: ExamsDb,
  caller: Caller,
  shownId: string,
  now: number,
): Promise<{ readonly attempt: AttemptRecord; readonly desk: Desk }> {
  const { id } = await findMarked(db, caller, shownId)
  const attempt = await lockAttempt(db, caller.companyId, id, now)
  const desk = await openDesk(db, caller, attempt.examId)
  assertNotSelf(caller, [attempt.memberId])
  return { attempt, desk }
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
  input: Input<typeof exams.markAnswer>['body'],
  now: number,
) {
  const { attempt, desk } = await lockMarked(db, caller, id, now)
  assertGoesOn(desk)
  if (attempt.state !== 'to-grade') throw refuse(ATTEMPT_STATE, { state: attempt.state })
  // Who takes answers at this moment sees the mark, or is seen.
  await lockNames(db, `exams desk ${attempt.examId}`)
  const from = sql`select m.* from exams.mark m where m.attempt_id = ${attempt.id} and m.place = ${place}
    and m.verdict = 'needs-marking'`
  const { rows } = await answerRowsSql(desk, from, sql`m.place`).execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  assertFits(desk, row, input)
  await giveMarks(db, desk, [{ row, round: roundFor(desk, row, now) }], input, now)
  return { answersLeft: await answersLeft(db, attempt.id) }
}

export async function finishMarking(db: ExamsDb, caller: Caller, id: string, now: number) {
  const { attempt, desk } = await lockMarked(db, caller, id, now)
  assertGoesOn(desk)
  if (attempt.state !== 'to-grade') throw refuse(ATTEMPT_STATE, { state: attempt.state })
  const count = await answersLeft(db, attempt.id)
  if (count > 0) throw refuse(MARKS_MISSING, { count })
  return { scoreTenths: (await settleScore(db, attempt, now)).scoreTenths ?? 0 }
}

/** The marks of graders stay until they are replaced; an attempt without any has nothing to restart. */
export async function restartMarking(db: ExamsDb, caller: Caller, id: string, now: number) {
  const { attempt } = await lockMarked(db, caller, id, now)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exams.mark
    where attempt_id = ${attempt.id} and verdict = 'needs-marking'`.execute(db)
  if (attempt.state !== 'final' || (rows[0]?.count ?? 0) === 0) throw refuse(ATTEMPT_STATE, { state: attempt.state })
  await sql`update exams.attempt set state = 'to-grade', score_tenths = null, result = null
    where id = ${attempt.id}`.execute(db)
  await settleRecord(db, attempt, now)
  return { answersLeft: await answersLeft(db, attempt.id) }
}
