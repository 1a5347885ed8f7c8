/** What modules above exams may know of a member's answers: nothing before the viewing rule of the exam allows it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { PAPER_AFTER_END, PAPER_AFTER_PASS, PAPER_NEVER } from '../contract/codes.ts'
import type { ExamRules } from '../contract/rules.ts'
import { questionsOf, type StoredSection } from './attempts.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { getPublishedExam, hasEndedSql } from './published-exams.ts'
import { isScoreShown, viewObstacle } from './results.ts'

type Member = Pick<Caller, 'companyId' | 'memberId'>

/** The versions of the questions that the member is asked in attempts in progress. */
export async function versionsInProgress(connection: Connection, { companyId, memberId }: Member): Promise<string[]> {
  const { rows } = await sql<{ paper: readonly StoredSection[] }>`
    select paper from exams.attempt where company_id = ${companyId} and member_id = ${memberId} and reset_at is null
      and state = 'in-progress'`.execute(examsTables(connection))
  return rows.flatMap(({ paper }) => questionsOf(paper).map(({ versionId }) => versionId))
}

interface FinalAttempt {
  readonly attemptId: string
  readonly examName: string
  readonly paper: readonly StoredSection[]
  readonly rules: ExamRules
  readonly hasEnded: boolean
  readonly hasPassed: boolean
  readonly hasOpenAttempt: boolean
}

const attemptsMax = 200

/** The member's final attempts that are not among `except`, the first one first; those of one exam where it is named. */
async function finalAttempts(
  db: ExamsDb,
  { companyId, memberId }: Member,
  { except = [], examId }: { readonly except?: readonly string[]; readonly examId?: string },
  now: number,
): Promise<FinalAttempt[]> {
  const ofExam = examId === undefined ? sql`s.published_rules ->> 'viewingRule' <> 'never'` : sql`t.exam_id = ${examId}`
  const { rows } = await sql<FinalAttempt>`
    select t.id as "attemptId", s.name as "examName", t.paper, s.published_rules as rules,
      ${hasEndedSql(now)} as "hasEnded", r.finished_at is not null as "hasPassed", exists (
        select from exams.attempt o where o.exam_id = t.exam_id and o.member_id = t.member_id
          and o.state = 'in-progress' and o.reset_at is null) as "hasOpenAttempt"
    from exams.attempt t join exams.exam s on s.id = t.exam_id and s.deleted_at is null
    join exams.record r on r.exam_id = t.exam_id and r.member_id = t.member_id
    where t.company_id = ${companyId} and t.member_id = ${memberId} and t.reset_at is null and t.state = 'final'
      and t.id <> all(${[...except]}::uuid[]) and ${ofExam}
    order by t.id limit ${attemptsMax}`.execute(db)
  return rows
}

const obstacleOf = (attempt: FinalAttempt) => viewObstacle(attempt.rules.viewingRule, { ...attempt, state: 'final' })

/** An answer that earned less than its question is worth. */
export interface LostAnswer {
  readonly attemptId: string
  readonly examName: string
  readonly versionId: string
  readonly answer: QuestionAnswer | null
  readonly tenths: number
  readonly maxTenths: number
}

/**
 * The attempts of the member whose paper and score may be viewed now, without `except`, and their answers that lost points.
 * Whoever keeps them names the attempts the next time.
 */
export async function lostAnswers(connection: Connection, member: Member, except: readonly string[], now: number) {
  const db = examsTables(connection)
  const attempts = (await finalAttempts(db, member, { except }, now)).filter(
    (attempt) => obstacleOf(attempt) === null && isScoreShown(attempt.rules, attempt),
  )
  if (attempts.length === 0) return { attemptIds: [], answers: [] }
  const names = new Map(attempts.map(({ attemptId, examName }) => [attemptId, examName]))
  const { rows } = await sql<Omit<LostAnswer, 'examName'>>`
    select m.attempt_id as "attemptId", m.version_id as "versionId", m.tenths, m.max_tenths as "maxTenths", (
      select e.answer from exams.answer_event e where e.attempt_id = m.attempt_id and e.place = m.place
      order by e.sequence desc limit 1) as answer
    from exams.mark m where m.attempt_id = any(${[...names.keys()]}::uuid[]) and m.tenths < m.max_tenths
    order by m.attempt_id, m.place`.execute(db)
  const answers = rows.map((row): LostAnswer => ({ ...row, examName: names.get(row.attemptId) ?? '' }))
  return { attemptIds: [...names.keys()], answers }
}

/**
 * The versions that the caller was asked in the last final attempt at the exam, once its paper may be viewed. Refuses as the
 * paper itself does, and while another attempt goes on.
 */
export async function viewableVersions(connection: Connection, caller: Caller, examId: string, now: number) {
  const db = examsTables(connection)
  const { name } = await getPublishedExam(db, caller, examId, now)
  const attempts = await finalAttempts(db, caller, { examId }, now)
  const last = attempts.at(-1)
  if (!last) return { name, versionIds: [] }
  const obstacle = obstacleOf(last)
  if (obstacle === 'after-pass') throw refuse(PAPER_AFTER_PASS)
  if (obstacle === 'never') throw refuse(PAPER_NEVER)
  if (obstacle !== null) throw refuse(PAPER_AFTER_END)
  return { name, versionIds: questionsOf(last.paper).map(({ versionId }) => versionId) }
}
