/** A submitted attempt goes on: somebody pressed the wrong button, or a power cut ended it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { endGraceMs } from '../contract/answering.ts'
import { ATTEMPT_STATE, OTHER_ATTEMPT_OPEN } from '../contract/codes.ts'
import type { exams } from '../contract.ts'
import type { AttemptRecord } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finishWhenOver, settleRecord } from './finishing.ts'
import { addIncident } from './incidents.ts'
import { lockStaffedAttempt } from './staff.ts'

/** A start of the examinee waits for the lock of the record, so that two attempts are never open. */
async function assertNoOther(db: ExamsDb, { id, examId, memberId }: AttemptRecord): Promise<void> {
  await sql`select from exams.record where exam_id = ${examId} and member_id = ${memberId} for update`.execute(db)
  const { rows } = await sql`
    select from exams.attempt where exam_id = ${examId} and member_id = ${memberId} and id <> ${id}
      and state = 'in-progress' and reset_at is null`.execute(db)
  if (rows.length > 0) throw refuse(OTHER_ATTEMPT_OPEN)
}

/** Without this an attempt that was submitted for its leaves would be submitted again by the next save. */
async function voidLeaves(db: ExamsDb, attemptId: string, memberId: string, reason: string, now: number) {
  await sql`update exams.leave set voided_at = ${now}, voided_by = ${memberId}, reason = ${reason}
    where attempt_id = ${attemptId} and is_counted and voided_at is null`.execute(db)
}

/** The time begins now and may lie beyond the end of the exam. A completion that was reached stays. */
export async function reopenAttempt(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { minutes, reason }: Input<typeof exams.reopenAttempt>['body'],
  now: number,
): Promise<{ readonly endsAt: number }> {
  const attempt = await lockStaffedAttempt(db, caller, id, 'invigilator', now)
  if (attempt.state === 'in-progress') throw refuse(ATTEMPT_STATE, { state: attempt.state })
  await assertNoOther(db, attempt)
  const endsAt = Math.max(now, attempt.endsAt) + minutes * 60_000
  await sql`delete from exams.mark where attempt_id = ${id}`.execute(db)
  await voidLeaves(db, id, caller.memberId, reason.trim(), now)
  await sql`update exams.attempt set state = 'in-progress', cause = null, submitted_at = null, score_tenths = null,
    result = null, leave_count = 0, total_tenths = coalesce(drawn_total_tenths, total_tenths),
    drawn_total_tenths = null, ends_at = ${endsAt} where id = ${id}`.execute(db)
  await settleRecord(db, attempt, now)
  await addIncident(db, caller, { examId: attempt.examId, attemptId: id, kind: 'reopened', text: reason }, now)
  await enqueue(db, finishWhenOver, { attemptId: id }, { runAt: endsAt + endGraceMs + 1 })
  return { endsAt }
}
