/** The rows of enrollments: found, and written for those who come. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { FormAnswers } from '../contract/fields.ts'
import { type EnrollmentSource, type EnrollmentState, livingStates } from '../contract/states.ts'
import type { ClassesDb } from './db.ts'

export interface EnrollmentRecord {
  readonly id: string
  readonly memberId: string
  readonly state: EnrollmentState
  readonly isInApproval: boolean
  readonly quotaOrganizationId: string | null
  readonly offeredUntil: number | null
}

export async function findEnrollments(
  db: ClassesDb,
  classId: string,
  memberIds: readonly string[],
): Promise<EnrollmentRecord[]> {
  const { rows } = await sql<EnrollmentRecord>`
    select e.id, e.member_id as "memberId", e.state, e.is_in_approval as "isInApproval", e.offered_until as "offeredUntil",
      e.quota_organization_id as "quotaOrganizationId"
    from classes.enrollment e where e.class_id = ${classId} and e.member_id = any(${[...memberIds]}::uuid[])`.execute(
    db,
  )
  return rows
}

interface Coming {
  readonly source: EnrollmentSource
  readonly answers?: FormAnswers
  readonly now: number
}

/**
 * Puts members at the end of the line; answers how many. Whoever has left before queues again; applications and a graduation of
 * before are over. Whoever is on the way already, or takes part, stays as they are.
 */
export async function upsertWaiting(
  db: ClassesDb,
  { id: classId, companyId }: { readonly id: string; readonly companyId: string },
  memberIds: readonly string[],
  { source, answers = {}, now }: Coming,
): Promise<number> {
  const rows = memberIds.map((memberId) => ({ id: uuid(), member_id: memberId }))
  const { numAffectedRows } = await sql`
    insert into classes.enrollment as known (id, class_id, member_id, company_id, state, source, queued_at, answers)
    select r.id, ${classId}, r.member_id, ${companyId}, 'waiting', ${source}, ${now}, ${JSON.stringify(answers)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, member_id uuid)
    on conflict (class_id, member_id) do update set id = excluded.id, state = 'waiting', source = excluded.source,
      queued_at = excluded.queued_at, answers = excluded.answers, is_in_approval = false, offered_until = null,
      quota_organization_id = null, decided_at = null, decided_by = null, reason = '', graduation = 1,
      graduated_at = null
      where known.state <> all(${[...livingStates]}::text[])`.execute(db)
  return Number(numAffectedRows)
}
