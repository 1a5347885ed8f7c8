/** Attempts as they are stored: found, locked, and shown to the examinee. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  type PresentedQuestion,
  presentedOf,
  type QuestionContent,
  type QuestionKind,
} from '#modules/assessment/questions/contract.ts'
import { pinnedContents } from '#modules/assessment/questions/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Attempt, endGraceMs, type GivenAnswer } from '../contract/answering.ts'
import { ATTEMPT_OVER, ATTEMPT_RESET } from '../contract/codes.ts'
import type { ExamRules } from '../contract/rules.ts'
import { positionAt, type SectionPosition, type TimedSection } from '../contract/sections.ts'
import type { AttemptState, Result, SubmissionCause } from '../contract/states.ts'
import type { ExamsDb } from './db.ts'
import { openAnnouncements } from './open-announcements.ts'
import { hasEndedSql } from './published-exams.ts'

export interface StoredQuestion {
  readonly place: number
  readonly versionId: string
  readonly kind: QuestionKind
  readonly scoreTenths: number
  /** For each part of a group, or for the question: the ids of its options in their order; empty where they stay. */
  readonly optionOrders: readonly (readonly number[])[]
}

export interface StoredSection extends TimedSection {
  readonly title: string
  readonly instructions: string
  readonly questions: readonly StoredQuestion[]
}

export interface AttemptRecord {
  readonly id: string
  readonly companyId: string
  readonly examId: string
  readonly examName: string
  readonly memberId: string
  readonly number: number
  readonly state: AttemptState
  readonly cause: SubmissionCause | null
  readonly startedAt: number
  readonly endsAt: number
  readonly submittedAt: number | null
  readonly paper: readonly StoredSection[]
  readonly totalTenths: number
  readonly scoreTenths: number | null
  readonly result: Result | null
  readonly leaveCount: number
  /** Null: all sections are open. */
  readonly sectionNumber: number | null
  readonly sectionOpenedAt: number | null
  readonly sectionAfterMs: number | null
  readonly writerId: string | null
  readonly resetAt: number | null
  /** The published rules of the exam, when it ends, and whether it is over for everybody. */
  readonly rules: ExamRules
  readonly examEndAt: number | null
  /** When something was announced last in the exam. */
  readonly announcedAt: number | null
  /** By which the browser seals what it cannot send. */
  readonly answerFileKey: string | null
  readonly hasEnded: boolean
}

const columns = (now: number) => sql`t.id, t.company_id as "companyId", t.exam_id as "examId", s.name as "examName",
  t.member_id as "memberId", t.number, t.state, t.cause, t.started_at as "startedAt", t.ends_at as "endsAt",
  t.submitted_at as "submittedAt", t.paper, t.total_tenths as "totalTenths", t.score_tenths as "scoreTenths", t.result,
  t.leave_count as "leaveCount", t.section_number as "sectionNumber", t.section_opened_at as "sectionOpenedAt",
  t.section_after_ms as "sectionAfterMs", t.writer_id as "writerId", t.reset_at as "resetAt", s.published_rules as rules,
  s.end_at as "examEndAt", s.announced_at as "announcedAt", s.answer_file_keys ->> 'publicKey' as "answerFileKey",
  ${hasEndedSql(now)} as "hasEnded"`

async function find(db: ExamsDb, condition: RawBuilder<unknown>, now: number, lock = false) {
  const { rows } = await sql<AttemptRecord>`
    select ${columns(now)} from exams.attempt t join exams.exam s on s.id = t.exam_id
    where ${condition} ${lock ? sql`for no key update of t` : sql``}`.execute(db)
  return rows[0]
}

const ownSql = (caller: Caller, id: string) =>
  sql`t.id = ${id} and t.member_id = ${caller.memberId} and t.company_id = ${caller.companyId}`

export function assertNotReset<Found extends Pick<AttemptRecord, 'resetAt'>>(attempt: Found | undefined): Found {
  if (!attempt) throw refuse(NOT_FOUND)
  if (attempt.resetAt !== null) throw refuse(ATTEMPT_RESET)
  return attempt
}

export async function getOwnAttempt(db: ExamsDb, caller: Caller, id: string, now: number): Promise<AttemptRecord> {
  return assertNotReset(await find(db, ownSql(caller, id), now))
}

/** Nobody else writes into it, ends or marks it until we are done. */
export async function lockOwnAttempt(db: ExamsDb, caller: Caller, id: string, now: number): Promise<AttemptRecord> {
  return assertNotReset(await find(db, ownSql(caller, id), now, true))
}

/** Of the company, whoever may do what with it. */
export async function lockAttempt(db: ExamsDb, companyId: string, id: string, now: number) {
  const condition = sql`t.id = ${id} and t.company_id = ${companyId} and t.reset_at is null and s.deleted_at is null`
  const attempt = await find(db, condition, now, true)
  if (!attempt) throw refuse(NOT_FOUND)
  return attempt
}

/** For a job. */
export function findAttempt(db: ExamsDb, id: string, now: number) {
  return find(db, sql`t.id = ${id} and t.reset_at is null`, now, true)
}

export const questionsOf = (paper: readonly StoredSection[]): StoredQuestion[] =>
  paper.flatMap((section) => section.questions)

