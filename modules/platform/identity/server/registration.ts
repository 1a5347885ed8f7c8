/** Registration of new members. */
import type { Static } from 'typebox'
import { refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { REGISTRATION_CLOSED } from '../contract/codes.ts'
import type { signIn, TokenAnswer } from '../contract/sign-in.ts'
import { getCompany, signInRule } from './companies.ts'
import type { IdentityDb } from './db.ts'
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
