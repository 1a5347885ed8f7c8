/** How wrong passwords are counted, and what the answers tell. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { type BuiltMember, buildCompany, buildMember, buildSession } from './members.fixture.ts'
import { buildWithPassword, type MemberInput } from './passwords.fixture.ts'
import { hashPassword } from './passwords.ts'

const platform = testPlatform()
const password = 'Sail-2026'
const hourMs = 3_600_000
let passwordHash: string
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  passwordHash = await hashPassword(password)
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const memberWithPassword = (input?: MemberInput) => buildWithPassword(platform, companyId, passwordHash, input)
const nobody = () => platform.client(identity)
const signIn = (account: string, typed = password) =>
  nobody().createToken({ body: { grantType: 'password', account, password: typed } })
/** The clock moves by hours, so the administrator signs in again each time. */
const chiefNow = async () => platform.client(identity, await buildSession(platform.db, chief, platform.now))
const setRule = async (value: Record<string, unknown>) => {
  const token = await buildSession(platform.db, chief, platform.now)
  await platform.client(settings, token).changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value } })
}

beforeEach(() => setRule({ wrongPasswordsMax: 5 }))

async function guess(account: string, times: number) {
  const codes: (number | undefined)[] = []
  for (let index = 0; index < times; index++) codes.push((await refusal(signIn(account, 'wrong-1'))).errorCode)
  return codes
}

it('counts wrong passwords, locks for an hour, then resets the count', async () => {
  const member = await memberWithPassword()
  const codes = await guess(member.name, 5)
  await proves('IDENTITY-027', () => expect(codes).toEqual([20170, 20170, 20171, 20172, 20173]))
  await proves('IDENTITY-026', async () => {
    expect(await refusal(signIn(member.name))).toMatchObject({ status: 422, errorCode: 20173 })
    platform.now += hourMs - 1000
    expect(await refusal(signIn(member.name))).toMatchObject({ errorCode: 20173 })
    platform.now += 1000
    expect(await signIn(member.name)).toMatchObject({ token_type: 'Bearer' })
  })
  expect((await refusal(signIn(member.name, 'wrong-1'))).errorCode).toBe(20170)
})

it('answers in the language of the caller', async () => {
  const texts: Record<string, string[]> = {}
  for (const language of ['cn', 'en']) {
    const member = await memberWithPassword()
    texts[language] = []
    for (let index = 0; index < 5; index++) {
      const body = { grantType: 'password' as const, account: member.name, password: 'wrong-1' }
      const refused = await refusal(nobody().createToken({ body }, { headers: { 'accept-language': language } }))
      texts[language].push(refused.message.replace(/^422 \d+ /, ''))
    }
  }
  const ofGuess = (n: number) => [texts.cn?.[n - 1], texts.en?.[n - 1]]
  expect(ofGuess(1)).toEqual(['账号或密码错误', 'The account or password is wrong'])
  await proves(['IDENTITY-024', 'IDENTITY-089'], () => {
    expect(ofGuess(3)).toEqual(['账号或密码错误，还有2次机会', 'The account or password is wrong; 2 tries left'])
  })
  await proves(['IDENTITY-025', 'IDENTITY-090'], () => {
    expect(ofGuess(4)).toEqual(['账号或密码错误，还有1次机会', 'The account or password is wrong; 1 try left'])
  })
  await proves('IDENTITY-091', () => {
    expect(ofGuess(5)).toEqual([
      '尝试次数已达上限，账号锁定1小时',
      'Too many wrong tries. The account is locked for 1 hour.',
    ])
  })
})

it('wrong passwords expire after an hour, and a right one resets the count', async () => {
  const member = await memberWithPassword()
  await guess(member.name, 4)
  platform.now += hourMs
  expect((await refusal(signIn(member.name, 'wrong-1'))).errorCode).toBe(20170)
  await signIn(member.name)
  const codes = await guess(member.name, 3)
  expect(codes).toEqual([20170, 20170, 20171])
})

