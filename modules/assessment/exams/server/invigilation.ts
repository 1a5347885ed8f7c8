/** An exam while it goes on: who is in it, more time, submission and reset by an invigilator. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { ATTEMPT_STATE } from '../contract/codes.ts'
import type { ExamFigures, ExamineeRow, InvigilatedExam } from '../contract/invigilation.ts'
import { type AttemptListState, attemptListStateOf } from '../contract/states.ts'
import type { exams } from '../contract.ts'
import { isExportOpen } from './answers-export.ts'
import type { AttemptRecord } from './attempts.ts'
import { audienceMembersSql } from './audience.ts'
import type { ExamsDb } from './db.ts'
import { stateSql } from './exam-fields.ts'
import type { ExamRecord } from './exam-lifecycle.ts'
import { finishAttempt, settleRecord } from './finishing.ts'
import { photoStateSql } from './photos.ts'
import { getStaffed, lockStaffedAttempt, mayEdit } from './staff.ts'
import { personalPasswordOf } from './starting.ts'

/** Nothing was heard of for so long: the network, or the battery. */
const silentMs = 60_000

export async function invigilatedExams(
  db: ExamsDb,
  caller: Caller,
  paging: Input<typeof exams.invigilatedExams>['query'],
  now: number,
) {
  const matching = sql`from exams.exam s where s.company_id = ${caller.companyId} and s.deleted_at is null
    and s.status = 'on-shelf' and s.invigilator_ids @> array[${caller.memberId}]::uuid[]`
  return sqlPage<InvigilatedExam>(db, paging, {
    matching,
    rows: (window) => sql<InvigilatedExam>`
      select s.id as "examId", s.name as "examName", ${stateSql(now)} as state, s.start_at as "startAt",
        s.end_at as "endAt" ${matching} order by (${stateSql(now)} = 5) desc, s.start_at desc nulls last, s.id ${window}`,
  })
}

type Counts = Pick<
  ExamFigures,
  'state' | 'examinees' | 'started' | 'inProgress' | 'silent' | 'toGrade' | 'final' | 'passed'
>

export async function examFigures(db: ExamsDb, caller: Caller, id: string, now: number): Promise<ExamFigures> {
  const exam = await getStaffed(db, caller, id, 'invigilator')
  const { rows } = await sql<Counts>`
    select (select ${stateSql(now)} from exams.exam s where s.id = ${id}) as state,
      (select count(*)::int from ${audienceMembersSql(exam.companyId, exam)} audience) as examinees, r.*, t.*
    from (select count(opened_at)::int as started, count(result)::int as final, count(finished_at)::int as passed
        from exams.record where exam_id = ${id}) r,
      (select count(*) filter (where state = 'in-progress')::int as "inProgress",
          count(*) filter (where state = 'in-progress'
            and coalesce(last_saved_at, started_at) < ${now - silentMs})::int as silent,
          count(*) filter (where state = 'to-grade')::int as "toGrade"
        from exams.attempt where exam_id = ${id} and reset_at is null) t`.execute(db)
  const counts = rows[0] as Counts
  return {
    ...{ examId: id, examName: exam.name, startAt: exam.startAt, endAt: exam.endAt, serverNow: now, ...counts },
    mayExport: isExportOpen(exam, now),
    mayEdit: mayEdit(caller, exam),
  }
}

interface AttemptRow {
  readonly member: ExamineeRow['member']
  readonly organization_name: string
  readonly attempt: NonNullable<ExamineeRow['attempt']>
  readonly result: ExamineeRow['result']
}

type MemberRow = Pick<AttemptRow, 'member' | 'organization_name'>

/** `attemptListStateOf` as a condition on attempts `t`, so that a page holds one state alone. */
export function statusFilter(status: AttemptListState | undefined, hasPassMark: boolean): RawBuilder<boolean> {
  const ended = (condition: RawBuilder<unknown>) =>
    sql<boolean>`t.state <> 'in-progress' and t.cause <> 'leaves' and ${condition}`
  const withResult = (result: string) => ended(sql`t.result = ${result} and ${hasPassMark}::boolean`)
  switch (status) {
    case undefined:
      return sql`true`
    case 2:
      return sql`t.state = 'in-progress'`
    case 4:
      return sql`t.cause = 'leaves'`
    case 5:
      return ended(sql`t.state = 'to-grade'`)
    case 6:
      return withResult('pass')
    case 7:
      return withResult('fail')
    case 8:
      return ended(sql`t.state = 'final' and not ${hasPassMark}::boolean`)
    case 9:
      return withResult('good')
    case 10:
      return withResult('excellent')
    default:
      return sql`false`
  }
}

const memberColumns = sql`json_build_object('id', p.id, 'fullName', p.full_name, 'avatarPath', p.avatar_path) as member,
  p.organization_name`

const passwordOf = ({ rules, publishedRules, passwordKey }: ExamRecord, memberId: string) =>
  (publishedRules ?? rules).hasPersonalPasswords ? personalPasswordOf(passwordKey, memberId) : null

