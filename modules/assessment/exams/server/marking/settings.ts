/** How the answers of an exam are marked: it counts at once, also for what waits already. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { MARKING_SUSPENDED } from '../../contract/codes.ts'
import { type MarkingSettings, newMarking, type Rubric } from '../../contract/marking.ts'
import type { ExamsDb } from '../db.ts'
import type { ExamRecord } from '../exam-lifecycle.ts'
import { getEditedExam, getStaffed, mayEdit } from '../staff.ts'

interface SettingsRow extends MarkingSettings {
  readonly found: boolean
}

/** Of the exam with this id. */
async function settingsOf(db: ExamsDb, examId: string): Promise<MarkingSettings> {
  const { rows } = await sql<SettingsRow>`
    select k.exam_id is not null as found, coalesce(k.is_blind, ${newMarking.isBlind}) as "isBlind",
      coalesce(k.is_double, ${newMarking.isDouble}) as "isDouble",
      coalesce(k.allowed_tenths, ${newMarking.allowedTenths}) as "allowedTenths", k.appeal_days as "appealDays",
      k.suspended_at is not null as "isSuspended", coalesce(q.questions, '[]') as questions
    from exams.exam s left join exams.marking k on k.exam_id = s.id
    left join lateral (
      select json_agg(json_build_object('versionId', q.version_id, 'rubric', q.rubric, 'allowedTenths', q.allowed_tenths,
        'graderIds', q.grader_ids) order by q.version_id) as questions
      from exams.marked_question q where q.exam_id = s.id) q on true
    where s.id = ${examId}`.execute(db)
  const { isBlind, isDouble, allowedTenths, appealDays, isSuspended, questions } = rows[0] ?? newMarking
  return { isBlind, isDouble, allowedTenths, appealDays, isSuspended, questions }
}

/** What a marker works under. */
export interface Desk {
  readonly exam: ExamRecord
  readonly settings: MarkingSettings
  readonly caller: Caller
  /** An editor of the exam: decides between marks, and marks every question. */
  readonly isChief: boolean
}

export async function openDesk(db: ExamsDb, caller: Caller, examId: string): Promise<Desk> {
  const exam = await getStaffed(db, caller, examId, 'grader')
  return { exam, settings: await settingsOf(db, examId), caller, isChief: mayEdit(caller, exam) }
}

export function assertGoesOn({ settings }: Desk): void {
  if (settings.isSuspended) throw refuse(MARKING_SUSPENDED)
}

const questionOf = ({ settings }: Desk, versionId: string) =>
  settings.questions.find((question) => question.versionId === versionId)

export const rubricOf = (desk: Desk, versionId: string): Rubric | null => questionOf(desk, versionId)?.rubric ?? null

export const allowedOf = (desk: Desk, versionId: string): number =>
  questionOf(desk, versionId)?.allowedTenths ?? desk.settings.allowedTenths

const isAssigned = (desk: Desk, graderIds: readonly string[]) =>
  desk.isChief || graderIds.length === 0 || graderIds.includes(desk.caller.memberId)

export function assertAssigned(desk: Desk, versionId: string): void {
  if (!isAssigned(desk, questionOf(desk, versionId)?.graderIds ?? [])) throw refuse(NO_PERMISSION)
}

/** The marks `m` of questions that are somebody else's to mark are left out. */
export function assignedSql(desk: Desk): RawBuilder<unknown> {
  const others = desk.settings.questions.filter((question) => !isAssigned(desk, question.graderIds))
  return sql`m.version_id <> all(${others.map((question) => question.versionId)}::uuid[])`
}

export async function markingSettings(db: ExamsDb, caller: Caller, id: string): Promise<MarkingSettings> {
  await getEditedExam(db, caller, id)
  return settingsOf(db, id)
}

export async function changeMarkingSettings(
  db: ExamsDb,
  id: string,
  input: MarkingSettings,
  { caller, now, audit }: Context,
): Promise<Record<string, never>> {
  const exam = await getEditedExam(db, caller, id)
  const { companyId } = caller
  const graderIds = [...new Set(input.questions.flatMap((question) => question.graderIds))]
  await assertMembersOfCompany(db, companyId, graderIds)
  const { isBlind, isDouble, allowedTenths, appealDays, isSuspended } = input
  const suspendedAt = isSuspended ? now : null
  const before = await settingsOf(db, id)
  await sql`
    insert into exams.marking (exam_id, company_id, is_blind, is_double, allowed_tenths, appeal_days, suspended_at)
    values (${id}, ${companyId}, ${isBlind}, ${isDouble}, ${allowedTenths}, ${appealDays}::int, ${suspendedAt}::bigint)
    on conflict (exam_id) do update set is_blind = excluded.is_blind, is_double = excluded.is_double,
      allowed_tenths = excluded.allowed_tenths, appeal_days = excluded.appeal_days,
      suspended_at = case when excluded.suspended_at is not null then coalesce(exams.marking.suspended_at,
        excluded.suspended_at) end`.execute(db)
  await db.deleteFrom('exams.marked_question').where('exam_id', '=', id).execute()
  const rows = input.questions.map((question) => ({
    ...{ version_id: question.versionId, rubric: question.rubric, allowed_tenths: question.allowedTenths },
    grader_ids: question.graderIds,
  }))
  await sql`
    insert into exams.marked_question (exam_id, company_id, version_id, rubric, allowed_tenths, grader_ids)
    select ${id}::uuid, ${companyId}::uuid, q.version_id, nullif(q.rubric, 'null'::jsonb), q.allowed_tenths, q.grader_ids
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as q(version_id uuid, rubric jsonb, allowed_tenths int, grader_ids uuid[])
    on conflict do nothing`.execute(db)
  const facts = ({ questions, ...plain }: MarkingSettings) => ({ ...plain, questions: questions.length })
  audit({ type: 'exam', id, name: exam.name, before: facts(before), after: facts(input) })
  return {}
}
