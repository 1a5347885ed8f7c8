/** How attempts end for their examinees: submission, score, the paper with its key, the record of the exam. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { type ErrorCode, NOT_FOUND, refuse } from '#kit/errors.ts'
import { sqlPage } from '#server/db/page.ts'
import type { AttemptOutcome, ViewedPaper } from '../contract/answering.ts'
import { ATTEMPT_STATE, DETAILS_AFTER_PASS, PAPER_AFTER_END, PAPER_AFTER_PASS, PAPER_NEVER } from '../contract/codes.ts'
import type { OwnAttempt, OwnRecord } from '../contract/learning.ts'
import type { RegistrationState } from '../contract/registration.ts'
import { recordStateOf } from '../contract/states.ts'
import type { exams } from '../contract.ts'
import {
  type AttemptRecord,
  contentOf,
  contentsOf,
  currentAnswers,
  getOwnAttempt,
  isOverdue,
  lockOwnAttempt,
} from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finishAttempt } from './finishing.ts'
import { assertStored } from './journal.ts'
import { getPublishedExam, hasEndedSql } from './published-exams.ts'
import { isScoreShown, type ViewObstacle, viewObstacle } from './results.ts'
import { factsOf, type MemberFacts, noteResultSeen, obstacleOf } from './viewing.ts'

function outcomeOf(attempt: AttemptRecord, facts: MemberFacts): AttemptOutcome {
  const { id, examId, examName, number, state, cause, startedAt, submittedAt, totalTenths } = attempt
  const isShown = isScoreShown(attempt.rules, attempt)
  return {
    ...{ id, examId, examName, number, state, cause, startedAt, submittedAt, totalTenths },
    scoreTenths: isShown ? attempt.scoreTenths : null,
    result: isShown ? attempt.result : null,
    scoreFrom: isShown ? null : attempt.examEndAt,
    mayViewPaper: obstacleOf(attempt, facts) === null,
  }
}

/** The attempt as it stands; one whose time is over is submitted now (EXAM-013). */
async function settledAttempt(db: ExamsDb, caller: Caller, id: string, now: number): Promise<AttemptRecord> {
  const seen = await getOwnAttempt(db, caller, id, now)
  if (!isOverdue(seen, now)) return seen
  const attempt = await lockOwnAttempt(db, caller, id, now)
  if (isOverdue(attempt, now)) await finishAttempt(db, attempt, 'time', now)
  return getOwnAttempt(db, caller, id, now)
}

export async function attemptOutcome(db: ExamsDb, caller: Caller, id: string, now: number): Promise<AttemptOutcome> {
  const attempt = await settledAttempt(db, caller, id, now)
  await noteResultSeen(db, attempt, now)
  return outcomeOf(attempt, await factsOf(db, attempt))
}

/** Submits once everything that the writer has numbered is stored. A repeat answers the same. */
export async function submitAttempt(
  db: ExamsDb,
  caller: Caller,
  id: string,
  last: Input<typeof exams.submitAttempt>['body'],
  now: number,
): Promise<AttemptOutcome> {
  const attempt = await lockOwnAttempt(db, caller, id, now)
  if (attempt.state === 'in-progress' && !isOverdue(attempt, now)) {
    await assertStored(db, id, last)
    await finishAttempt(db, attempt, 'member', now)
  }
  return attemptOutcome(db, caller, id, now)
}

const paperRefusals: Readonly<Record<Exclude<ViewObstacle, 'open'>, ErrorCode>> = {
  'after-end': PAPER_AFTER_END,
  'after-pass': PAPER_AFTER_PASS,
  never: PAPER_NEVER,
}

interface MarkRow {
  readonly place: number
  readonly tenths: number | null
  readonly maxTenths: number
  readonly verdict: ViewedPaper['sections'][number]['questions'][number]['verdict']
  readonly comment: string
}

