/**
 * Wrong passwords. After the limit the account is locked for an hour (IDENTITY-024 to 027). What is answered follows from the
 * tries with the account as it was typed, in one company or without one, whether or not somebody has it: answers reveal
 * neither which accounts exist nor which of them are one member's. The member's own count, over the user name, the phone
 * and the e-mail address, says no more than that the password is wrong. The rows are locked while a wrong password is
 * counted, so that simultaneous guesses all count.
 */
import { sql } from 'kysely'
import type { ErrorCode } from '#kit/errors.ts'
import { ACCOUNT_LOCKED, PASSWORD_WRONG, PASSWORD_WRONG_ONE_LEFT, PASSWORD_WRONG_TWO_LEFT } from '../contract/codes.ts'
import type { SigningMember } from './accounts.ts'
import { signInRule, strictestSignIn } from './companies.ts'
import type { IdentityDb } from './db.ts'

const lockMs = 3_600_000

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

export const isLocked = (lockedUntil: number | null | undefined, now: number) => (lockedUntil ?? 0) > now

export interface CountedPasswords {
  readonly wrong_passwords: number
  readonly wrong_password_at: number | null
}

/**
 * Counts for the member, whichever account was typed. `lockedAt`: this try has locked the typed account, after so many. A
 * member whose company allows more is not locked by the limit of a stricter one.
 */
export async function countForMember(
  db: IdentityDb,
  member: SigningMember,
  credential: CountedPasswords,
  now: number,
  lockedAt?: number,
): Promise<ErrorCode> {
  const { wrongPasswordsMax } = await signInRule(db, member.companyId)
  const before = { wrong: credential.wrong_passwords, at: credential.wrong_password_at }
  const locked = lockedAt !== undefined && wrongPasswordsMax <= lockedAt
  const count = locked ? { wrongPasswords: 0, lockedUntil: now + lockMs } : nextCount(before, wrongPasswordsMax, now)
  await db
    .updateTable('identity.credential')
    .set({ wrong_passwords: count.wrongPasswords, wrong_password_at: now, locked_until: count.lockedUntil })
    .where('member_id', '=', member.id)
    .execute()
  return wrongPasswordError(count, wrongPasswordsMax)
}

/** Counts for a member who is locked, and stays so for as long as before: the count begins with it when the lock is over. */
export async function countWhileLocked(
  db: IdentityDb,
  member: SigningMember,
  { wrong_passwords: wrong, wrong_password_at: at }: CountedPasswords,
  now: number,
): Promise<void> {
  const { wrongPasswordsMax } = await signInRule(db, member.companyId)
  const { wrongPasswords } = nextCount({ wrong, at }, Number.POSITIVE_INFINITY, now)
  await db
    .updateTable('identity.credential')
    .set({ wrong_passwords: Math.min(wrongPasswords, wrongPasswordsMax - 1), wrong_password_at: now })
    .where('member_id', '=', member.id)
    .execute()
}

/** An account as it was typed, for one company or for whichever has it. */
export interface TypedAccount {
  readonly account: string
  readonly companyId: string | undefined
}

const hashOf = ({ account, companyId }: TypedAccount) =>
  sql<Buffer>`identity.account_hash(${account}, ${companyId ?? null}::uuid)`

/** What was counted for the account as it was typed. */
export async function findTried(db: IdentityDb, typed: TypedAccount) {
  return db
    .selectFrom('identity.tried_account')
    .select('locked_until')
    .where('account_hash', '=', hashOf(typed))
    .executeTakeFirst()
}

/** Without a company the strictest limit of all applies, so that the answers do not tell which companies have the account. */
export async function countForAccount(
  db: IdentityDb,
  typed: TypedAccount,
  now: number,
): Promise<{ readonly error: ErrorCode; readonly wrongPasswordsMax: number }> {
  const { companyId } = typed
  const wrongPasswordsMax =
    companyId === undefined ? await strictestSignIn(db) : (await signInRule(db, companyId)).wrongPasswordsMax
  await db
    .insertInto('identity.tried_account')
    .values({ account_hash: hashOf(typed), wrong_passwords: 0, wrong_password_at: now })
    .onConflict((conflict) => conflict.column('account_hash').doNothing())
    .execute()
  const row = await db
    .selectFrom('identity.tried_account')
    .selectAll()
    .where('account_hash', '=', hashOf(typed))
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (isLocked(row.locked_until, now)) return { error: ACCOUNT_LOCKED, wrongPasswordsMax }
  const count = nextCount({ wrong: row.wrong_passwords, at: row.wrong_password_at }, wrongPasswordsMax, now)
  await db
    .updateTable('identity.tried_account')
    .set({ wrong_passwords: count.wrongPasswords, wrong_password_at: now, locked_until: count.lockedUntil })
    .where('account_hash', '=', hashOf(typed))
    .execute()
  return { error: wrongPasswordError(count, wrongPasswordsMax), wrongPasswordsMax }
}

export async function forgetTried(db: IdentityDb, typed: TypedAccount): Promise<void> {
  await db.deleteFrom('identity.tried_account').where('account_hash', '=', hashOf(typed)).execute()
}

export async function forgetForMember(db: IdentityDb, memberId: string): Promise<void> {
  await db
    .updateTable('identity.credential')
    .set({ wrong_passwords: 0, wrong_password_at: null, locked_until: null })
    .where('member_id', '=', memberId)
    .execute()
}

/** What was counted for the user name, the phone and the e-mail address of the member, with its company and without. */
export async function forgetAccounts(db: IdentityDb, memberId: string): Promise<void> {
  await sql`
    delete from identity.tried_account where account_hash in (select identity.account_hash(a.account, c.company_id)
      from identity.member m, unnest(array[m.name, m.phone, m.email]) as a(account),
        unnest(array[m.company_id, null]) as c(company_id) where m.id = ${memberId} and a.account is not null)`.execute(
    db,
  )
}

/** Whichever account they were typed with. */
export async function forgetWrongPasswords(db: IdentityDb, memberId: string): Promise<void> {
  await forgetForMember(db, memberId)
  await forgetAccounts(db, memberId)
}
