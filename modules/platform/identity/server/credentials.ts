/**
 * Sign-in with a password. The account's row is locked while a wrong password is counted, so that simultaneous guesses
 * all count. After the limit the account is locked for an hour (IDENTITY-024 to 027). Unknown accounts count, lock and
 * take as long as real ones, so that answers never reveal which accounts exist.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type ErrorCode, refuse, refuseKeepingWrites } from '#kit/errors.ts'
import {
  ACCOUNT_DISABLED,
  ACCOUNT_LOCKED,
  NEW_PASSWORD_NEEDED,
  OLD_PASSWORD_WRONG,
  PASSWORD_WRONG,
  PASSWORD_WRONG_ONE_LEFT,
  PASSWORD_WRONG_TWO_LEFT,
} from '../contract/codes.ts'
import { getCompany, signInRule } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { assertFewFailures } from './failing-addresses.ts'
import { assertPasswordAccepted, hashPassword, passwordMatches, passwordMatchesInTurn } from './passwords.ts'
import { type Device, endSessions } from './sessions.ts'
import { recordSignIn } from './sign-in-log.ts'

const lockMs = 3_600_000

export interface SigningMember {
  readonly id: string
  readonly companyId: string
  readonly enabled: boolean
}

interface Account extends SigningMember {
  readonly passwordHash: string | null
  readonly lockedUntil: number | null
}

/**
 * By user name, phone or e-mail address. A name that is typed in full width is found in its usual form; a member whose
 * stored name is in full width signs in with it as well. A phone takes precedence over a user name that looks like it.
 */
