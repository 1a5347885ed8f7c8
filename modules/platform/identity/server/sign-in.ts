/** The grant types of a token. */
import type { Static } from 'typebox'
import type { Caller, Language } from '#kit/caller.ts'
import { INVALID_INPUT, type Refusal, refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { inTransactionOfCall } from '#server/db/transaction.ts'
import { ACCOUNT_DISABLED, CODE_INVALID, ONE_TIME_CODE_EXPIRED } from '../contract/codes.ts'
import type { signIn, TokenAnswer } from '../contract/sign-in.ts'
import { chooseMember, findMembersByAddress, type SigningMember } from './accounts.ts'
import { lockCredential, setPassword } from './credentials.ts'
import type { IdentityDb } from './db.ts'
import { assertFewFailures, countFailure, isFailedGuess } from './failing-addresses.ts'
import { comparePassword, memberOfPassword } from './password-sign-in.ts'
import { memberOfQrCode } from './qr-codes.ts'
import { createSession, type Device, endSessions, refreshSession } from './sessions.ts'
import { recordSignIn, type SignInMethod } from './sign-in-log.ts'
import { memberOfTicket } from './single-sign-on.ts'
import { refusingUsed } from './uniqueness.ts'
import { type Address, addressOf, redeemCode } from './verification-codes.ts'

type TokenRequest = Static<(typeof signIn.createToken)['body']>

function missing(name: string): Refusal {
  return refuse(INVALID_INPUT, { fields: [{ path: name, rule: 'required', message: 'is needed for this grant type' }] })
}

/** Reads a field that the grant type needs. */
function needed(
  request: TokenRequest,
  name: Exclude<keyof TokenRequest, 'grantType' | 'endOldest' | 'companyId'>,
): string {
  const value = request[name]
  if (value === undefined) throw missing(name)
  return value
}

/** Runs in no transaction: passwords wait in line before one is opened. */
export async function createTokens(
  db: IdentityDb,
  request: TokenRequest,
  device: Device,
  now: number,
): Promise<TokenAnswer> {
  const { grantType } = request
  if (grantType === 'refresh_token') {
    const refreshToken = needed(request, 'refreshToken')
    return inTransactionOfCall(db, (tables) => refreshSession(tables, refreshToken, now))
  }
  await assertFewFailures(db, device, now)
  try {
    const find = await prepare(db, { ...request, grantType }, device, now)
    return await inTransactionOfCall(db, async (tables) =>
      startSession(tables, await find(tables), grantType, device, now, request),
    )
  } catch (error) {
    if (isFailedGuess(error)) await countFailure(db, device, now)
    throw error
  }
}

/** What needs no transaction, and then the member of the request. */
async function prepare(
  db: IdentityDb,
  request: TokenRequest & { readonly grantType: SignInMethod },
  device: Device,
  now: number,
): Promise<(tables: IdentityDb) => Promise<SigningMember>> {
  const { companyId, newPassword } = request
  switch (request.grantType) {
    case 'password': {
      const given = { account: needed(request, 'account'), password: needed(request, 'password') }
      const attempt = { ...given, newPassword, companyId }
      const compared = await comparePassword(db, attempt, device, now)
      return (tables) => memberOfPassword(tables, compared, device, now)
    }
    case 'sms': {
      const [address, code] = [addressOf({ phone: needed(request, 'phone') }), needed(request, 'code')]
      return (tables) => memberOfCode(tables, { ...address, code, companyId }, now)
    }
    case 'email': {
      const [address, code] = [addressOf({ email: needed(request, 'email') }), needed(request, 'code')]
      return (tables) => memberOfCode(tables, { ...address, code, companyId }, now)
    }
    case 'qr': {
      const [id, secret] = [needed(request, 'qrCodeId'), needed(request, 'secret')]
      return async (tables) => findMember(tables, await memberOfQrCode(tables, id, secret, now))
    }
    case 'oidc': {
      const [ticket, secret] = [needed(request, 'ticket'), needed(request, 'secret')]
      return async (tables) => findMember(tables, await memberOfTicket(tables, ticket, secret, now))
    }
  }
}

async function findMember(db: IdentityDb, id: string): Promise<SigningMember> {
  const member = await db
    .selectFrom('identity.member')
    .select(['id', 'company_id as companyId', 'enabled'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!member) throw refuse(ONE_TIME_CODE_EXPIRED)
  return member
}

interface OwnedAddress extends Address {
  readonly code: string
  readonly companyId: string | undefined
}

/**
 * The member with the address and its code. A code stays usable while the caller chooses a company. Where nobody in the
 * company could use it, a right guess answers and counts as a wrong one.
 */
async function memberOfCode(
  db: IdentityDb,
  { companyId, ...owned }: OwnedAddress,
  now: number,
  purpose: 'sign-in' | 'reset-password' = 'sign-in',
): Promise<SigningMember> {
  const found = await findMembersByAddress(db, owned, companyId)
  const members = purpose === 'sign-in' ? found : found.filter(({ enabled }) => enabled)
  await redeemCode(db, { ...owned, companyId, purpose, useless: members.length === 0 }, now)
  const member = await chooseMember(db, members)
  if (!member) throw refuse(CODE_INVALID)
  return member
}

/** Starts a session of an authenticated member and logs it. */
export async function startSession(
  db: IdentityDb,
  member: SigningMember,
  method: SignInMethod,
  device: Device,
  now: number,
  options: { readonly endOldest?: boolean } = {},
): Promise<TokenAnswer> {
  await lockCredential(db, member.id)
  if (!member.enabled) {
    await recordSignIn(db, { member, method, errorCode: ACCOUNT_DISABLED.code }, device, now)
    throw refuseKeepingWrites(ACCOUNT_DISABLED)
  }
  const tokens = await createSession(db, member, device, now, options)
  await recordSignIn(db, { member, method }, device, now)
  if (device.language !== undefined) await keepFirstLanguage(db, member.id, device.language)
  return tokens
}

async function keepFirstLanguage(db: IdentityDb, memberId: string, language: Language): Promise<void> {
  await db
    .updateTable('identity.member')
    .set({ language })
    .where('id', '=', memberId)
    .where('language', 'is', null)
    .execute()
}

/** Sets a new password for the member with the phone or the e-mail address. */
export async function resetPassword(
  db: IdentityDb,
  reset: { phone?: string; email?: string; code: string; newPassword: string; companyId?: string },
  now: number,
): Promise<void> {
  const { code, companyId } = reset
  const member = await memberOfCode(db, { ...addressOf(reset), code, companyId }, now, 'reset-password')
  await setPassword(db, member.id, reset.newPassword, now)
  await endSessions(db, member.id, now)
}

/** Binds a phone or an e-mail address to the caller's account. */
export async function bindAddress(
  db: IdentityDb,
  caller: Caller,
  bind: { phone?: string; email?: string; code: string },
  now: number,
): Promise<void> {
  const address = addressOf(bind)
  await redeemCode(db, { ...address, purpose: 'bind', code: bind.code, memberId: caller.memberId }, now)
  await saveAddress(db, caller.memberId, address, now)
}

async function saveAddress(db: IdentityDb, memberId: string, { channel, address }: Address, now: number) {
  await refusingUsed(() =>
    db
      .updateTable('identity.member')
      .set(channel === 'sms' ? { phone: address, updated_at: now } : { email: address, updated_at: now })
      .where('id', '=', memberId)
      .execute(),
  )
}
