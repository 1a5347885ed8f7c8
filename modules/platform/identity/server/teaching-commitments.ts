/** What lecturers are still wanted for: the modules that have lecturers register it (LIVE-247). */
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { LECTURER_ON_DUTY } from '../contract/codes.ts'
import type { IdentityDb } from './db.ts'

export interface LecturerDuty {
  /** Whether the member is still to teach somewhere. Called in the transaction that takes the role away. */
  isOnDuty(db: Connection, lecturer: { readonly companyId: string; readonly memberId: string }): Promise<boolean>
}

export const lecturerDuty = extensionPoint<LecturerDuty>('identity.lecturer-duty')

/** Refuses (40324) where a member would be no lecturer any more, and is still to teach. */
export async function assertOffDuty(
  db: IdentityDb,
  { companyId, memberId }: { readonly companyId: string; readonly memberId: string },
): Promise<void> {
  const other = await db
    .selectFrom('identity.role_grant')
    .select('id')
    .where('company_id', '=', companyId)
    .where('member_id', '=', memberId)
    .where('role', '=', 'lecturer')
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (other) return
  for (const duty of lecturerDuty.all())
    if (await duty.isOnDuty(db, { companyId, memberId })) throw refuse(LECTURER_ON_DUTY)
}
