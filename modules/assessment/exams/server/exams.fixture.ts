/** Exams and attempts for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ExamInput, newExam, newRules } from '../contract/authoring.ts'
import type { ExamRules } from '../contract/rules.ts'
import { sealAnswers } from '../contract/sealing.ts'
import type { AttemptState } from '../contract/states.ts'
import { newAnswerFileKeys } from './answer-file-keys.ts'
import { examsTables } from './db.ts'
import { columnsOf } from './exam-fields.ts'

export interface BuiltExam extends Partial<Omit<ExamInput, 'rules'>> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** On the shelf where it is left out. */
  readonly status?: ShelfStatus
  readonly rules?: Partial<ExamRules>
}

export async function buildExam(connection: Connection, input: BuiltExam): Promise<string> {
  const { id = uuid(), author, now, status = 'on-shelf', rules, ...written } = input
  const columns = columnsOf({ ...newExam, name: '新员工考试', ...written, rules: { ...newRules, ...rules } })
  const isPublished = status !== 'draft'
  await examsTables(connection)
    .insertInto('exams.exam')
    .values({
      ...{ id, company_id: author.companyId, organization_id: author.organizationId, author_id: author.id },
      ...{ ...columns, status, published_rules: isPublished ? columns.rules : null, password_key: id },
      version_number: isPublished ? 1 : 0,
      updated_at: now,
      published_at: isPublished ? now : null,
      off_shelf_at: status === 'off-shelf' ? now : null,
    })
    .execute()
  return id
}

interface BuiltAttempt {
  readonly examId: string
  readonly companyId: string
  readonly memberId: string
  readonly now: number
  /** In progress where it is left out. */
  readonly state?: AttemptState
  /** One that is in progress has been left once for so long. */
  readonly leaveMs?: number
  /** The version of a short answer that the paper consists of; one that is nowhere where nothing reads it. */
  readonly versionId?: string
}

/** The first attempt of a member, with one answer that a person marks. Answers its id and that of the leave. */
export async function buildAttempt(connection: Connection, input: BuiltAttempt) {
  const { examId, companyId, memberId, now, state = 'in-progress', leaveMs = 5000, versionId = uuid() } = input
  const db = examsTables(connection)
  const [id, leaveId] = [uuid(), uuid()]
  const isFinal = state === 'final'
  const whose = { company_id: companyId, exam_id: examId }
  await db
    .insertInto('exams.record')
    .values({ ...whose, member_id: memberId, opened_at: now, attempts_used: 1, last_number: 1 })
    .execute()
  const questions = [{ place: 1, versionId, kind: 'short-answer', scoreTenths: 100, optionOrders: [] }]
  await db
    .insertInto('exams.attempt')
    .values({
      ...{ ...whose, id, member_id: memberId, number: 1, state, started_at: now, ends_at: now + 3_600_000 },
      ...{ paper: JSON.stringify([{ title: '', instructions: '', timeMs: null, questions }]), total_tenths: 100 },
      ...(state === 'in-progress' ? {} : { submitted_at: now, cause: 'member' }),
      ...(isFinal ? { score_tenths: 60, result: 'pass' } : {}),
      leave_count: 1,
    })
    .execute()
  const marked = isFinal ? { tenths: 60, marked_at: now } : {}
  if (state !== 'in-progress')
    await db
      .insertInto('exams.mark')
      .values({
        ...{ ...whose, attempt_id: id, place: 1, version_id: versionId, max_tenths: 100, verdict: 'needs-marking' },
        ...marked,
      })
      .execute()
  await db
    .insertInto('exams.leave')
    .values({
      ...{ id: leaveId, attempt_id: id, company_id: companyId, kind: 'hidden', started_at: now, ms: leaveMs },
      is_counted: true,
    })
    .execute()
  return { id, leaveId }
}

/** Half as much time again, for every exam. */
export async function buildAccommodation(
  connection: Connection,
  { companyId, memberId, now }: { readonly companyId: string; readonly memberId: string; readonly now: number },
): Promise<string> {
  const id = uuid()
  const given = { time_percent: 150, extra_attempts: 0, later_minutes: 0, reason: '视力障碍' }
  await examsTables(connection)
    .insertInto('exams.accommodation')
    .values({ ...{ id, company_id: companyId, member_id: memberId, created_by: memberId, created_at: now }, ...given })
    .execute()
  return id
}

interface OfAttempt {
  readonly examId: string
  readonly companyId: string
  readonly memberId: string
  readonly attemptId: string
  readonly now: number
  /** The version that an appeal is about. */
  readonly versionId?: string
}

/** An open appeal against the mark of the first question. */
export async function buildAppeal(connection: Connection, input: OfAttempt) {
  const { examId, companyId, memberId, attemptId, now, versionId = uuid() } = input
  const id = uuid()
  const whose = { company_id: companyId, exam_id: examId, attempt_id: attemptId, member_id: memberId }
  await examsTables(connection)
    .insertInto('exams.appeal')
    .values({
      ...{ id, ...whose, place: 1, version_id: versionId, subject: 'mark', text: '请再看一次' },
      ...{ state: 'open', created_at: now },
    })
    .execute()
  return id
}

/** A picture of the start, which nobody has checked. */
export async function buildPhoto(connection: Connection, { companyId, attemptId, now }: OfAttempt): Promise<void> {
  await examsTables(connection)
    .insertInto('exams.photo')
    .values({ attempt_id: attemptId, company_id: companyId, file_id: uuid(), taken_at: now, kept_until: now + 1000 })
    .execute()
}

/** The text of a file of saved answers without any. */
export async function buildAnswerFile(connection: Connection, { examId, attemptId }: OfAttempt): Promise<string> {
  const keys = newAnswerFileKeys()
  await examsTables(connection)
    .updateTable('exams.exam')
    .set({ answer_file_keys: JSON.stringify(keys) })
    .where('id', '=', examId)
    .execute()
  return sealAnswers(keys.publicKey, { attemptId, batches: [] })
}