/** Members of the audience without an attempt, by name. */
async function absentees(db: ExamsDb, exam: ExamRecord, search: string | undefined, paging: object) {
  const matching = sql`from ${directorySql(exam.companyId)} p
    where p.id in ${audienceMembersSql(exam.companyId, exam)} and ${containsWordsSql(sql`p.full_name`, search)}
      and not exists (select from exams.attempt t where t.exam_id = ${exam.id} and t.member_id = p.id and t.reset_at is null)`
  const { items, recordCount } = await sqlPage<MemberRow>(db, paging, {
    matching,
    rows: (window) => sql<MemberRow>`select ${memberColumns} ${matching} order by p.full_name, p.id ${window}`,
  })
  const rows = items.map(({ member, organization_name: organizationName }): ExamineeRow => {
    const personalPassword = passwordOf(exam, member.id)
    return { member, organizationName, status: 1, result: null, personalPassword, attempt: null }
  })
  return { items: rows, recordCount }
}

export async function examinees(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { status, search, ...paging }: Input<typeof exams.examinees>['query'],
) {
  const exam = await getStaffed(db, caller, id, 'invigilator')
  if (status === 1) return absentees(db, exam, search, paging)
  const hasPassMark = (exam.publishedRules ?? exam.rules).passTenths !== null
  const matching = sql`from exams.attempt t join ${directorySql(exam.companyId)} p on p.id = t.member_id
    where t.exam_id = ${id} and t.reset_at is null and ${statusFilter(status, hasPassMark)}
      and ${containsWordsSql(sql`p.full_name`, search)}`
  const { items, recordCount } = await sqlPage<AttemptRow>(db, paging, {
    matching,
    rows: (window) => sql<AttemptRow>`
      select ${memberColumns}, t.result, json_build_object('id', t.id, 'number', t.number, 'state', t.state,
        'cause', t.cause, 'startedAt', t.started_at, 'endsAt', t.ends_at, 'submittedAt', t.submitted_at,
        'lastSavedAt', t.last_saved_at, 'lastPlace', t.last_place, 'leaveCount', t.leave_count,
        'photo', (select ${photoStateSql} from exams.photo f where f.attempt_id = t.id),
        'scoreTenths', t.score_tenths, 'totalTenths', t.total_tenths) as attempt
      ${matching} order by t.id desc ${window}`,
  })
  const rows = items.map(({ member, organization_name: organizationName, attempt, result }): ExamineeRow => {
    const status = attemptListStateOf({ state: attempt.state, cause: attempt.cause, result, hasPassMark })
    return { member, organizationName, status, result, personalPassword: passwordOf(exam, member.id), attempt }
  })
  return { items: rows, recordCount }
}

/** An attempt in progress, for its invigilator. */
async function lockRunning(db: ExamsDb, caller: Caller, id: string, now: number): Promise<AttemptRecord> {
  const attempt = await lockStaffedAttempt(db, caller, id, 'invigilator', now)
  if (attempt.state !== 'in-progress') throw refuse(ATTEMPT_STATE, { state: attempt.state })
  return attempt
}

/** More time for one, also beyond the end of the exam. The job that submits finds the new end by itself. */
export async function extendAttempt(db: ExamsDb, caller: Caller, id: string, minutes: number, now: number) {
  const { endsAt } = await lockRunning(db, caller, id, now)
  const extended = endsAt + minutes * 60_000
  await db.updateTable('exams.attempt').set({ ends_at: extended }).where('id', '=', id).execute()
  return { endsAt: extended }
}

export async function extendExam(db: ExamsDb, caller: Caller, id: string, minutes: number) {
  await getStaffed(db, caller, id, 'invigilator')
  const ms = minutes * 60_000
  await sql`update exams.exam set extended_ms = extended_ms + ${ms} where id = ${id}`.execute(db)
  const { rows } = await sql`
    update exams.attempt set ends_at = ends_at + ${ms}
    where exam_id = ${id} and state = 'in-progress' and reset_at is null returning id`.execute(db)
  return { attempts: rows.length }
}

export async function forceSubmit(db: ExamsDb, caller: Caller, id: string, now: number) {
  return finishAttempt(db, await lockRunning(db, caller, id, now), 'invigilator', now)
}

/** The attempt counts no longer, and its examinee has one more. What was answered stays for who has to explain it. */
export async function resetAttempt(
  db: ExamsDb,
  caller: Caller,
  id: string,
  reason: string,
  now: number,
): Promise<Record<string, never>> {
  const attempt = await lockStaffedAttempt(db, caller, id, 'invigilator', now)
  await db
    .updateTable('exams.attempt')
    .set({ reset_at: now, reset_by: caller.memberId, reset_reason: reason.trim() })
    .where('id', '=', id)
    .execute()
  await sql`update exams.record set attempts_used = attempts_used - 1
    where exam_id = ${attempt.examId} and member_id = ${attempt.memberId}`.execute(db)
  await settleRecord(db, attempt, now)
  return {}
}
