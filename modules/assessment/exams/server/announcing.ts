/** Announcements: sent by those who watch over an exam, read on the screen of answering, and acknowledged there. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { announcementsMax, type SentAnnouncement } from '../contract/announcing.ts'
import { ATTEMPT_STATE, TOO_MANY_ANNOUNCEMENTS } from '../contract/codes.ts'
import type { exams } from '../contract.ts'
import { getOwnAttempt, lockAttempt } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { meantForSql, notAcknowledgedSql } from './open-announcements.ts'
import { getStaffed } from './staff.ts'

/** An attempt of the exam that is answered at the moment. */
async function assertAnswered(db: ExamsDb, caller: Caller, examId: string, attemptId: string, now: number) {
  const attempt = await lockAttempt(db, caller.companyId, attemptId, now)
  if (attempt.examId !== examId) throw refuse(NOT_FOUND)
  if (attempt.state !== 'in-progress') throw refuse(ATTEMPT_STATE, { state: attempt.state })
}

export async function announce(
  db: ExamsDb,
  caller: Caller,
  examId: string,
  { text, attemptId }: Input<typeof exams.announce>['body'],
  now: number,
): Promise<{ readonly id: string }> {
  await getStaffed(db, caller, examId, 'invigilator')
  if (attemptId !== undefined) await assertAnswered(db, caller, examId, attemptId, now)
  // The row of the exam is locked, so that the number of announcements holds.
  await sql`update exams.exam set announced_at = ${now} where id = ${examId}`.execute(db)
  const id = uuid()
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('exams.announcement')
    .columns(['id', 'company_id', 'exam_id', 'attempt_id', 'text', 'sent_at', 'sent_by'])
    .expression(
      sql`select ${id}::uuid, ${caller.companyId}::uuid, ${examId}::uuid, ${attemptId ?? null}::uuid, ${text.trim()}::text,
          ${now}::bigint, ${caller.memberId}::uuid
        where (select count(*) from exams.announcement where exam_id = ${examId}) < ${announcementsMax}`,
    )
    .executeTakeFirstOrThrow()
  if (inserted !== 1n) throw refuse(TOO_MANY_ANNOUNCEMENTS, { max: announcementsMax })
  return { id }
}

export async function listAnnouncements(
  db: ExamsDb,
  caller: Caller,
  examId: string,
  paging: Input<typeof exams.announcements>['query'],
) {
  await getStaffed(db, caller, examId, 'invigilator')
  const matching = sql`from exams.announcement a where a.exam_id = ${examId} and a.company_id = ${caller.companyId}`
  return sqlPage<SentAnnouncement>(db, paging, {
    matching,
    rows: (window) => sql<SentAnnouncement>`
      select a.id, a.text, a.sent_at as "sentAt", coalesce(sender.full_name, '') as "sentBy",
        receiver.full_name as receiver,
        (select count(*)::int from exams.acknowledgement k where k.announcement_id = a.id) as acknowledged,
        (select count(*)::int from exams.attempt t where t.exam_id = a.exam_id and t.state = 'in-progress'
          and t.reset_at is null and ${meantForSql} and ${notAcknowledgedSql}) as waiting
      from (select a.* ${matching} order by a.id desc ${window}) a
        left join ${directorySql(caller.companyId)} sender on sender.id = a.sent_by
        left join exams.attempt one on one.id = a.attempt_id
        left join ${directorySql(caller.companyId)} receiver on receiver.id = one.member_id
      order by a.id desc`,
  })
}

export async function acknowledge(
  db: ExamsDb,
  caller: Caller,
  { id, announcementId }: Input<typeof exams.acknowledge>['params'],
  now: number,
): Promise<Record<string, never>> {
  const attempt = await getOwnAttempt(db, caller, id, now)
  const { rows } = await sql`
    with meant as (
      select a.id from exams.attempt t join exams.announcement a on a.exam_id = t.exam_id
      where t.id = ${id} and a.id = ${announcementId} and ${meantForSql}),
    read as (
      insert into exams.acknowledgement (announcement_id, attempt_id, company_id, acknowledged_at)
      select meant.id, ${id}::uuid, ${attempt.companyId}::uuid, ${now}::bigint from meant on conflict do nothing)
    select from meant`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  return {}
}
