/** The end of an attempt: by its examinee, by time, by leaving too often, or by an invigilator. It is scored at once. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { scoreOf, type Verdict } from '#modules/assessment/questions/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { endGraceMs } from '../contract/answering.ts'
import type { ExamRules } from '../contract/rules.ts'
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
import { type SubmittedAttempt, settleScores } from './fixing/recompute.ts'
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

/** A submitted attempt that waits for its score. */
const submitted = ({ id, memberId, totalTenths }: AttemptRecord): SubmittedAttempt => ({
  ...{ id, memberId, totalTenths, state: 'to-grade', scoreTenths: null, drawnTenths: null, result: null },
})

/** The score follows from the marks, unless one of them waits for a grader: then the attempt waits as well. */
export async function settleScore(db: ExamsDb, attempt: AttemptRecord, now: number): Promise<SubmittedAttempt> {
  const [settled] = await settleScores(db, attempt, [submitted(attempt)], now)
  return settled ?? submitted(attempt)
}

/** Brings the record of the examinee up to date with the attempts that are final. */
export async function settleRecord(
  db: ExamsDb,
  { examId, memberId, rules }: Pick<AttemptRecord, 'examId' | 'memberId' | 'rules'>,
  now: number,
): Promise<void> {
  await settleRecords(db, { examId, rules }, [memberId], now)
}

const sumOf = (marks: readonly NewMark[], of: (mark: NewMark) => number) =>
  marks.reduce((sum, mark) => sum + of(mark), 0)

/** The score of an attempt whose marks are all there. */
function scoreColumns(marks: readonly NewMark[], rules: ExamRules) {
  const scoreTenths = sumOf(marks, ({ tenths }) => tenths ?? 0)
  const totalTenths = sumOf(marks, ({ max_tenths }) => max_tenths)
  const drawnTenths = sumOf(marks, ({ max_tenths, drawn_tenths }) => drawn_tenths ?? max_tenths)
  const result = resultOf(scoreTenths * 10, rules, { totalTenths, drawnTenths })
  return {
    ...{ state: 'final', result, score_tenths: scoreTenths, total_tenths: totalTenths },
    drawn_total_tenths: drawnTenths === totalTenths ? null : drawnTenths,
  }
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
  const state = marks.some(({ tenths }) => tenths === null) ? 'to-grade' : 'final'
  await db
    .updateTable('exams.attempt')
    .set({ cause, submitted_at: cause === 'time' ? Math.min(attempt.endsAt, now) : now, fixes_known: fixes.lastNumber })
    .set(state === 'final' ? scoreColumns(marks, attempt.rules) : { state })
    .where('id', '=', attempt.id)
    .execute()
  if (state === 'final') await settleRecord(db, attempt, now)
  return { state }
}

/** Scores some questions of a submitted attempt by their answers of now; what a grader gave for them is taken back. */
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
  return (await settleScore(db, attempt, now)).state
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
