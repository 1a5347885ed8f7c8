/**
 * An erased member in the log: what was done stays, with the id, and the chain holds. The texts that tell about the
 * person are taken away, and a certificate says for how many entries.
 */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import { recordAction } from './entries.ts'

/** The certificate of an erasure. */
export const erasedAction = 'privacy.erased'

/** How many entries a certificate's details speak of; 0 where they can't be read. */
export function redactedEntriesOf(details: string | null): number {
  try {
    const { after } = JSON.parse(details ?? '{}') as { after?: { redactedEntries?: unknown } }
    return typeof after?.redactedEntries === 'number' ? after.redactedEntries : 0
  } catch {
    return 0
  }
}

/** Takes away what the log tells about the person: details of entries about them, address and browser of their own. */
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
  /** Who decided it: the member, or an administrator. */
  readonly actorId: string
  readonly now: number
  /** What the certificate says besides; nothing about the person. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** The last step of an erasure: writes its certificate into the log, in the transaction of the erasure. */
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
