/** When examinees left the screen, and which of it counts. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { Leave } from '../contract/invigilation.ts'
import type { ExamsDb } from './db.ts'
import { getStaffed, lockStaffedAttempt } from './staff.ts'

export async function listLeaves(db: ExamsDb, caller: Caller, attemptId: string): Promise<Leave[]> {
  const attempt = await db
    .selectFrom('exams.attempt')
    .select('exam_id')
    .where('id', '=', attemptId)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!attempt) throw refuse(NOT_FOUND)
  await getStaffed(db, caller, attempt.exam_id, 'invigilator')
  const { rows } = await sql<Leave>`
    select l.id, l.kind, l.started_at as "startedAt", l.ms, l.is_counted as "isCounted", l.voided_at as "voidedAt",
      p.full_name as "voidedBy", l.reason
    from exams.leave l left join ${directorySql(caller.companyId)} p on p.id = l.voided_by
    where l.attempt_id = ${attemptId} order by l.started_at, l.id`.execute(db)
  return rows
}

/** A repeat changes nothing. An attempt that was submitted because of the leave stays submitted: a reset opens another. */
export async function voidLeave(
  db: ExamsDb,
  caller: Caller,
  id: string,
  reason: string,
  now: number,
): Promise<Record<string, never>> {
  const leave = await db
    .selectFrom('exams.leave')
    .select('attempt_id')
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!leave) throw refuse(NOT_FOUND)
  await lockStaffedAttempt(db, caller, leave.attempt_id, 'invigilator', now)
  await sql`
    with voided as (
      update exams.leave set voided_at = ${now}, voided_by = ${caller.memberId}, reason = ${reason.trim()}
      where id = ${id} and voided_at is null returning attempt_id, is_counted)
    update exams.attempt t set leave_count = t.leave_count - 1 from voided
    where t.id = voided.attempt_id and voided.is_counted`.execute(db)
  return {}
}
