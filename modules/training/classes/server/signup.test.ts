/** People from outside of the company on the page of a class: what they see, and how they register on the way. */
import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { sentCodeOf, wrong } from '#modules/platform/identity/server/codes.fixture.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  FORM_INCOMPLETE,
} from '../contract/codes.ts'
import { classes } from '../contract.ts'
import type { BuiltClass } from './classes.fixture.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const roles = testRoles(platform, { owner: ['class-teacher'], administrator: ['super-admin'] })
const { as, build } = classesOn(platform, () => roles.owner)
const hourMs = 3_600_000

const form = [{ key: 'company', label: '单位', kind: 'text' as const, choices: [], isRequired: true }]
const external = { isExternal: true, form }
const buildOpen = ({ enrollment, ...input }: Partial<BuiltClass> = {}) =>
  build({ ...input, enrollment: { ...external, ...enrollment } })

let visitors = 0
/** Somebody with a phone and an address of their own. */
function visitor() {
  visitors += 1
  const phone = `1390000${String(2000 + visitors)}`
  const options = { headers: { 'x-forwarded-for': `10.9.0.${visitors}` } }
  const nobody = () => platform.client(classes)
  const askCode = async () => {
    const body = { phone, purpose: 'register' as const, companyId: roles.companyId }
    await platform.client(identity).sendCode({ body }, options)
    return sentCodeOf(platform)
  }
  const register = (one: TestClass, code: string, change: object = {}) =>
    nobody().registerForClass(
      { ...one, body: { fullName: '访客甲', phone, code, answers: { company: '远洋集团' }, ...change } },
      options,
    )
  return { phone, askCode, register, look: (one: TestClass) => nobody().publicClass(one) }
}

describe('the page', () => {
  it('[TRAINING-002] shows a class that is open to people outside, and nothing of its people', async () => {
    const one = await buildOpen({ venue: '一号楼', capacity: 2, participants: [roles.member.id] })
    const shown = await visitor().look(one)
    expect(shown).toMatchObject({
      name: '新任经理训练营',
      venue: '一号楼',
      capacity: 2,
      placesTaken: 1,
      form,
      obstacle: null,
    })
    expect(shown).toMatchObject({ companyId: roles.companyId, byPhone: true, state: 3 })
    expect(JSON.stringify(shown)).not.toContain(roles.member.id)
  })

  it('has no class that is for members alone, a draft, revoked, closed or nowhere', async () => {
    const { look } = visitor()
    const cases = [
      [await build({ enrollment: { form } }), CLASS_MISSING],
      [await buildOpen({ status: 'draft' }), CLASS_MISSING],
      [{ params: { id: roles.member.id } }, CLASS_MISSING],
      [await buildOpen({ status: 'off-shelf' }), CLASS_CANCELLED],
      [await buildOpen({ closedAt: platform.now }), CLASS_CLOSED],
    ] as const
    for (const [one, code] of cases) {
      expect((await refusal(look(one))).errorCode).toBe(code.code)
      expect((await refusal(visitor().register(one, '1234'))).errorCode).toBe(code.code)
    }
  })

  it('says why nobody can register now', async () => {
    const { now } = platform
    const { look } = visitor()
    const obstacleOf = async (input: Partial<BuiltClass>) => (await look(await buildOpen(input))).obstacle
    expect(await obstacleOf({ enrollmentFrom: now + 1 })).toBe('not-started')
    expect(await obstacleOf({ enrollmentUntil: now })).toBe('ended')
    const full = { capacity: 1, participants: [roles.member.id] }
    expect(await obstacleOf(full)).toBeNull()
    expect(await obstacleOf({ ...full, enrollment: { hasWaitingList: false } })).toBe('full')
  })
})

