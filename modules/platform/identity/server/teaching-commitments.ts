/** The open teaching commitments of lecturers, which modules with lecturers register (LIVE-247). */
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { LECTURER_ON_DUTY } from '../contract/codes.ts'
import type { IdentityDb } from './db.ts'

export interface LecturerDuty {
  /** Whether the member has open commitments. Called in the transaction that revokes the role. */
  isOnDuty(db: Connection, lecturer: { readonly companyId: string; readonly memberId: string }): Promise<boolean>
}

export const lecturerDuty = extensionPoint<LecturerDuty>('identity.lecturer-duty')

/** Refuses (40324) if a member with open commitments would lose the role of lecturer. */
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
