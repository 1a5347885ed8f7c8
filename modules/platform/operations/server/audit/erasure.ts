/**
 * The erasure of a member in the log. Entries keep action and id, so the chain stays valid. Texts about the person are
 * removed, and a certificate states the number of entries.
 */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import { recordAction } from './entries.ts'

/** The certificate of an erasure. */
export const erasedAction = 'privacy.erased'

/** The number of entries in a certificate's details; 0 if they are unreadable. */
export function redactedEntriesOf(details: string | null): number {
  try {
    const { after } = JSON.parse(details ?? '{}') as { after?: { redactedEntries?: unknown } }
    return typeof after?.redactedEntries === 'number' ? after.redactedEntries : 0
  } catch {
    return 0
  }
}

/**
 * Removes personal data from the log: the details of entries about the member, and the origin of the member's own
 * entries.
 */
export async function redactMember(db: OperationsDb, companyId: string, memberId: string): Promise<void> {
  await sql`update operations.audit_entry set details = null, details_salt = null, redacted_for = ${memberId}
    where company_id = ${companyId} and details is not null and action <> ${erasedAction}
      and (subject_id = ${memberId}::text or details like ${`%${memberId}%`})`.execute(db)
  await sql`update operations.audit_entry set origin = null, origin_salt = null,
      redacted_for = coalesce(redacted_for, ${memberId})
    where company_id = ${companyId} and origin is not null and actor_id = ${memberId}
      and action <> ${erasedAction}`.execute(db)
}

export interface Erasure {
  readonly companyId: string
  readonly memberId: string
  /** The member, or the administrator who decided the erasure. */
  readonly actorId: string
  readonly now: number
  /** Further facts of the certificate, without personal data. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** The last step of an erasure: logs its certificate in the same transaction. */
export async function certifyErasure(connection: Connection, erasure: Erasure): Promise<void> {
  const { companyId, memberId, actorId, facts, now } = erasure
  const { count } = await operationsTables(connection)
    .selectFrom('operations.audit_entry')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('redacted_for', '=', memberId)
    .executeTakeFirstOrThrow()
  const after = { ...facts, redactedEntries: count }
  await recordAction(connection, {
    ...{ companyId, actorId, now, action: erasedAction },
    subjects: [{ type: 'member', id: memberId, after }],
  })
}
