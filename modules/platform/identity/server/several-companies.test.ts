/** Signing in where several companies have an account of the name, the phone or the e-mail address. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { Turns } from '#server/turns.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { sentCodeOf } from './codes.fixture.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildCompany, buildMember, buildSession } from './members.fixture.ts'
import { hashPassword } from './passwords.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const passwords = { first: 'Sail-2026', second: 'Wind-2027' } as const
const hashes = { first: '', second: '' }
const companies: BuiltMember[] = []
let runs = 0
let person: { name: string; phone: string; email: string }

beforeAll(async () => {
  hashes.first = await hashPassword(passwords.first)
  hashes.second = await hashPassword(passwords.second)
  for (const name of ['云帆科技', '远洋集团', '星海教育']) {
    const companyId = await buildCompany(platform.db, name, platform.now + companies.length)
    companies.push(await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now }))
  }
})

beforeEach(async () => {
  runs++
  platform.now = Date.UTC(2030, 0, 1 + runs, 4)
  platform.sentSms.length = 0
  platform.sentMails.length = 0
  person = {
    name: `lin.zhou${runs}`,
    phone: `1380000${String(runs).padStart(4, '0')}`,
    email: `zhou${runs}@mail.example`,
  }
  for (const index of companies.keys()) await setRule(index, { wrongPasswordsMax: 5 })
})

const companyOf = (index: number) => companies[index]?.companyId ?? ''
const tokenOf = (index: number) => buildSession(platform.db, companies[index] as BuiltMember, platform.now)
const chief = async (index: number) => platform.client(identity, await tokenOf(index))
const setRule = async (index: number, value: object) =>
  platform
    .client(settings, await tokenOf(index))
    .changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value: { ...value } } })

/** The person's account in the company. */
async function account(index: number, password: keyof typeof passwords, fields: object = {}): Promise<BuiltMember> {
  const member = await buildMember(platform.db, { companyId: companyOf(index), now: platform.now + index })
  const db = identityTables(platform.db)
  await db
    .updateTable('identity.member')
    .set({ ...person, ...fields })
    .where('id', '=', member.id)
    .execute()
  await db
    .updateTable('identity.credential')
    .set({ password_hash: hashes[password], password_changed_at: platform.now })
    .where('member_id', '=', member.id)
    .execute()
  return member
}

const options = (language = 'cn') => ({
  headers: { 'x-forwarded-for': `10.8.0.${runs}`, 'accept-language': language },
})
const nobody = () => platform.client(identity)
const signIn = (typed: string, password: string, companyId?: string) =>
  nobody().createToken({ body: { grantType: 'password', account: typed, password, companyId } }, options())
const who = async ({ access_token: token }: { access_token: string }) =>
  (await platform.client(identity, token).currentMember()).id
const guess = async (typed: string, times: number, companyId?: string) => {
  const codes: (number | undefined)[] = []
  for (let index = 0; index < times; index++) codes.push((await refusal(signIn(typed, 'wrong-1', companyId))).errorCode)
  return codes
}
const choice = (...indexes: number[]) => ({
  status: 422,
  errorCode: 20218,
  data: {
    companies: indexes.map((index) => ({ id: companyOf(index), name: ['云帆科技', '远洋集团', '星海教育'][index] })),
  },
})

