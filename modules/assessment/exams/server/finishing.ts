/** The end of an attempt: by its examinee, by time, by leaving too often, or by an invigilator. It is scored at once. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { scoreOf, type Verdict } from '#modules/assessment/questions/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { endGraceMs } from '../contract/answering.ts'
import type { AttemptState, SubmissionCause } from '../contract/states.ts'
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
import { effectOf, freshMark } from './fixing/effects.ts'
import { type FixesInEffect, fixesInEffect } from './fixing/fixes.ts'
import { textKeyOf } from './marking/text-key.ts'
import { settleRecords } from './records.ts'
import { resultOf } from './results.ts'

interface NewMark {
  readonly place: number
  readonly version_id: string
  readonly max_tenths: number
  readonly tenths: number | null
  readonly verdict: Verdict
  readonly text_key: string | null
  readonly is_fixed: boolean
  readonly drawn_tenths: number | null
  readonly base_tenths: number | null
  readonly base_verdict: Verdict | null
}

/** What each question earns by itself, under the fixes of its key; null where a grader decides. */
async function scoresOf(db: ExamsDb, attempt: AttemptRecord, fixes: FixesInEffect): Promise<NewMark[]> {
  const answers = new Map((await currentAnswers(db, attempt.id)).map(({ place, answer }) => [place, answer]))
  const contents = await contentsOf(db, attempt)
  return questionsOf(attempt.paper).map(({ place, versionId, scoreTenths }) => {
    const answer = answers.get(place) ?? null
    const { tenths, verdict } = scoreOf(contentOf(contents, versionId), answer, scoreTenths)
    const fresh = freshMark({ maxTenths: scoreTenths, verdict, tenths: verdict === 'needs-marking' ? null : tenths })
    const mark = effectOf(fresh, fixes.of.get(versionId), answer)
    return {
      ...{ place, version_id: versionId, max_tenths: mark.maxTenths, tenths: mark.tenths, verdict: mark.verdict },
      ...{ text_key: textKeyOf(answer), is_fixed: mark.isFixed, drawn_tenths: mark.drawnTenths },
      ...{ base_tenths: mark.baseTenths, base_verdict: mark.baseVerdict },
    }
  })
}

async function insertMarks(db: ExamsDb, attempt: AttemptRecord, marks: readonly NewMark[]): Promise<void> {
  await sql`
    insert into exams.mark (attempt_id, exam_id, company_id, place, version_id, max_tenths, tenths, verdict, text_key,
      is_fixed, drawn_tenths, base_tenths, base_verdict)
    select ${attempt.id}::uuid, ${attempt.examId}::uuid, ${attempt.companyId}::uuid, m.*
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
      as m(place int, version_id uuid, max_tenths int, tenths int, verdict text, text_key text,
        is_fixed boolean, drawn_tenths int, base_tenths int, base_verdict text)`.execute(db)
}

/** The score is final: the result by the thresholds, and what counts of all attempts. */
export async function finalize(db: ExamsDb, attempt: AttemptRecord, now: number): Promise<number> {
  const { rows } = await sql<{ scoreTenths: number; totalTenths: number; drawnTenths: number }>`
    select sum(tenths)::int as "scoreTenths", sum(max_tenths)::int as "totalTenths",
      sum(coalesce(drawn_tenths, max_tenths))::int as "drawnTenths"
    from exams.mark where attempt_id = ${attempt.id}`.execute(db)
  const { scoreTenths, totalTenths, drawnTenths } = rows[0] ?? { scoreTenths: 0, totalTenths: 0, drawnTenths: 0 }
  const result = resultOf(scoreTenths * 10, attempt.rules, { totalTenths, drawnTenths })
  await sql`update exams.attempt set state = 'final', score_tenths = ${scoreTenths}, result = ${result},
      total_tenths = ${totalTenths}, drawn_total_tenths = ${drawnTenths === totalTenths ? null : drawnTenths}
    where id = ${attempt.id}`.execute(db)
  await settleRecord(db, attempt, now)
  return scoreTenths
}

/** Brings the record of the examinee up to date with the attempts that are final. */
export async function settleRecord(
  db: ExamsDb,
  { examId, memberId, rules }: Pick<AttemptRecord, 'examId' | 'memberId' | 'rules'>,
  now: number,
): Promise<void> {
  await settleRecords(db, { examId, rules }, [memberId], now)
}

/** `attempt` is locked and in progress. */
export async function finishAttempt(
  db: ExamsDb,
  attempt: AttemptRecord,
  cause: SubmissionCause,
  now: number,
): Promise<{ readonly state: AttemptState }> {
  const fixes = await fixesInEffect(db, attempt.examId)
  const marks = await scoresOf(db, attempt, fixes)
  await insertMarks(db, attempt, marks)
  const submittedAt = cause === 'time' ? Math.min(attempt.endsAt, now) : now
  await sql`update exams.attempt set state = 'to-grade', cause = ${cause}, submitted_at = ${submittedAt},
      fixes_known = ${fixes.lastNumber} where id = ${attempt.id}`.execute(db)
  if (marks.some(({ tenths }) => tenths === null)) return { state: 'to-grade' }
  await finalize(db, attempt, now)
  return { state: 'final' }
}

/** Scores some questions of a submitted attempt again; what a grader gave for them is taken back. */
export async function scoreAgain(
  db: ExamsDb,
  attempt: AttemptRecord,
  places: readonly number[],
  now: number,
): Promise<AttemptState> {
  const fixes = await fixesInEffect(db, attempt.examId)
  const marks = (await scoresOf(db, attempt, fixes)).filter(({ place }) => places.includes(place))
  await sql`delete from exams.mark where attempt_id = ${attempt.id} and place = any(${[...places]}::int[])`.execute(db)
  await insertMarks(db, attempt, marks)
  await sql`update exams.attempt set state = 'to-grade', score_tenths = null, result = null
    where id = ${attempt.id}`.execute(db)
  const { rows } =
    await sql`select from exams.mark where attempt_id = ${attempt.id} and tenths is null limit 1`.execute(db)
  if (rows.length === 0) await finalize(db, attempt, now)
  else await settleRecord(db, attempt, now)
  return rows.length === 0 ? 'final' : 'to-grade'
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
