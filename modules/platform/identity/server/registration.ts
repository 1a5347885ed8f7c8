/** Registration of new members. */
import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { REGISTRATION_CLOSED } from '../contract/codes.ts'
import type { signIn, TokenAnswer } from '../contract/sign-in.ts'
import { getCompany, signInOptions, signInRule } from './companies.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { insertMember } from './new-members.ts'
import { assertPasswordAccepted, hashPassword } from './passwords.ts'
import type { Device } from './sessions.ts'
import { startSession } from './sign-in.ts'
import { assertNoImitation, assertUserNameAccepted } from './user-names.ts'
import { addressOf, redeemCode } from './verification-codes.ts'

type Registration = Static<(typeof signIn.register)['body']>

/** Checks the code first, so that only the owner of a phone learns whether it is registered. */
export async function register(
  db: IdentityDb,
  registration: Registration,
  device: Device,
  now: number,
): Promise<TokenAnswer> {
  const address = addressOf(registration)
  assertUserNameAccepted(registration.memberName)
  assertPasswordAccepted(registration.password)
  const company = await getCompany(db, registration.companyId)
  if (!(await signInRule(db, company.id)).registrationOpen) throw refuse(REGISTRATION_CLOSED)
  const { memberName, fullName } = registration
  await assertClean(db, company.id, { memberName, fullName })
  await redeemCode(db, { ...address, purpose: 'register', code: registration.code, companyId: company.id }, now)
  await assertNoImitation(db, { companyId: company.id, name: memberName })
  const id = await insertMember(
    db,
    {
      companyId: company.id,
      organizationId: company.id,
      name: registration.memberName,
      fullName: registration.fullName.trim(),
      phone: registration.phone,
      email: registration.email,
      passwordHash: await hashPassword(registration.password),
    },
    now,
  )
  return startSession(db, { id, companyId: company.id, enabled: true }, 'register', device, now)
}

interface CodeRegistration {
  readonly companyId: string
  readonly fullName: string
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly code: string
}

/** A user name that nobody chose and that says nothing. */
const anyUserName = () => `m${randomBytes(6).toString('hex')}`

/** As `register`, on a page of another module: without a user name and a password, for the code is enough to sign in. */
export async function registerByCode(
  connection: Connection,
  { companyId, fullName: typed, phone, email, code }: CodeRegistration,
  device: Device,
  now: number,
): Promise<{ readonly memberId: string; readonly tokens: TokenAnswer }> {
  const db = identityTables(connection)
  const address = addressOf({ ...(phone !== undefined && { phone }), ...(email !== undefined && { email }) })
  if (!(await signInRule(db, companyId)).registrationOpen) throw refuse(REGISTRATION_CLOSED)
  const fullName = typed.trim()
  await assertClean(db, companyId, { fullName })
  await redeemCode(db, { ...address, purpose: 'register', code, companyId }, now)
  const member = { companyId, organizationId: companyId, name: anyUserName(), fullName, phone, email }
  const memberId = await insertMember(db, member, now)
  const tokens = await startSession(db, { id: memberId, companyId, enabled: true }, 'register', device, now)
  return { memberId, tokens }
}

/** Whether somebody from outside may register with the company, and by which addresses. */
export async function registrationOptions(connection: Connection, companyId: string, outside: Outside) {
  const { companyName, registrationOpen, smsAvailable, emailAvailable } = await signInOptions(
    identityTables(connection),
    companyId,
    outside,
  )
  return { companyName, isOpen: registrationOpen, byPhone: smsAvailable, byEmail: emailAvailable }
}
