/** Inserts new members from all sources: administrators, imports, registration and single sign-on. */
import { v7 as uuid } from 'uuid'
import { plainPhone } from '../contract/shapes.ts'
import type { IdentityDb } from './db.ts'
import { refusingUsed } from './uniqueness.ts'

export interface NewMember {
  readonly companyId: string
  readonly organizationId: string
  readonly name: string
  readonly fullName: string
  readonly phone?: string | null
  readonly email?: string | null
  readonly staffNumber?: string | null
  readonly passwordHash?: string
  /** An administrator has set the password, and the member must change it at the first sign-in. */
  readonly changeNeeded?: boolean
}

/** Inserts a member with its credential. A name, phone, e-mail address or staff number of another member is refused. */
export async function insertMember(db: IdentityDb, member: NewMember, now: number): Promise<string> {
  const id = uuid()
  await refusingUsed(() =>
    db
      .insertInto('identity.member')
      .values({
        id,
        company_id: member.companyId,
        organization_id: member.organizationId,
        name: member.name,
        full_name: member.fullName,
        phone: member.phone ? plainPhone(member.phone) : null,
        email: member.email?.toLowerCase() ?? null,
        staff_number: member.staffNumber ?? null,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  const hash = member.passwordHash
  await db
    .insertInto('identity.credential')
    .values({
      member_id: id,
      password_hash: hash ?? null,
      password_changed_at: hash === undefined ? null : now,
      change_needed: member.changeNeeded ?? false,
    })
    .execute()
  return id
}