async function findAccount(db: IdentityDb, account: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select m.id, m.company_id as "companyId", m.enabled, c.password_hash as "passwordHash", c.locked_until as "lockedUntil"
    from identity.member m join identity.credential c on c.member_id = m.id
    where m.phone = ${account} or lower(m.name) in (lower(${account}), lower(${account.normalize('NFKC')}))
      or lower(m.email) = lower(${account})
    order by m.phone is not distinct from ${account} desc, lower(m.name) = lower(${account}) desc
    limit 1`.execute(db)
  return rows[0]
}

interface Count {
  readonly wrongPasswords: number
  readonly lockedUntil: number | null
}

/** Counts a wrong password; those older than an hour no longer count. */
function nextCount(before: { wrong: number; at: number | null }, wrongPasswordsMax: number, now: number): Count {
  const wrongPasswords = (before.at !== null && before.at > now - lockMs ? before.wrong : 0) + 1
  return wrongPasswords >= wrongPasswordsMax
    ? { wrongPasswords: 0, lockedUntil: now + lockMs }
    : { wrongPasswords, lockedUntil: null }
}

function wrongPasswordError(count: Count, wrongPasswordsMax: number): ErrorCode {
  if (count.lockedUntil !== null) return ACCOUNT_LOCKED
  const left = wrongPasswordsMax - count.wrongPasswords
  if (left === 2) return PASSWORD_WRONG_TWO_LEFT
  return left === 1 ? PASSWORD_WRONG_ONE_LEFT : PASSWORD_WRONG
}

interface Credential {
  readonly password_hash: string | null
  readonly locked_until: number | null
  readonly wrong_passwords: number
  readonly wrong_password_at: number | null
  readonly change_needed: boolean
}

/** The member's credential, locked against other sign-ins of the member until this one ends. */
export async function lockCredential(db: IdentityDb, memberId: string): Promise<Credential> {
  return db
    .selectFrom('identity.credential')
    .select(['password_hash', 'locked_until', 'wrong_passwords', 'wrong_password_at', 'change_needed'])
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const isLocked = (lockedUntil: number | null | undefined, now: number) => (lockedUntil ?? 0) > now

async function countWrongPassword(
  db: IdentityDb,
  member: SigningMember,
  credential: Credential,
  now: number,
): Promise<ErrorCode> {
  const { wrongPasswordsMax } = await signInRule(db, member.companyId)
  const before = { wrong: credential.wrong_passwords, at: credential.wrong_password_at }
  const count = nextCount(before, wrongPasswordsMax, now)
  await db
    .updateTable('identity.credential')
    .set({ wrong_passwords: count.wrongPasswords, wrong_password_at: now, locked_until: count.lockedUntil })
    .where('member_id', '=', member.id)
    .execute()
  return wrongPasswordError(count, wrongPasswordsMax)
}

/** An unknown account has no company, so the rule of the installation's first company applies. */
async function countUnknownAccount(db: IdentityDb, accountHash: Buffer, now: number): Promise<ErrorCode> {
  const { wrongPasswordsMax } = await signInRule(db, (await getCompany(db)).id)
  await db
    .insertInto('identity.unknown_account')
    .values({ account_hash: accountHash, wrong_passwords: 0, wrong_password_at: now })
    .onConflict((conflict) => conflict.column('account_hash').doNothing())
    .execute()
  const row = await db
    .selectFrom('identity.unknown_account')
    .selectAll()
    .where('account_hash', '=', accountHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (isLocked(row.locked_until, now)) return ACCOUNT_LOCKED
  const count = nextCount({ wrong: row.wrong_passwords, at: row.wrong_password_at }, wrongPasswordsMax, now)
  await db
    .updateTable('identity.unknown_account')
    .set({ wrong_passwords: count.wrongPasswords, wrong_password_at: now, locked_until: count.lockedUntil })
    .where('account_hash', '=', accountHash)
    .execute()
  return wrongPasswordError(count, wrongPasswordsMax)
}

export interface PasswordAttempt {
  readonly account: string
  readonly password: string
  /** The new password, if an administrator has set the current one. */
  readonly newPassword?: string
}

/** A compared password. The comparison takes a processor for long, so it holds neither a connection nor a lock. */
interface ComparedAttempt extends PasswordAttempt {
  readonly member: Account | undefined
  readonly locked: boolean
  readonly matches: boolean
}

/** Call it outside of transactions. */
export async function comparePassword(
  db: IdentityDb,
  attempt: PasswordAttempt,
  device: Device,
  now: number,
): Promise<ComparedAttempt> {
  const account = attempt.account.trim()
  const member = await findAccount(db, account)
  const locked = member ? isLocked(member.lockedUntil, now) : await unknownIsLocked(db, account, now)
  const { password } = attempt
  const compare = () => passwordMatchesInTurn(member?.passwordHash, password, () => assertFewFailures(db, device, now))
  return { ...attempt, account, member, locked, matches: locked ? false : await compare() }
}

/** The member with the account and password; locks its credential. */
export async function memberOfPassword(
  db: IdentityDb,
  attempt: ComparedAttempt,
  device: Device,
  now: number,
): Promise<SigningMember> {
  const { account, member } = attempt
  if (!member) {
    throw refuseKeepingWrites(
      attempt.locked ? ACCOUNT_LOCKED : await countUnknownAccount(db, hashAccount(account), now),
    )
  }
  const credential = await lockCredential(db, member.id)
  // The password may have been replaced while the attempt waited for its turn.
  const matches = attempt.matches && credential.password_hash === member.passwordHash
  const fail = async (error: ErrorCode) => {
    await recordSignIn(db, { member, method: 'password', errorCode: error.code }, device, now)
    throw refuseKeepingWrites(error)
  }
  if (isLocked(credential.locked_until, now)) return fail(ACCOUNT_LOCKED)
  if (!matches) return fail(await countWrongPassword(db, member, credential, now))
  if (!member.enabled) return fail(ACCOUNT_DISABLED)
  if (credential.change_needed) {
    if (attempt.newPassword === undefined) throw refuse(NEW_PASSWORD_NEEDED)
    await replacePassword(db, member.id, attempt.password, attempt.newPassword, now)
  } else if (credential.wrong_passwords > 0 || credential.locked_until !== null)
    await forgetWrongPasswords(db, member.id)
  return member
}

function hashAccount(account: string): Buffer {
  return createHash('sha256').update(account.toLowerCase()).digest()
}

async function unknownIsLocked(db: IdentityDb, account: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('identity.unknown_account')
    .select('locked_until')
    .where('account_hash', '=', hashAccount(account))
    .executeTakeFirst()
  return isLocked(row?.locked_until, now)
}

export async function forgetWrongPasswords(db: IdentityDb, memberId: string): Promise<void> {
  await db
    .updateTable('identity.credential')
    .set({ wrong_passwords: 0, wrong_password_at: null, locked_until: null })
    .where('member_id', '=', memberId)
    .execute()
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
    })
    .where('member_id', '=', memberId)
    .execute()
}

/** The new password must differ from the one that an administrator has set. */
async function replacePassword(db: IdentityDb, memberId: string, given: string, next: string, now: number) {
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
    const error = await countWrongPassword(db, member, credential, now)
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