async function marksOf(db: ExamsDb, attemptId: string): Promise<ReadonlyMap<number, MarkRow>> {
  const { rows } = await sql<MarkRow>`
    select place, tenths, max_tenths as "maxTenths", verdict, comment from exams.mark where attempt_id = ${attemptId}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.place, row]))
}

/** Questions with their key, the answers and what they earned. */
async function viewed(db: ExamsDb, attempt: AttemptRecord): Promise<ViewedPaper['sections']> {
  const contents = await contentsOf(db, attempt)
  const marks = await marksOf(db, attempt.id)
  const answers = new Map((await currentAnswers(db, attempt.id)).map(({ place, answer }) => [place, answer]))
  const isShown = isScoreShown(attempt.rules, attempt)
  return attempt.paper.map(({ title, instructions, questions }) => ({
    ...{ title, instructions },
    questions: questions.map(({ place, scoreTenths, versionId }) => {
      const mark = marks.get(place)
      return {
        ...{ place, content: contentOf(contents, versionId), answer: answers.get(place) ?? null },
        scoreTenths: mark?.maxTenths ?? scoreTenths,
        isDropped: mark?.maxTenths === 0 && scoreTenths > 0,
        earnedTenths: isShown ? (mark?.tenths ?? null) : null,
        verdict: mark?.verdict ?? 'wrong',
        // What a grader wrote stands with the mark.
        comment: isShown ? (mark?.comment ?? '') : '',
      }
    }),
  }))
}

/** The own paper with its key, as soon as the rule of the exam allows it (EXAM-048, EXAM-049). */
export async function viewPaper(db: ExamsDb, caller: Caller, id: string, now: number): Promise<ViewedPaper> {
  const attempt = await settledAttempt(db, caller, id, now)
  const facts = await factsOf(db, attempt)
  const obstacle = obstacleOf(attempt, facts)
  if (obstacle === 'open') throw refuse(ATTEMPT_STATE, { state: 'in-progress' })
  if (obstacle !== null) throw refuse(paperRefusals[obstacle])
  await noteResultSeen(db, attempt, now)
  return { ...outcomeOf(attempt, facts), sections: await viewed(db, attempt) }
}

interface RecordRow {
  readonly attempts_used: number | null
  readonly registration: RegistrationState | null
  readonly score_hundredths: number | null
  readonly total_tenths: number | null
  readonly result: OwnRecord['result']
  readonly finished_at: number | null
  readonly state: 'in-progress' | 'to-grade' | 'final' | null
}

/** What counts of the caller's attempts (EXAM-066). A score that may not be shown yet waits to be graded. */
export async function ownRecord(db: ExamsDb, caller: Caller, id: string, now: number): Promise<OwnRecord> {
  const exam = await getPublishedExam(db, caller, id, now)
  const { rows } = await sql<RecordRow>`
    select r.*, t.state, g.state as registration
    from (select ${id}::uuid as exam_id, ${caller.memberId}::uuid as member_id) own
    left join exams.registration g using (exam_id, member_id)
    left join exams.record r using (exam_id, member_id)
    left join exams.attempt t on t.exam_id = r.exam_id and t.member_id = r.member_id and t.number = r.last_number
      and t.reset_at is null`.execute(db)
  const row = rows[0]
  const isShown = isScoreShown(exam.rules, exam)
  const result = isShown ? (row?.result ?? null) : null
  const state = row?.state ?? (row?.result ? 'final' : null)
  return {
    ...{ examId: id, examName: exam.name, result },
    status: recordStateOf(state && { state, result: state === 'in-progress' ? null : result }, row?.registration),
    scoreHundredths: isShown ? (row?.score_hundredths ?? null) : null,
    totalTenths: row?.total_tenths ?? null,
    attemptsUsed: row?.attempts_used ?? 0,
    attemptsMax: exam.rules.attemptsMax,
    passedAt: isShown ? (row?.finished_at ?? null) : null,
  }
}

interface OwnRow extends MemberFacts {
  readonly id: string
  readonly exam_id: string
  readonly exam_name: string
  readonly number: number
  readonly state: AttemptRecord['state']
  readonly result: AttemptRecord['result']
  readonly score_tenths: number | null
  readonly total_tenths: number
  readonly started_at: number
  readonly submitted_at: number | null
  readonly rules: AttemptRecord['rules']
  readonly has_ended: boolean
}

function ownAttempt(row: OwnRow): OwnAttempt {
  const isShown = isScoreShown(row.rules, { hasEnded: row.has_ended })
  const result = isShown ? row.result : null
  const obstacle = viewObstacle(row.rules.viewingRule, { ...row, hasEnded: row.has_ended })
  return {
    ...{ id: row.id, examId: row.exam_id, examName: row.exam_name, number: row.number, result },
    status: recordStateOf({ state: row.state, result }),
    scoreTenths: isShown ? row.score_tenths : null,
    totalTenths: row.total_tenths,
    startedAt: row.started_at,
    submittedAt: row.submitted_at,
    mayViewPaper: obstacle === null,
  }
}

/** The caller's attempts, the newest first; `businessId`: at one exam (EXAM-067). */
export async function ownAttempts(
  db: ExamsDb,
  caller: Caller,
  { businessId, ...paging }: Input<typeof exams.ownAttempts>['query'],
  now: number,
) {
  const ofExam = businessId === undefined ? sql`true` : sql`t.exam_id = ${businessId}`
  const matching = sql`from exams.attempt t
    where t.company_id = ${caller.companyId} and t.member_id = ${caller.memberId} and t.reset_at is null and ${ofExam}`
  const { items, recordCount } = await sqlPage<OwnRow>(db, paging, {
    matching,
    rows: (window) => sql<OwnRow>`
      select t.id, t.exam_id, s.name as exam_name, t.number, t.state, t.result, t.score_tenths, t.total_tenths,
        t.started_at, t.submitted_at, s.published_rules as rules, ${hasEndedSql(now)} as has_ended,
        r.finished_at is not null as "hasPassed", open.exam_id is not null as "hasOpenAttempt"
      from (select t.* ${matching} order by t.id desc ${window}) t
      join exams.exam s on s.id = t.exam_id
      join exams.record r on r.exam_id = t.exam_id and r.member_id = t.member_id
      left join exams.attempt open on open.exam_id = t.exam_id and open.member_id = t.member_id
        and open.state = 'in-progress' and open.reset_at is null
      order by t.id desc`,
  })
  return { items: items.map(ownAttempt), recordCount }
}

/** The caller's last final attempt, question by question (EXAM-068). Before passing, the code is one of its own (EXAM-047). */
export async function answerInfo(db: ExamsDb, caller: Caller, examId: string, now: number) {
  await getPublishedExam(db, caller, examId, now)
  const { rows } = await sql<{ id: string }>`
    select id from exams.attempt where exam_id = ${examId} and member_id = ${caller.memberId} and state = 'final'
      and reset_at is null order by id desc limit 1`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  const attempt = await getOwnAttempt(db, caller, rows[0].id, now)
  const obstacle = obstacleOf(attempt, await factsOf(db, attempt))
  if (obstacle === 'after-pass') throw refuse(DETAILS_AFTER_PASS)
  if (obstacle === 'never') throw refuse(PAPER_NEVER)
  if (obstacle !== null || !isScoreShown(attempt.rules, attempt)) throw refuse(PAPER_AFTER_END)
  const questions = (await viewed(db, attempt)).flatMap((section) => section.questions)
  return {
    ...{ examId, attemptId: attempt.id, totalTenths: attempt.totalTenths, scoreTenths: attempt.scoreTenths ?? 0 },
    items: questions.map(({ place, content, answer, earnedTenths, scoreTenths }) => ({
      ...{ place, content, answer, scoreTenths, earnedTenths: earnedTenths ?? 0 },
    })),
  }
}
