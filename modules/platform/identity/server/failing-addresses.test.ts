/** Many people behind one network address, and somebody there who guesses. */
import { beforeAll, expect, it, vi } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { Turns } from '#server/turns.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildCompany, buildMember } from './members.fixture.ts'
import { hashPassword } from './passwords.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const password = 'Sail-2026'
const office = '10.5.0.1'
let member: BuiltMember
let chief: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  const rule = { params: { key: 'SIGN_IN_CONFIG' }, body: { value: { elsewhere: 'one' } } }
  await platform.client(settings, chief).changeRule(rule)
  member = await buildMember(platform.db, { companyId, now: platform.now })
  await identityTables(platform.db)
    .updateTable('identity.credential')
    .set({ password_hash: await hashPassword(password) })
    .where('member_id', '=', member.id)
    .execute()
})

type Request = Parameters<ReturnType<typeof calls>['createToken']>[0]
const calls = () => platform.client(identity)
const from = (address: string, body: NonNullable<Request>['body']) =>
  calls().createToken({ body }, { headers: { 'x-forwarded-for': address } })
const signIn = (address: string, typed = password) =>
  from(address, { grantType: 'password', account: member.name, password: typed })
/** A code that nobody was sent: a guess that takes no processor. */
const guess = (address: string, index: number) =>
  from(address, { grantType: 'sms', phone: `139${String(index).padStart(8, '0')}`, code: '0000' })

it('lets more than 300 a minute sign in and renew from one address; ended sessions count nothing', async () => {
  const { refresh_token: refreshToken } = await signIn(office)
  const renew = (token: string) => from(office, { grantType: 'refresh_token', refreshToken: token })
  for (let count = 0; count < 310; count++)
    expect(await refusal(renew(`an-ended-refresh-token-${count}`))).toMatchObject({ status: 401 })
  expect(await renew(refreshToken)).toMatchObject({ token_type: 'Bearer' })
  expect(await signIn(office)).toMatchObject({ token_type: 'Bearer' })
})

it('refuses everything from an address after 300 wrong passwords and codes in a minute, and nobody elsewhere', async () => {
  const address = '10.5.0.2'
  for (let index = 0; index < 299; index++)
    expect(await refusal(guess(address, index))).toMatchObject({ errorCode: 20134 })
  expect(await refusal(signIn(address, 'wrong-1'))).toMatchObject({ errorCode: 20170 })
  for (const call of [signIn(address), guess(address, 300)])
    expect(await refusal(call)).toMatchObject({ status: 422, errorCode: 900008 })
  expect(await signIn(office)).toMatchObject({ token_type: 'Bearer' })
  platform.now += 60_000
  expect(await signIn(address)).toMatchObject({ token_type: 'Bearer' })
})

it('a sign-in that waits for its turn keeps no other call waiting', async () => {
  const started = Promise.withResolvers<void>()
  const turn = Promise.withResolvers<void>()
  const { run } = Turns.prototype
  const waiting = vi.spyOn(Turns.prototype, 'run').mockImplementation(async function (this: Turns, work, options) {
    started.resolve()
    await turn.promise
    return run.call(this, work, options) as never
  })
  const signingIn = signIn(office)
  await started.promise
  // The platform has one connection: it is free, though nobody's turn has come.
  const other = await platform.client(identity, chief).currentMember()
  waiting.mockRestore()
  turn.resolve()
  expect(other.id).toBe(chief.id)
  expect(await signingIn).toMatchObject({ token_type: 'Bearer' })
})
