/** Checks before irreversible calls: the caller proves its identity, and a super administrator remains. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { LAST_SUPER_ADMIN } from '../contract/codes.ts'
import { lockCompany } from './companies.ts'
import { assertOwnPassword } from './credentials.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { superAdminRemains } from './permission-limits.ts'
import { addressOf, redeemCode } from './verification-codes.ts'

/** The password, or for an account without one, a code (purpose `sign-in`) that was sent to its phone or address. */
export interface Confirmation {
  readonly password?: string
  readonly code?: string
}

/**
 * Refuses unless the caller proves its identity again. Wrong passwords count and lock as at a sign-in (20173, 20188),
 * also in a refused call. Call this before any other write.
 */
export async function confirmOneself(
  connection: Connection,
  caller: Caller,
  confirmation: Confirmation,
  now: number,
): Promise<void> {
  const db = identityTables(connection)
  const { phone, email, hasPassword } = await db
    .selectFrom('identity.member as m')
    .innerJoin('identity.credential as c', 'c.member_id', 'm.id')
    .select(['m.phone', 'm.email', sql<boolean>`c.password_hash is not null`.as('hasPassword')])
    .where('m.id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  if (hasPassword) return assertOwnPassword(db, caller, confirmation.password ?? '', now)
  if (phone === null && email === null) return
  if (confirmation.code === undefined) throw codeNeeded()
  const address = addressOf(phone === null ? { email: email ?? '' } : { phone })
  await redeemCode(db, { ...address, purpose: 'sign-in', code: confirmation.code, companyId: caller.companyId }, now)
}

function codeNeeded() {
  return refuse(INVALID_INPUT, {
    fields: [{ path: 'code', rule: 'required', message: 'is needed without a password' }],
  })
}

/** Refuses with 20195 if the company would have no super administrator without this member. */
export async function assertNotLastSuperAdmin(
  connection: Connection,
  companyId: string,
  memberId: string,
): Promise<void> {
  const db = identityTables(connection)
  await lockCompany(db, companyId)
  if (await superAdminRemains(db, companyId, memberId)) return
  if (await isSuperAdmin(db, companyId, memberId)) throw refuse(LAST_SUPER_ADMIN)
}

async function isSuperAdmin(db: IdentityDb, companyId: string, memberId: string): Promise<boolean> {
  const grant = await db
    .selectFrom('identity.role_grant')
    .select('id')
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .where('role', '=', 'super-admin')
    .executeTakeFirst()
  return grant !== undefined
}
