/** Passwords of members: stored, changed, and asked for again before what cannot be undone. */
import { sql } from 'kysely'
import { refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { ACCOUNT_LOCKED, NEW_PASSWORD_NEEDED, OLD_PASSWORD_WRONG } from '../contract/codes.ts'
import type { IdentityDb } from './db.ts'
import { assertPasswordAccepted, hashPassword, passwordMatches } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { countForMember, forgetAccounts, isLocked } from './wrong-passwords.ts'

export interface Credential {
  readonly password_hash: string | null
  readonly password_changed_at: number | null
  readonly locked_until: number | null
  readonly wrong_passwords: number
  readonly wrong_password_at: number | null
  readonly change_needed: boolean
  /** When the password was counted as a guess for the accounts of the same name in other companies. */
  readonly counted_elsewhere_at: number | null
}

/** The credentials by member, locked against other sign-ins until this one ends; in one order, which prevents deadlocks. */
export async function lockCredentials(
  db: IdentityDb,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Credential>> {
  const rows = await db
    .selectFrom('identity.credential')
    .select(['member_id', 'password_hash', 'password_changed_at', 'change_needed'])
    .select(['locked_until', 'wrong_passwords', 'wrong_password_at', 'counted_elsewhere_at'])
    .where('member_id', '=', sql<string>`any(${memberIds}::uuid[])`)
    .orderBy('member_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.member_id, row]))
}

/** The member's credential, locked against other sign-ins of the member until this one ends. */
export async function lockCredential(db: IdentityDb, memberId: string): Promise<Credential> {
  const credential = (await lockCredentials(db, [memberId])).get(memberId)
  if (!credential) throw new Error(`member ${memberId} has no credential`)
  return credential
}

/**
 * Stores a password and resets the count of wrong ones. `changeNeeded`: an administrator has set it, and the member
 * must replace it.
 */
export async function setPassword(
  db: IdentityDb,
  memberId: string,
  password: string,
  now: number,
  changeNeeded = false,
): Promise<void> {
  assertPasswordAccepted(password)
  const passwordHash = await hashPassword(password)
  await db
    .updateTable('identity.credential')
    .set({
      password_hash: passwordHash,
      password_changed_at: now,
      change_needed: changeNeeded,
      wrong_passwords: 0,
      wrong_password_at: null,
      locked_until: null,
      counted_elsewhere_at: null,
    })
    .where('member_id', '=', memberId)
    .execute()
  await forgetAccounts(db, memberId)
}

/** The new password must differ from the one that an administrator has set. */
export async function replacePassword(
  db: IdentityDb,
  memberId: string,
  given: string,
  next: string,
  now: number,
): Promise<void> {
  if (given === next) throw refuse(NEW_PASSWORD_NEEDED)
  await setPassword(db, memberId, next, now)
  await endSessions(db, memberId, now)
}

/** Refuses unless it is the caller's password. Wrong ones count like wrong passwords of a sign-in. */
export async function assertOwnPassword(
  db: IdentityDb,
  caller: { memberId: string; companyId: string },
  password: string | undefined,
  now: number,
): Promise<void> {
  const credential = await lockCredential(db, caller.memberId)
  if (isLocked(credential.locked_until, now)) throw refuse(ACCOUNT_LOCKED)
  const { password_hash: passwordHash } = credential
  const matches = passwordHash === null || (await passwordMatches(passwordHash, password ?? ''))
  if (!matches) {
    const member = { id: caller.memberId, companyId: caller.companyId, enabled: true }
    const error = await countForMember(db, member, credential, now)
    throw refuseKeepingWrites(error === ACCOUNT_LOCKED ? ACCOUNT_LOCKED : OLD_PASSWORD_WRONG)
  }
}

/** Changes the caller's password, or sets the first one. */
export async function changePassword(
  db: IdentityDb,
  caller: { memberId: string; companyId: string; sessionId: string },
  change: { oldPassword?: string; newPassword: string },
  now: number,
): Promise<void> {
  await assertOwnPassword(db, caller, change.oldPassword, now)
  await setPassword(db, caller.memberId, change.newPassword, now)
  await endSessions(db, caller.memberId, now, null, caller.sessionId)
}