/** The time is over, and so is the grace in which events may still arrive. */
export const isOverdue = ({ state, endsAt }: Pick<AttemptRecord, 'state' | 'endsAt'>, now: number): boolean =>
  state === 'in-progress' && now > endsAt + endGraceMs

export function assertGoesOn(attempt: Pick<AttemptRecord, 'state' | 'endsAt'>, now: number): void {
  if (attempt.state !== 'in-progress' || isOverdue(attempt, now)) throw refuse(ATTEMPT_OVER, { state: attempt.state })
}

/** What each question is answered with now, by place: of its events the one that was typed last. */
export async function currentAnswers(db: ExamsDb, attemptId: string): Promise<GivenAnswer[]> {
  const { rows } = await sql<GivenAnswer>`
    select distinct on (place) place, answer, typed_at as at from exams.answer_event
    where attempt_id = ${attemptId} order by place, sequence desc`.execute(db)
  return rows
}

/** The contents that the attempt is answered on, by their version. */
export function contentsOf(db: Connection, { companyId, paper }: Pick<AttemptRecord, 'companyId' | 'paper'>) {
  return pinnedContents(
    db,
    companyId,
    questionsOf(paper).map((question) => question.versionId),
  )
}

/** A version never goes: one that is missing is a fault of ours. */
export function contentOf(contents: ReadonlyMap<string, QuestionContent>, versionId: string): QuestionContent {
  const content = contents.get(versionId)
  if (!content) throw new Error(`the version ${versionId} of a question is gone`)
  return content
}

/** What the examinee sees of a question: never its key. */
function presented(contents: ReadonlyMap<string, QuestionContent>, question: StoredQuestion) {
  const { place, scoreTenths, versionId, optionOrders } = question
  const shown: PresentedQuestion = presentedOf(contentOf(contents, versionId))
  return { place, scoreTenths, question: shown, optionOrders: optionOrders.map((order) => [...order]) }
}

/** Where the examinee is in these sections at the moment; null: they have no order. */
export function positionIn(
  sections: readonly TimedSection[],
  {
    sectionNumber,
    sectionOpenedAt,
    sectionAfterMs,
    endsAt,
  }: Pick<AttemptRecord, 'sectionNumber' | 'sectionOpenedAt' | 'sectionAfterMs' | 'endsAt'>,
  now: number,
): SectionPosition | null {
  if (sectionNumber === null) return null
  const sectionEndsAt = sectionAfterMs === null ? null : endsAt - sectionAfterMs
  return positionAt(sections, { sectionNumber, sectionOpenedAt: sectionOpenedAt ?? 0, sectionEndsAt, endsAt }, now)
}

export const positionOf = (attempt: AttemptRecord, now: number) => positionIn(attempt.paper, attempt, now)

/** The columns that hold a position. */
export const positionColumns = (position: SectionPosition | null, endsAt: number) => ({
  ends_at: position?.endsAt ?? endsAt,
  section_number: position?.sectionNumber ?? null,
  section_opened_at: position?.sectionOpenedAt ?? null,
  section_after_ms: position && position.sectionEndsAt !== null ? position.endsAt - position.sectionEndsAt : null,
})

/** `position`: where the examinee is, or has just gone. */
export const clockOf = (
  attempt: Pick<AttemptRecord, 'state' | 'endsAt' | 'leaveCount'> & { readonly rules: Pick<ExamRules, 'leavesMax'> },
  now: number,
  position: SectionPosition | null,
) => ({
  state: attempt.state,
  serverNow: now,
  endsAt: position?.endsAt ?? attempt.endsAt,
  leaveCount: attempt.leaveCount,
  leavesMax: attempt.rules.leavesMax,
  sectionNumber: position?.sectionNumber ?? null,
  sectionOpenedAt: position?.sectionOpenedAt ?? null,
  sectionEndsAt: position?.sectionEndsAt ?? null,
})

type Stored = Pick<Attempt, 'answers' | 'writers'>

async function storedOf(db: ExamsDb, attemptId: string): Promise<Stored> {
  const { rows: writers } = await sql<Stored['writers'][number]>`
    select writer_id as writer, last_number as "lastNumber" from exams.writer where attempt_id = ${attemptId}
    order by writer_id`.execute(db)
  return { answers: await currentAnswers(db, attemptId), writers }
}

/** All that answering needs: questions, what is stored so far, and the clock. Nothing is stored of an attempt that starts. */
export async function answerable(db: ExamsDb, attempt: AttemptRecord, now: number, stored?: Stored): Promise<Attempt> {
  const contents = await contentsOf(db, attempt)
  const { id, examId, examName, number, startedAt, totalTenths, answerFileKey } = attempt
  return {
    ...{ id, examId, examName, number, startedAt, totalTenths, answerFileKey },
    ...clockOf(attempt, now, positionOf(attempt, now)),
    sections: attempt.paper.map(({ title, instructions, timeMs, questions }) => ({
      ...{ title, instructions, timeMs },
      questions: questions.map((question) => presented(contents, question)),
    })),
    announcements: await openAnnouncements(db, attempt),
    ...(stored ?? (await storedOf(db, id))),
  }
}
