/** The end of an attempt: by its examinee, by time, by leaving too often, or by an invigilator. It is scored at once. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { scoreOf, type Verdict } from '#modules/assessment/questions/contract.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { endGraceMs } from '../contract/answering.ts'
import type { AttemptState, Result, SubmissionCause } from '../contract/states.ts'
import { businessType } from '../contract.ts'
import {
  type AttemptRecord,
  contentOf,
  contentsOf,
  currentAnswers,
  findAttempt,
  isOverdue,
  questionsOf,
} from './attempts.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { countedOf, resultOf } from './results.ts'

interface NewMark {
  readonly place: number
  readonly version_id: string
  readonly max_tenths: number
  readonly tenths: number | null
  readonly verdict: Verdict
}

/** What each question earns by itself; null where a grader decides. */
async function scoresOf(db: ExamsDb, attempt: AttemptRecord): Promise<NewMark[]> {
  const answers = new Map((await currentAnswers(db, attempt.id)).map(({ place, answer }) => [place, answer]))
  const contents = await contentsOf(db, attempt)
  return questionsOf(attempt.paper).map(({ place, versionId, scoreTenths }) => {
    const { tenths, verdict } = scoreOf(contentOf(contents, versionId), answers.get(place) ?? null, scoreTenths)
    const needsGrader = verdict === 'needs-marking'
    return { place, version_id: versionId, max_tenths: scoreTenths, tenths: needsGrader ? null : tenths, verdict }
  })
}

async function insertMarks(db: ExamsDb, attempt: AttemptRecord, marks: readonly NewMark[]): Promise<void> {
  await sql`
    insert into exams.mark (attempt_id, exam_id, company_id, place, version_id, max_tenths, tenths, verdict)
    select ${attempt.id}::uuid, ${attempt.examId}::uuid, ${attempt.companyId}::uuid, m.*
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as m(place int, version_id uuid, max_tenths int, tenths int, verdict text)`.execute(db)
}

/** The score is final: the result by the thresholds, and what counts of all attempts. */
export async function finalize(db: ExamsDb, attempt: AttemptRecord, scoreTenths: number, now: number): Promise<void> {
  const result = resultOf(scoreTenths * 10, attempt.rules)
  await sql`update exams.attempt set state = 'final', score_tenths = ${scoreTenths}, result = ${result}
    where id = ${attempt.id}`.execute(db)
  await settleRecord(db, attempt, now)
}

/** Brings the record of the examinee up to date with the attempts that are final. A completion is never taken away. */
export async function settleRecord(
  db: ExamsDb,
  { examId, memberId, rules }: Pick<AttemptRecord, 'examId' | 'memberId' | 'rules'>,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ scoreTenths: number; totalTenths: number }>`
    select score_tenths as "scoreTenths", total_tenths as "totalTenths" from exams.attempt
    where exam_id = ${examId} and member_id = ${memberId} and state = 'final' and reset_at is null
    order by number`.execute(db)
  const counted = countedOf(rows, rules.countingRule)
  const result: Result | null = counted ? resultOf(counted.scoreHundredths, rules) : null
  const finishedAt = result === null || result === 'fail' ? null : now
  const { rows: settled } = await sql<{ isNew: boolean }>`
    update exams.record r set score_hundredths = ${counted?.scoreHundredths ?? null},
      total_tenths = ${counted?.totalTenths ?? null}, result = ${result},
      finished_at = coalesce(r.finished_at, ${finishedAt}::bigint)
    from exams.record before
    where r.exam_id = ${examId} and r.member_id = ${memberId} and before.exam_id = r.exam_id
      and before.member_id = r.member_id
    returning before.finished_at is null and r.finished_at is not null as "isNew"`.execute(db)
  if (settled[0]?.isNew) await enqueue(db, afterFinished, { memberId, examId })
}

/** `attempt` is locked and in progress. */
export async function finishAttempt(
  db: ExamsDb,
  attempt: AttemptRecord,
  cause: SubmissionCause,
  now: number,
): Promise<{ readonly state: AttemptState }> {
  const marks = await scoresOf(db, attempt)
  await insertMarks(db, attempt, marks)
  const submittedAt = cause === 'time' ? Math.min(attempt.endsAt, now) : now
  await sql`update exams.attempt set state = 'to-grade', cause = ${cause}, submitted_at = ${submittedAt}
    where id = ${attempt.id}`.execute(db)
  if (marks.some(({ tenths }) => tenths === null)) return { state: 'to-grade' }
  const scoreTenths = marks.reduce((sum, { tenths }) => sum + (tenths ?? 0), 0)
  await finalize(db, attempt, scoreTenths, now)
  return { state: 'final' }
}

/** Scores some questions of a submitted attempt again; what a grader gave for them is taken back. */
export async function scoreAgain(
  db: ExamsDb,
  attempt: AttemptRecord,
  places: readonly number[],
  now: number,
): Promise<AttemptState> {
  const marks = (await scoresOf(db, attempt)).filter(({ place }) => places.includes(place))
  await sql`delete from exams.mark where attempt_id = ${attempt.id} and place = any(${[...places]}::int[])`.execute(db)
  await insertMarks(db, attempt, marks)
  await sql`update exams.attempt set state = 'to-grade', score_tenths = null, result = null
    where id = ${attempt.id}`.execute(db)
  const { rows } = await sql<{ left: number; total: number }>`
    select count(*) filter (where tenths is null)::int as left, coalesce(sum(tenths), 0)::int as total
    from exams.mark where attempt_id = ${attempt.id}`.execute(db)
  const { left = 0, total = 0 } = rows[0] ?? {}
  if (left === 0) await finalize(db, attempt, total, now)
  else await settleRecord(db, attempt, now)
  return left === 0 ? 'final' : 'to-grade'
}

/** Submits what its time is over for (EXAM-013). After an extension it waits for the new end. */
export const finishWhenOver = job({
  name: 'exams.finish-when-over',
  payload: Type.Object({ attemptId: Id }),
  async run(connection, { attemptId }, { now }) {
    const db = examsTables(connection)
    const attempt = await findAttempt(db, attemptId, now)
    if (attempt?.state !== 'in-progress') return
    if (isOverdue(attempt, now)) await finishAttempt(db, attempt, 'time', now)
    else await enqueue(db, finishWhenOver, { attemptId }, { runAt: attempt.endsAt + endGraceMs + 1 })
  },
})

/** Reports the completion to the modules that award something for it. */
export const afterFinished = job({
  name: 'exams.after-finished',
  payload: Type.Object({ memberId: Id, examId: Id }),
  async run(connection, { memberId, examId }) {
    const found = await examsTables(connection)
      .selectFrom('exams.record as r')
      .innerJoin('exams.exam as s', 's.id', 'r.exam_id')
      .select(['s.company_id as companyId', 's.name', 'r.finished_at as finishedAt'])
      .where('r.member_id', '=', memberId)
      .where('r.exam_id', '=', examId)
      .executeTakeFirst()
    if (!found || found.finishedAt === null) return
    const { companyId, name, finishedAt } = found
    await announceFinished(connection, { companyId, memberId, businessType, businessId: examId, name, finishedAt })
  },
})
