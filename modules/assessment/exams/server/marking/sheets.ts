/** Attempts by the ids that markers know. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { ExamsDb } from '../db.ts'

interface FoundAttempt {
  readonly id: string
  readonly examId: string
  readonly memberId: string
}

/** In a blind exam the real id of an attempt leads nowhere. */
export async function findMarked(db: ExamsDb, caller: Caller, shownId: string): Promise<FoundAttempt> {
  const { rows } = await sql<FoundAttempt>`
    select t.id, t.exam_id as "examId", t.member_id as "memberId"
    from exams.attempt t left join exams.marking k on k.exam_id = t.exam_id
    where t.company_id = ${caller.companyId}
      and (t.sheet_id = ${shownId} or (t.id = ${shownId} and not coalesce(k.is_blind, false)))`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}