describe('a registration', () => {
  it('[TRAINING-025] makes a member of the company who is enrolled and signed in, whatever organizations the class is for', async () => {
    const one = await buildOpen({ organizationIds: [roles.organizationId] })
    const guest = visitor()
    const { state, ...tokens } = await guest.register(one, await guest.askCode())
    expect(state).toBe('enrolled')
    const me = await platform.client(identity, tokens.access_token).currentMember()
    expect(me).toMatchObject({ fullName: '访客甲', organization: { id: roles.companyId } })
    const seen = await platform.client(classes, tokens.access_token).class(one)
    expect(seen).toMatchObject({ own: 'enrolled', isOpen: true, isStaff: false })
    const [row] = (await as(roles.owner).roster(one)).items
    expect(row).toMatchObject({ source: 'form', state: 'enrolled', answers: { company: '远洋集团' } })
    const again = await refusal(guest.register(one, await afterAMinute(guest.askCode)))
    expect(again).toMatchObject({ status: 422, errorCode: 20_106 })
  })

  it('waits in line or for review like everyone', async () => {
    const full = await buildOpen({ capacity: 1, participants: [roles.member.id] })
    const [first, second] = [visitor(), visitor()]
    expect(await first.register(full, await first.askCode())).toMatchObject({ state: 'waiting' })
    const reviewed = await buildOpen({ enrollment: { isReviewed: true } })
    expect(await second.register(reviewed, await second.askCode())).toMatchObject({ state: 'pending' })
  })

  it('for a class without a place, outside of its window or with an incomplete form makes no member', async () => {
    const { now } = platform
    const guest = visitor()
    const code = await guest.askCode()
    const strict = await buildOpen({
      capacity: 1,
      participants: [roles.member.id],
      enrollment: { hasWaitingList: false },
    })
    const cases = [
      [strict, {}, CLASS_FULL],
      [await buildOpen({ enrollmentFrom: now + hourMs }), {}, ENROLLMENT_NOT_STARTED],
      [await buildOpen({ enrollmentUntil: now }), {}, ENROLLMENT_ENDED],
      [await buildOpen(), { answers: {} }, FORM_INCOMPLETE],
    ] as const
    for (const [one, change, expected] of cases)
      expect((await refusal(guest.register(one, code, change))).errorCode).toBe(expected.code)
    // Neither the code nor the phone is used up.
    expect(await guest.register(await buildOpen(), code)).toMatchObject({ state: 'enrolled' })
  })

  it('needs the code that was sent, which three wrong tries make void', async () => {
    const one = await buildOpen()
    const guest = visitor()
    const code = await guest.askCode()
    const tries = [await refusal(guest.register(one, wrong(code))), await refusal(guest.register(one, wrong(code)))]
    expect(tries.map(({ errorCode }) => errorCode)).toEqual([20_134, 20_134])
    expect((await refusal(guest.register(one, wrong(code)))).errorCode).toBe(20_174)
    expect((await refusal(guest.register(one, code))).errorCode).toBe(20_174)
    const late = visitor()
    const old = await late.askCode()
    platform.now += 301_000
    expect((await refusal(late.register(one, old))).errorCode).toBe(20_175)
    expect((await as(roles.owner).rosterFigures(one)).placesTaken).toBe(0)
  })

  it('by e-mail has its own refusals: an expired code, and an address of somebody else', async () => {
    const one = await buildOpen()
    const email = 'guest-of-class@yunfan.example'
    const options = { headers: { 'x-forwarded-for': '10.9.1.1' } }
    const askCode = async () => {
      platform.sentSms.length = 0
      const body = { email, purpose: 'register' as const, companyId: roles.companyId }
      await platform.client(identity).sendCode({ body }, options)
      return sentCodeOf(platform)
    }
    const register = (code: string) =>
      platform
        .client(classes)
        .registerForClass(
          { ...one, body: { fullName: '访客乙', email, code, answers: { company: '远洋集团' } } },
          options,
        )
    const old = await askCode()
    platform.now += 301_000
    expect((await refusal(register(old))).errorCode).toBe(20_147)
    expect(await register(await askCode())).toMatchObject({ state: 'enrolled' })
    expect((await refusal(register(await afterAMinute(askCode)))).errorCode).toBe(20_105)
  })

  it('takes no field of a megabyte, no more answers than the form may have, and no markup as what it is not', async () => {
    const one = await buildOpen()
    const guest = visitor()
    const code = await guest.askCode()
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, 'x']))
    for (const change of [
      { fullName: 'n'.repeat(1_000_000) },
      { answers: { company: 'x'.repeat(1_000_000) } },
      { answers: many },
      { fullName: '' },
      { phone: 'javascript:alert(1)' },
      { answers: { company: 'x'.repeat(501) } },
    ]) {
      expect(await refusal(guest.register(one, code, change))).toMatchObject({ status: 422, errorCode: 900_001 })
    }
    const answers = { company: '<img src=x onerror=alert(1)>', other: 'kept nowhere' }
    await guest.register(one, code, { answers })
    const [row] = (await as(roles.owner).roster(one)).items
    expect(row?.answers).toEqual({ company: '<img src=x onerror=alert(1)>' })
  })

  it('is closed where the company takes no registrations', async () => {
    const one = await buildOpen()
    const guest = visitor()
    const code = await guest.askCode()
    const boss = await buildMember(platform.db, {
      companyId: roles.companyId,
      roles: ['super-admin'],
      now: platform.now,
    })
    const rule = (registrationOpen: boolean) =>
      platform.client(settings, boss).changeRule({
        params: { key: 'SIGN_IN_CONFIG' },
        body: { value: { registrationOpen } },
      })
    await rule(false)
    expect((await guest.look(one)).obstacle).toBe('registration-closed')
    expect((await refusal(guest.register(one, code))).errorCode).toBe(20_185)
    await rule(true)
  })
})

/** A code is not sent twice in a minute. */
async function afterAMinute(ask: () => Promise<string>): Promise<string> {
  platform.now += 61_000
  return ask()
}
