/** Notes about what happened in an exam. They stay as they were written. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import type { Incident } from '../contract/incidents.ts'
import type { exams } from '../contract.ts'
import type { ExamsDb } from './db.ts'
import { getStaffed } from './staff.ts'

export interface NewIncident {
  readonly examId: string
  readonly attemptId: string | null
  readonly kind: Incident['kind']
  readonly text: string
}

export async function addIncident(
  db: ExamsDb,
  { companyId, memberId }: Pick<Caller, 'companyId' | 'memberId'>,
  { examId, attemptId, kind, text }: NewIncident,
  now: number,
): Promise<{ readonly id: string }> {
  const id = uuid()
  await db
    .insertInto('exams.incident')
    .values({
      ...{ id, company_id: companyId, exam_id: examId, attempt_id: attemptId, kind, text: text.trim() },
      ...{ noted_at: now, noted_by: memberId },
    })
    .execute()
  return { id }
}

export async function noteIncident(
  db: ExamsDb,
  caller: Caller,
  examId: string,
  { text, attemptId }: Input<typeof exams.noteIncident>['body'],
  now: number,
): Promise<{ readonly id: string }> {
  await getStaffed(db, caller, examId, 'invigilator')
  if (attemptId !== undefined) {
    const { rows } = await sql`select from exams.attempt where id = ${attemptId} and exam_id = ${examId}`.execute(db)
    if (rows.length === 0) throw refuse(NOT_FOUND)
  }
  return addIncident(db, caller, { examId, attemptId: attemptId ?? null, kind: 'note', text }, now)
}

export async function listIncidents(
  db: ExamsDb,
  caller: Caller,
  examId: string,
  { attemptId, ...paging }: Input<typeof exams.incidents>['query'],
) {
  await getStaffed(db, caller, examId, 'invigilator')
  const ofAttempt = attemptId === undefined ? sql`true` : sql`i.attempt_id = ${attemptId}`
  const matching = sql`from exams.incident i
    where i.exam_id = ${examId} and i.company_id = ${caller.companyId} and ${ofAttempt}`
  return sqlPage<Incident>(db, paging, {
    matching,
    rows: (window) => sql<Incident>`
      select i.id, i.kind, i.text, i.noted_at as "notedAt", coalesce(author.full_name, '') as "notedBy",
        examinee.full_name as examinee
      from (select i.* ${matching} order by i.id desc ${window}) i
        left join ${directorySql(caller.companyId)} author on author.id = i.noted_by
        left join exams.attempt t on t.id = i.attempt_id
        left join ${directorySql(caller.companyId)} examinee on examinee.id = t.member_id
      order by i.id desc`,
  })
}
