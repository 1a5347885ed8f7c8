/** Registrations as the editors of an exam see and decide them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { RegistrationFigures, RegistrationRow } from '../contract/registration.ts'
import type { exams } from '../contract.ts'
import type { ExamsDb } from './db.ts'
import { examLifecycle } from './exam-lifecycle.ts'
import { announce, fillPlaces, findRegistrations, lockExam, type RegistrationRecord, settle } from './registration.ts'

export async function listRegistrations(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { state, search, ...paging }: Input<typeof exams.registrations>['query'],
) {
  const { companyId } = await examLifecycle.getEditable(db, caller, id)
  const inState = state === undefined ? sql`true` : sql`g.state = ${state}`
  const matching = sql`from exams.registration g join ${directorySql(companyId)} p on p.id = g.member_id
    where g.exam_id = ${id} and ${inState} and ${containsWordsSql(sql`p.full_name`, search)}`
  return sqlPage<RegistrationRow>(db, paging, {
    matching,
    rows: (window) => sql<RegistrationRow>`
      select g.member, g.organization_name as "organizationName", g.state, g.is_in_approval as "isInApproval",
        g.registered_at as "registeredAt", g.decided_at as "decidedAt", w.full_name as "decidedBy", g.reason
      from (select g.*, p.organization_name, json_build_object('id', p.id, 'fullName', p.full_name,
          'avatarPath', p.avatar_path) as member ${matching} order by g.registered_at, g.member_id ${window}) g
      left join ${directorySql(companyId)} w on w.id = g.decided_by order by g.registered_at, g.member_id`,
  })
}

export async function registrationFigures(db: ExamsDb, caller: Caller, id: string): Promise<RegistrationFigures> {
  const { publishedRules } = await examLifecycle.getEditable(db, caller, id)
  const { rows } = await sql<{ state: keyof Omit<RegistrationFigures, 'rule'>; count: number }>`
    select state, count(*)::int as count from exams.registration where exam_id = ${id} group by state`.execute(db)
  const none = { waiting: 0, pending: 0, registered: 0, refused: 0, withdrawn: 0 }
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  return { rule: publishedRules?.registration ?? null, ...none, ...counts }
}

/** Registrations that approvers decide, or that are decided already, stay as they are. */
export async function decideRegistrations(
  db: ExamsDb,
  caller: Caller,
  examId: string,
  { memberIds, decision, reason }: Input<typeof exams.decideRegistrations>['body'],
  now: number,
) {
  await examLifecycle.getEditable(db, caller, examId)
  const exam = await lockExam(db, examId)
  const isDecidable = ({ state, isInApproval, hasStarted }: RegistrationRecord) =>
    state === 'pending'
      ? !isInApproval
      : decision === 'refuse' && (state === 'waiting' || (state === 'registered' && !hasStarted))
  const chosen = (await findRegistrations(db, examId, memberIds)).filter(isDecidable)
  const state = decision === 'accept' ? 'registered' : 'refused'
  const given = decision === 'accept' ? '' : reason.trim()
  await settle(
    db,
    chosen.map(({ id }) => id),
    { state, by: caller.memberId, reason: given, now },
  )
  const recipients = chosen.map(({ memberId }) => memberId)
  await announce(db, exam, { type: `exam.registration-${state}`, recipients, reason: given, now })
  if (decision === 'refuse') await fillPlaces(db, examId, now)
  return { decided: chosen.length, left: memberIds.length - chosen.length }
}