it('an account that does not exist answers and locks like one that does', async () => {
  const codes = await guess('nobody-here', 6)
  expect(codes).toEqual([20170, 20170, 20171, 20172, 20173, 20173])
  platform.now += hourMs
  expect((await refusal(signIn('nobody-here', 'wrong-1'))).errorCode).toBe(20170)
})

it('[IDENTITY-027] the number of tries is a setting', async () => {
  await setRule({ wrongPasswordsMax: 3 })
  const member = await memberWithPassword()
  const codes = await guess(member.name, 3)
  expect(codes).toEqual([20171, 20172, 20173])
})

describe('with the user name, the phone and the e-mail address of one member', () => {
  let count = 0
  async function memberOfThree() {
    count++
    const [phone, email] = [`1390000100${count}`, `Three${count}@yunfan.example`]
    const member = await memberWithPassword({ phone, email })
    return { member, accounts: [member.name, phone, email] as const }
  }
  const lockedAtFifth = [20170, 20170, 20171, 20172, 20173]

  it('each answers as if the others had not been tried', async () => {
    const { accounts } = await memberOfThree()
    for (const account of accounts) expect(await guess(account, 5)).toEqual(lockedAtFifth)
  })

  it('the member is locked by the sum, and hears that the password is wrong', async () => {
    const { member, accounts } = await memberOfThree()
    const [name, phone, email] = accounts
    expect(await guess(name, 2)).toEqual([20170, 20170])
    expect(await guess(phone, 2)).toEqual([20170, 20170])
    expect(await guess(email.toLowerCase(), 1)).toEqual([20170])
    expect(await refusal(signIn(email))).toMatchObject({ status: 422, errorCode: 20170 })
    expect(await refusal(signIn(name))).toMatchObject({ errorCode: 20171 })
    const log = await (await chiefNow()).signInLog({ query: { memberId: member.id } })
    expect(log.items.slice(0, 3).map(({ errorCode }) => errorCode)).toEqual([20173, 20173, 20170])
    platform.now += hourMs
    expect(await signIn(email)).toMatchObject({ token_type: 'Bearer' })
  })

  it('tries in other letter cases and widths count together', async () => {
    const { accounts } = await memberOfThree()
    const email = accounts[2]
    await guess(email.toUpperCase(), 2)
    await guess(email.toLowerCase(), 1)
    expect(await guess(email.replace('Three', 'Ｔhree'), 2)).toEqual([20172, 20173])
    expect(await refusal(signIn(email))).toMatchObject({ errorCode: 20173 })
  })

  it('a right password forgets what was typed wrong with that account only', async () => {
    const { accounts } = await memberOfThree()
    const [name, phone] = accounts
    expect([await guess(name, 2), await guess(phone, 2)]).toEqual([
      [20170, 20170],
      [20170, 20170],
    ])
    await signIn(phone)
    expect(await guess(phone, 1)).toEqual([20170])
    expect(await guess(name, 1)).toEqual([20171])
  })

  it('an administrator who ends the lock ends it for all of them', async () => {
    const { member, accounts } = await memberOfThree()
    for (const account of accounts) await guess(account, 5)
    const calls = await chiefNow()
    const detail = () => calls.memberDetail({ params: { id: member.id } })
    expect((await detail()).lockedUntil).toBe(platform.now + hourMs)
    await calls.unlockMember({ params: { id: member.id } })
    expect((await detail()).lockedUntil).toBe(null)
    for (const account of accounts) expect(await signIn(account)).toMatchObject({ token_type: 'Bearer' })
  })

  it('a lock of one account is a lock of the member, whatever was forgotten meanwhile', async () => {
    const { member, accounts } = await memberOfThree()
    const [name, phone] = accounts
    await guess(name, 4)
    await signIn(phone)
    expect(await guess(name, 1)).toEqual([20173])
    const { lockedUntil } = await (await chiefNow()).memberDetail({ params: { id: member.id } })
    expect(lockedUntil).toBe(platform.now + hourMs)
  })
})
