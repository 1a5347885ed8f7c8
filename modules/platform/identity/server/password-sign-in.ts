/**
 * Sign-in with a password: of the account in one company, or of the accounts in all of them. Both do as much work for an
 * account that nobody has, and without a company as much for one account as for several.
 */
import { type ErrorCode, refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { inTransactionOfCall } from '#server/db/transaction.ts'
import { ACCOUNT_DISABLED, ACCOUNT_LOCKED, NEW_PASSWORD_NEEDED } from '../contract/codes.ts'
import { type Account, chooseMember, comparisonsOf, findAccounts, type SigningMember } from './accounts.ts'
import { type Credential, lockCredentials, replacePassword } from './credentials.ts'
import type { IdentityDb } from './db.ts'
import { assertFewFailures } from './failing-addresses.ts'
import { matchPasswordsInTurn } from './passwords.ts'
import type { Device } from './sessions.ts'
import { recordSignIn } from './sign-in-log.ts'
import {
  countForAccount,
  countForMember,
  countWhileLocked,
  findTried,
  forgetForMember,
  forgetTried,
  isLocked,
  type TypedAccount,
} from './wrong-passwords.ts'

export interface PasswordAttempt extends TypedAccount {
  readonly password: string
  /** The new password, if an administrator has set the current one. */
  readonly newPassword: string | undefined
}

/** Compared passwords. The comparisons take a processor for long, so they hold neither a connection nor a lock. */
interface ComparedAttempt extends PasswordAttempt {
  readonly tried: { readonly locked_until: number | null } | undefined
  readonly accounts: readonly ComparedAccount[]
}

interface ComparedAccount extends Account {
  readonly matches: boolean
}

/** Call it outside of transactions. */
export async function comparePassword(
  db: IdentityDb,
  attempt: PasswordAttempt,
  device: Device,
  now: number,
): Promise<ComparedAttempt> {
  const { companyId, password } = attempt
  const typed = { ...attempt, account: attempt.account.trim() }
  const tried = await findTried(db, typed)
  // Nothing is looked for or written, so that the time of the answer does not tell whether somebody has the account.
  if (isLocked(tried?.locked_until, now)) throw refuse(ACCOUNT_LOCKED)
  const accounts = await findAccounts(db, typed.account, companyId)
  const matches = await matchPasswordsInTurn(
    { hashes: accounts.map((account) => account.passwordHash), count: await comparisonsOf(db, companyId), password },
    () => assertFewFailures(db, device, now),
  )
  const compared = { ...typed, tried, accounts: accounts.map((each, n) => ({ ...each, matches: matches[n] === true })) }
  // Whoever has the account: a transaction for some accounts alone would tell by its time.
  if (companyId === undefined)
    await inTransactionOfCall(db, async (tables) =>
      countForOthers(tables, await lockAccounts(tables, compared, now), now),
    )
  return compared
}

/** An account under its lock. */
interface LockedAccount extends SigningMember {
  readonly credential: Credential
  readonly locked: boolean
  readonly matches: boolean
}

async function lockAccounts(db: IdentityDb, { accounts }: ComparedAttempt, now: number): Promise<LockedAccount[]> {
  const credentials = await lockCredentials(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.flatMap((account) => {
    const credential = credentials.get(account.id)
    if (!credential) return []
    const locked = isLocked(credential.locked_until, now)
    // The password may have been replaced while the attempt waited for its turn.
    const matches = account.matches && credential.password_hash === account.passwordHash && !locked
    return [{ ...account, credential, locked, matches }]
  })
}

/**
 * Counts the try for accounts of other companies that it did not match. A member who changes the own password to a guess, and
 * signs in without a company, learns from 20218 whether it is another's: each password counts once, and has its mark in the
 * account it belongs to until it is replaced, so several own accounts are no more tries. A password that stays counts no
 * further, however often its member signs in. It counts whatever becomes of the sign-in afterwards.
 */
async function countForOthers(db: IdentityDb, found: readonly LockedAccount[], now: number): Promise<void> {
  const matching = found.filter((each) => each.matches)
  const uncounted = matching.filter((each) => each.credential.counted_elsewhere_at === null)
  if (uncounted.length === 0 || matching.length === found.length) return
  // The mark below stays when the lock is over, and the password is a try then.
  for (const each of found.filter(({ matches }) => !matches))
    if (each.locked) await countWhileLocked(db, each, each.credential, now)
    else await countForMember(db, each, each.credential, now)
  await db
    .updateTable('identity.credential')
    .set({ counted_elsewhere_at: now })
    .where(
      'member_id',
      'in',
      uncounted.map(({ id }) => id),
    )
    .execute()
}

/** The member with the account and password; locks its credential. */
export async function memberOfPassword(
  db: IdentityDb,
  attempt: ComparedAttempt,
  device: Device,
  now: number,
): Promise<SigningMember> {
  const { tried } = attempt
  const record = (member: SigningMember, { code }: ErrorCode, from: Device) =>
    recordSignIn(db, { member, method: 'password', errorCode: code }, from, now)
  const found = await lockAccounts(db, attempt, now)
  const matching = found.filter((each) => each.matches)
  if (matching.length === 0) {
    const { error, wrongPasswordsMax } = await countForAccount(db, attempt, now)
    const lockedAt = error === ACCOUNT_LOCKED ? wrongPasswordsMax : undefined
    // Of several it is open whose try it was: no company learns where a member of another one is, and with which browser.
    const from = found.length > 1 ? { ...device, ip: '', userAgent: '' } : device
    for (const each of found) {
      if (!each.locked) await countForMember(db, each, each.credential, now, lockedAt)
      await record(each, each.locked ? ACCOUNT_LOCKED : error, from)
    }
    throw refuseKeepingWrites(error)
  }
  const member = (await chooseMember(db, matching)) as LockedAccount
  if (!member.enabled) {
    await record(member, ACCOUNT_DISABLED, device)
    throw refuseKeepingWrites(ACCOUNT_DISABLED)
  }
  const { change_needed: changeNeeded, wrong_passwords: wrongPasswords, locked_until: lockedUntil } = member.credential
  if (changeNeeded) {
    if (attempt.newPassword === undefined) throw refuse(NEW_PASSWORD_NEEDED)
    await replacePassword(db, member.id, attempt.password, attempt.newPassword, now)
    return member
  }
  // The other accounts of the member keep their counts: forgotten together, they would tell that they belong together.
  if (tried) await forgetTried(db, attempt)
  if (wrongPasswords > 0 || lockedUntil !== null) await forgetForMember(db, member.id)
  return member
}