describe('by password', () => {
  it('[IDENTITY-001] the password finds the company, by user name, phone and e-mail address', async () => {
    const [first, second] = [await account(0, 'first'), await account(1, 'second')]
    for (const typed of [person.name, person.phone, person.email]) {
      expect(await who(await signIn(typed, passwords.first))).toBe(first.id)
      expect(await who(await signIn(typed, passwords.second))).toBe(second.id)
    }
  })

  it('[IDENTITY-001] a page that knows its company looks at its accounts alone', async () => {
    const [first, second] = [await account(0, 'first'), await account(1, 'first')]
    expect(await who(await signIn(person.name, passwords.first, companyOf(0)))).toBe(first.id)
    expect(await who(await signIn(person.name, passwords.first, companyOf(1)))).toBe(second.id)
    expect(await refusal(signIn(person.name, passwords.first, companyOf(2)))).toMatchObject({ errorCode: 20170 })
    const nowhere = '01890000-0000-7000-8000-000000000000'
    expect(await refusal(signIn(person.name, passwords.first, nowhere))).toMatchObject({ errorCode: 20170 })
  })

  it('one password in several companies asks which, and names these only', async () => {
    await account(0, 'first')
    const second = await account(1, 'first')
    await account(2, 'second')
    const refused = await refusal(signIn(person.phone, passwords.first))
    expect(refused).toMatchObject(choice(0, 1))
    expect(JSON.stringify(refused.data)).not.toContain('星海教育')
    expect(await who(await signIn(person.phone, passwords.first, companyOf(1)))).toBe(second.id)
  })

  it('does not offer a company in which the member is disabled', async () => {
    const first = await account(0, 'first')
    await account(1, 'first', { enabled: false })
    expect(await who(await signIn(person.name, passwords.first))).toBe(first.id)
    await account(2, 'second', { enabled: false })
    expect(await refusal(signIn(person.name, passwords.second))).toMatchObject({ errorCode: 20186 })
  })

  it('a phone signs in its owners, whatever company a user name that looks like it is in', async () => {
    const first = await account(0, 'first')
    await account(1, 'second', { name: person.phone, phone: null, email: null })
    expect(await who(await signIn(person.phone, passwords.first))).toBe(first.id)
  })

  it('a password that an administrator has set is changed in the company that was chosen', async () => {
    await account(0, 'first')
    const second = await account(1, 'first')
    const { temporaryPassword } = await (await chief(1)).resetMemberPassword({
      params: { id: second.id },
      body: { password: passwords.first },
    })
    expect(await refusal(signIn(person.name, temporaryPassword))).toMatchObject(choice(0, 1))
    expect(await refusal(signIn(person.name, temporaryPassword, companyOf(1)))).toMatchObject({ errorCode: 20187 })
    const body = { grantType: 'password', account: person.name, password: temporaryPassword } as const
    const changed = { body: { ...body, newPassword: 'Mine-2027', companyId: companyOf(1) } }
    expect(await who(await nobody().createToken(changed, options()))).toBe(second.id)
    expect(await signIn(person.name, passwords.first)).toMatchObject({ token_type: 'Bearer' })
  })

  it('of more than five accounts the oldest five are found without a company, the others with theirs', async () => {
    const more: BuiltMember[] = []
    for (let index = 0; index < 4; index++) {
      const companyId = await buildCompany(platform.db, `第${index}家`, platform.now)
      const member = await buildMember(platform.db, { companyId, now: platform.now + 10 + index })
      more.push(member)
      const db = identityTables(platform.db)
      await db.updateTable('identity.member').set({ name: person.name }).where('id', '=', member.id).execute()
      const set = { password_hash: index === 3 ? hashes.first : hashes.second }
      await db.updateTable('identity.credential').set(set).where('member_id', '=', member.id).execute()
    }
    await account(0, 'second', { enabled: false })
    const sixth = more[3] as BuiltMember
    expect(await who(await signIn(person.name, passwords.first))).toBe(sixth.id)
    await account(1, 'second', { phone: null, email: null })
    expect(await refusal(signIn(person.name, passwords.first))).toMatchObject({ errorCode: 20170 })
    expect(await who(await signIn(person.name, passwords.first, sixth.companyId))).toBe(sixth.id)
  })
})

