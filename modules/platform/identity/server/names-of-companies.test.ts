/** The same user name, phone and e-mail address in two companies: whoever writes one learns nothing of the other. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { createCompany } from '#tools/new-company.ts'
import { sentCodeOf } from './codes.fixture.ts'
import { identityTables } from './db.ts'
import { memberOfExternalAccount } from './external-accounts.ts'
import { importSteps, row } from './import.fixture.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform({ poolSize: 8, environment: { TRUST_PROXY: 'true' } })
const password = 'Sail-2026'
let runs = 0
let here: BuiltMember
let there: BuiltMember
let taken: { memberName: string; phone: string; email: string }

beforeEach(async () => {
  runs++
  platform.now = Date.UTC(2030, 0, 1 + runs, 4)
  platform.sentSms.length = 0
  platform.sentMails.length = 0
  const chief = async (name: string) =>
    buildMember(platform.db, {
      companyId: await buildCompany(platform.db, name),
      roles: ['super-admin'],
      now: platform.now,
    })
  here = await chief('云帆科技')
  there = await chief('远洋集团')
  taken = {
    memberName: `wang.wei${runs}`,
    phone: `1370000${String(runs).padStart(4, '0')}`,
    email: `wei${runs}@mail.example`,
  }
  await create(there)
})

const calls = (of: BuiltMember) => platform.client(identity, of)
const create = (of: BuiltMember, change: object = {}) =>
  calls(of).createMember({ body: { ...taken, fullName: '王伟', organizationId: of.companyId, ...change } })
const options = () => ({ headers: { 'x-forwarded-for': `10.9.0.${runs}` } })

async function askCode(purpose: 'register' | 'bind', address: { phone?: string; email?: string }, of?: BuiltMember) {
  platform.sentSms.length = 0
  platform.sentMails.length = 0
  const companyId = of ? undefined : here.companyId
  await platform.client(identity, of).sendCode({ body: { purpose, ...address, companyId } }, options())
  return sentCodeOf(platform)
}

it('[IDENTITY-040] an administrator creates a member with values of another company, and not with those of the own', async () => {
  const made = await create(here)
  expect(made).toMatchObject({ memberName: taken.memberName, phone: taken.phone, email: taken.email })
  const other = { memberName: `other${runs}`, phone: undefined, email: undefined }
  expect(await refusal(create(here, { ...other, memberName: taken.memberName.toUpperCase() }))).toMatchObject({
    errorCode: 20183,
  })
  expect(await refusal(create(here, { ...other, phone: taken.phone }))).toMatchObject({ errorCode: 20106 })
  expect(await refusal(create(here, { ...other, email: taken.email }))).toMatchObject({ errorCode: 20105 })
})

it('an administrator changes a member to values of another company', async () => {
  const made = await create(here, { memberName: `other${runs}`, phone: undefined, email: undefined })
  const changed = await calls(here).changeMember({ params: { id: made.id }, body: taken })
  expect(changed).toMatchObject({ memberName: taken.memberName, phone: taken.phone, email: taken.email })
})

it('[SYSTEM-118] an import takes values of another company, changes nobody there, and refuses those of the own', async () => {
  const research = await buildOrganization(platform.db, {
    companyId: here.companyId,
    parentId: here.companyId,
    name: '研发中心',
  })
  const company = {
    run: runs,
    companyId: here.companyId,
    research,
    sales: research,
    chief: here,
    lin: here,
    stranger: there,
  }
  const steps = importSteps(platform, company)
  const same = row(taken.memberName, { 4: taken.phone, 5: taken.email })
  expect(await steps.importAll([same])).toMatchObject({ state: 'done', importedCount: 1, failedCount: 0 })
  const again = await steps.dryRun([row(`next${runs}`, { 4: taken.phone }), row(`last${runs}`, { 5: taken.email })])
  expect(await steps.errorsOf(again)).toEqual([
    [2, 'phone', 20106],
    [3, 'email', 20105],
  ])
  const members = await calls(there).listMembers({ query: { keyword: taken.memberName } })
  expect(members.items).toMatchObject([{ memberFullName: '王伟', organizationName: '远洋集团' }])
})

it('a member binds a phone and an address that somebody of another company has', async () => {
  const member = await buildMember(platform.db, { companyId: here.companyId, now: platform.now })
  const code = await askCode('bind', { phone: taken.phone }, member)
  await calls(member).bindPhone({ body: { phone: taken.phone, code } })
  const mailed = await askCode('bind', { email: taken.email }, member)
  await calls(member).bindEmail({ body: { email: taken.email, code: mailed } })
  expect(await calls(member).editDetail()).toMatchObject({ phone: taken.phone, email: taken.email })
})

it('whoever registers takes values of another company, and hears of those of the company of the page', async () => {
  const register = async (memberName: string, code: string) =>
    platform
      .client(identity)
      .register(
        { body: { memberName, fullName: '王伟', password, phone: taken.phone, code, companyId: here.companyId } },
        options(),
      )
  const { access_token: token } = await register(taken.memberName, await askCode('register', { phone: taken.phone }))
  expect(await platform.client(identity, token).currentMember()).toMatchObject({
    memberName: taken.memberName,
    rootOrganization: { id: here.companyId },
  })
  platform.now += 60_000
  const code = await askCode('register', { phone: taken.phone })
  await proves('IDENTITY-040', async () => {
    expect(await refusal(register(`second${runs}`, code))).toMatchObject({ status: 422, errorCode: 20106 })
  })
})

it('a single sign-on makes a member with the name and the address of the provider, whoever has them elsewhere', async () => {
  const person = {
    ...{ issuer: 'https://id.example', subject: `s-${runs}`, fullName: '王伟' },
    ...{ verifiedEmail: taken.email, staffNumber: undefined, userName: taken.memberName },
  }
  const db = identityTables(platform.db)
  const { id } = await memberOfExternalAccount(db, here.companyId, person, platform.now)
  const made = await calls(here).memberDetail({ params: { id } })
  expect(made).toMatchObject({ memberName: taken.memberName, email: taken.email, organizationId: here.companyId })
})

it('an operator makes a company whose administrator has the name of another one’s', async () => {
  const company = { name: '星海教育', administrator: taken.memberName, password: 'abcd-2345-efgh' }
  const companyId = await createCompany(platform.db, company, platform.now)
  const body = { grantType: 'password', account: taken.memberName, password: company.password, companyId } as const
  const signedIn = await platform.client(identity).createToken({ body: { ...body, newPassword: password } })
  expect(signedIn).toMatchObject({ token_type: 'Bearer' })
})

it('erasing a member leaves the code of the same address in another company', async () => {
  const made = await create(here)
  await platform
    .client(identity)
    .sendCode({ body: { purpose: 'sign-in', phone: taken.phone, companyId: there.companyId } }, options())
  const code = await sentCodeOf(platform)
  const erased = { companyId: here.companyId, memberId: made.id, now: platform.now }
  for (const part of personalData.all().filter(({ module }) => module === 'identity'))
    await part.erase(platform.db, erased)
  const signIn = platform
    .client(identity)
    .createToken({ body: { grantType: 'sms', phone: taken.phone, code, companyId: there.companyId } })
  expect(await signIn).toMatchObject({ token_type: 'Bearer' })
})

it('of two creations of a name at once, one wins in a company, and both in two', async () => {
  const name = { memberName: `racer${runs}`, phone: undefined, email: undefined }
  // A new member waits for the row of its company.
  const locked = () => sql`select from identity.company for update`
  const nothing = { begin: async () => undefined, locked }
  const one = await race(platform, 2, () => create(here, name), nothing)
  expect(one).toMatchObject({ accepted: 1, refused: { 20183: 1 } })
  const both = { ...name, memberName: `both${runs}` }
  const companies = [here, there]
  const two = await race(platform, 2, (index) => create(companies[index] ?? here, both), nothing)
  expect(two).toMatchObject({ accepted: 2, refused: {} })
})