describe('what a try tells', () => {
  it('answers count the same for an account of nobody, of one and of several, whatever their companies allow', async () => {
    await setRule(1, { wrongPasswordsMax: 10 })
    await setRule(2, { wrongPasswordsMax: 3 })
    const counted: unknown[] = [await guess(`nobody${runs}`, 4)]
    await account(0, 'first')
    counted.push(await guess(person.name, 4))
    person = {
      ...person,
      name: `two.of${runs}`,
      phone: `1390000${String(runs).padStart(4, '0')}`,
      email: `t${runs}@mail.example`,
    }
    await account(0, 'first')
    await account(1, 'second')
    counted.push(await guess(person.name, 4))
    const strictest = [20171, 20172, 20173, 20173]
    expect(counted).toEqual([strictest, strictest, strictest])
  })

  it('[IDENTITY-027] each company has its own limit for its accounts, and its own lock', async () => {
    await setRule(0, { wrongPasswordsMax: 3 })
    await account(0, 'first')
    const second = await account(1, 'second')
    expect(await guess(person.name, 3, companyOf(0))).toEqual([20171, 20172, 20173])
    expect(await guess(person.name, 4, companyOf(1))).toEqual([20170, 20170, 20171, 20172])
    expect(await refusal(signIn(person.name, passwords.first, companyOf(0)))).toMatchObject({ errorCode: 20173 })
    expect(await who(await signIn(person.name, passwords.second, companyOf(1)))).toBe(second.id)
  })

  it('a wrong password without a company counts for every account, and stands in the log of each company', async () => {
    const members = [await account(0, 'first'), await account(1, 'second')]
    await guess(person.name, 4)
    expect(await guess(person.email, 1)).toEqual([20170])
    for (const [index, member] of members.entries()) {
      const calls = await chief(index)
      expect((await calls.memberDetail({ params: { id: member.id } })).lockedUntil).toBe(platform.now + 3_600_000)
      const log = await calls.signInLog({ query: { memberId: member.id } })
      expect(log.recordCount).toBe(5)
      expect(log.items.map(({ ip, userAgent }) => `${ip}${userAgent}`)).toEqual(['', '', '', '', ''])
      await calls.unlockMember({ params: { id: member.id } })
    }
    expect(await who(await signIn(person.name, passwords.second))).toBe(members[1]?.id)
  })

  it('a member who signs in without a company counts nothing for those of other companies, however often', async () => {
    await account(0, 'first')
    const other = await account(1, 'second')
    platform.now += 1000
    for (let index = 0; index < 8; index++) expect(await signIn(person.name, passwords.first)).toBeTruthy()
    expect(await who(await signIn(person.name, passwords.second, companyOf(1)))).toBe(other.id)
    const log = await (await chief(1)).signInLog({ query: { memberId: other.id } })
    expect(log.recordCount).toBe(1)
  })

  it('nobody tries the password of another company by changing the own one to it: the account locks', async () => {
    const own = await account(0, 'first')
    await account(1, 'second')
    let before: string = passwords.first
    const tried: (number | undefined)[] = []
    const guesses = ['Try-0001', 'Try-0002', 'Try-0003', 'Try-0004', 'Try-0005', passwords.second]
    for (const next of guesses) {
      platform.now += 1000
      const calls = platform.client(identity, await buildSession(platform.db, own, platform.now))
      await calls.changePassword({ body: { oldPassword: before, newPassword: next } })
      before = next
      platform.now += 1000
      tried.push(
        await signIn(person.name, next).then(
          () => 200,
          (error: { errorCode?: number }) => error.errorCode,
        ),
      )
    }
    expect(tried).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('a guess while the other account is locked is a guess: the lock stays as long, and the count begins with it', async () => {
    const own = await account(0, 'first')
    const other = await account(1, 'second')
    const calls = await chief(1)
    await guess(person.name, 5, companyOf(1))
    const lockedUntil = (await calls.memberDetail({ params: { id: other.id } })).lockedUntil ?? 0
    expect(lockedUntil).toBe(platform.now + 3_600_000)
    const countOf = async () => {
      const { rows } = await sql<{ count: number; until: number | null }>`
        select wrong_passwords as count, locked_until as until from identity.credential
        where member_id = ${other.id}`.execute(platform.root)
      return rows[0]
    }
    const session = platform.client(identity, await buildSession(platform.db, own, platform.now))
    await session.changePassword({ body: { oldPassword: passwords.first, newPassword: 'Try-0001' } })
    platform.now += 1000
    for (let time = 0; time < 3; time++) expect(await signIn(person.name, 'Try-0001')).toBeTruthy()
    expect(await countOf()).toEqual({ count: 1, until: lockedUntil })
    // After the lock the same password is no new guess.
    platform.now = lockedUntil + 1
    expect(await signIn(person.name, 'Try-0001')).toBeTruthy()
    expect(await countOf()).toMatchObject({ count: 1 })
  })

  it('several own accounts are no more guesses: each password counts, whichever of them it is the password of', async () => {
    await setRule(1, { wrongPasswordsMax: 4 })
    const own = [await account(0, 'first'), await account(2, 'first')] as const
    await account(1, 'second')
    const before = [passwords.first, passwords.first] as [string, string]
    const change = async (index: 0 | 1, next: string) => {
      platform.now += 1000
      const calls = platform.client(identity, await buildSession(platform.db, own[index], platform.now))
      await calls.changePassword({ body: { oldPassword: before[index], newPassword: next } })
      before[index] = next
    }
    const tried: (number | undefined)[] = []
    for (const [one, two] of [
      ['Try-0001', 'Try-0002'],
      ['Try-0003', 'Try-0004'],
      ['Try-0005', passwords.second],
    ] as const) {
      await change(0, one)
      await change(1, two)
      platform.now += 1000
      for (const typed of [one, two])
        tried.push(
          await signIn(person.name, typed).then(
            () => 200,
            (error: { errorCode?: number }) => error.errorCode,
          ),
        )
    }
    expect(tried).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('a locked account is answered without a trace, whether or not somebody has it', async () => {
    const member = await account(0, 'first')
    expect(await guess(person.name, 5, companyOf(0))).toEqual([20170, 20170, 20171, 20172, 20173])
    const kept = async () => (await (await chief(0)).signInLog({ query: { memberId: member.id } })).recordCount
    const before = await kept()
    expect(await guess(person.name, 2, companyOf(0))).toEqual([20173, 20173])
    expect(await kept()).toBe(before)
  })

  it('the limit of a stricter company locks nobody at the sign-in address of another one', async () => {
    await setRule(2, { wrongPasswordsMax: 3 })
    const first = await account(0, 'first')
    await account(2, 'second')
    expect(await guess(person.name, 3)).toEqual([20171, 20172, 20173])
    expect(await who(await signIn(person.name, passwords.first, companyOf(0)))).toBe(first.id)
    expect(await refusal(signIn(person.name, passwords.second, companyOf(2)))).toMatchObject({ errorCode: 20171 })
  })

  it('as many passwords are compared for an account of nobody, of one and of several', async () => {
    const turns = vi.spyOn(Turns.prototype, 'run')
    const comparisonsOf = async (typed: string, password: string, companyId?: string) => {
      turns.mockClear()
      await signIn(typed, password, companyId).catch(() => undefined)
      return turns.mock.calls.length
    }
    const nobodys = await comparisonsOf(`nobody${runs}`, 'wrong-1')
    await account(0, 'first')
    const ofOne = [await comparisonsOf(person.name, 'wrong-1'), await comparisonsOf(person.name, passwords.first)]
    await account(1, 'first')
    await account(2, 'second')
    const ofThree = [await comparisonsOf(person.name, 'wrong-1'), await comparisonsOf(person.name, passwords.first)]
    expect(nobodys).toBe(5)
    expect([...ofOne, ...ofThree]).toEqual([5, 5, 5, 5])
    const named = [`nobody${runs}`, person.name, person.email]
    for (const typed of named) expect(await comparisonsOf(typed, 'wrong-1', companyOf(0))).toBe(1)
  })
})

describe('by code', () => {
  const ask = async (purpose: 'sign-in' | 'reset-password', companyId?: string) => {
    platform.sentSms.length = 0
    await nobody().sendCode({ body: { purpose, phone: person.phone, companyId } }, options())
    return sentCodeOf(platform)
  }
  const signInBySms = (code: string, companyId?: string) =>
    nobody().createToken({ body: { grantType: 'sms', phone: person.phone, code, companyId } }, options())

  it('the right code asks which company, and stays good for the answer, once', async () => {
    await account(0, 'first')
    const second = await account(1, 'second')
    await account(2, 'second', { enabled: false })
    const code = await ask('sign-in')
    const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0')
    expect(await refusal(signInBySms(wrong))).toMatchObject({ errorCode: 20134, data: undefined })
    await proves('IDENTITY-001', async () => {
      expect(await refusal(signInBySms(code))).toMatchObject(choice(0, 1))
      expect(await who(await signInBySms(code, companyOf(1)))).toBe(second.id)
    })
    expect(await refusal(signInBySms(code, companyOf(0)))).toMatchObject({ errorCode: 20134 })
  })

  it('reaches the owner of the phone, whichever company it was asked for, and signs in to none without an account', async () => {
    await account(0, 'first')
    const useless = await ask('sign-in', companyOf(1))
    expect(useless).toMatch(/^\d{4}$/)
    expect(await refusal(signInBySms(useless, companyOf(1)))).toMatchObject({ errorCode: 20134 })
    platform.now += 60_000
    const code = await ask('sign-in', companyOf(0))
    expect(await refusal(signInBySms(code, companyOf(1)))).toMatchObject({ errorCode: 20134 })
    expect(await signInBySms(code, companyOf(0))).toMatchObject({ token_type: 'Bearer' })
  })

  it('a code by e-mail asks as well', async () => {
    await account(0, 'first')
    const second = await account(1, 'second')
    await nobody().sendCode({ body: { purpose: 'sign-in', email: person.email } }, options())
    const code = await sentCodeOf(platform)
    const use = (companyId?: string) =>
      nobody().createToken({ body: { grantType: 'email', email: person.email, code, companyId } }, options('en'))
    const refused = await refusal(use())
    expect(refused).toMatchObject(choice(0, 1))
    expect(refused.message).toContain('You have accounts in several companies')
    expect(await who(await use(companyOf(1)))).toBe(second.id)
  })

  it('a new password is set in one company, and the password of the other stays', async () => {
    const first = await account(0, 'first')
    const second = await account(1, 'second')
    const code = await ask('reset-password')
    const reset = (companyId?: string) =>
      nobody().resetPassword({ body: { phone: person.phone, code, newPassword: 'Mine-2027', companyId } }, options())
    expect(await refusal(reset())).toMatchObject(choice(0, 1))
    await reset(companyOf(1))
    expect(await refusal(reset(companyOf(0)))).toMatchObject({ errorCode: 20134 })
    expect(await who(await signIn(person.name, passwords.first))).toBe(first.id)
    expect(await who(await signIn(person.name, 'Mine-2027'))).toBe(second.id)
  })
})

it('the page says whether the installation has several companies', async () => {
  expect(await nobody().signInOptions()).toMatchObject({ companyName: '云帆科技', severalCompanies: true })
})
