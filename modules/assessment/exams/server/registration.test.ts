/** Registering for an exam over HTTP: places, the waiting list, review by editors and by approvers. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { NO_EXAMINEE, NOT_REGISTERED, REGISTRATION_CLOSED, REGISTRATION_STATE } from '../contract/codes.ts'
import type { RegistrationRule } from '../contract/registration.ts'
import { registrationApproval } from '../contract.ts'
import { examsOn, rightAnswers } from './taking.fixture.ts'

const platform = testPlatform({ poolSize: 10 })
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)
const other = () => as(roles.colleague)

const open: RegistrationRule = { startAt: null, endAt: null, places: null, isReviewed: false }
const buildAsking = (rule: Partial<RegistrationRule> = {}, rules: object = {}) =>
  build({ rules: { ...rules, registration: { ...open, ...rule } } })
type Exam = Awaited<ReturnType<typeof build>>
const decide = (exam: Exam, members: readonly BuiltMember[], decision: 'accept' | 'refuse', reason = '') =>
  as(roles.owner).decideRegistrations({ ...exam, body: { memberIds: members.map(({ id }) => id), decision, reason } })
const stateOf = async (member: BuiltMember, exam: Exam) => (await as(member).exam(exam)).registration?.state

describe('registration', () => {
  it('comes before the start where the exam asks for it', async () => {
    const exam = await buildAsking()
    expect(await learner().exam(exam)).toMatchObject({
      ...{ obstacle: 'not-registered', record: 2, registration: { state: null, isOpen: true, placesLeft: null } },
    })
    const start = () => learner().startAttempt({ ...exam, body: {} })
    expect(await refusal(start())).toMatchObject({ errorCode: NOT_REGISTERED.code, data: { state: null } })
    expect(await learner().register(exam)).toEqual({ state: 'registered' })
    expect(await learner().register(exam)).toEqual({ state: 'registered' })
    expect(await start()).toMatchObject({ state: 'in-progress' })
    const withdrawal = await refusal(learner().withdrawRegistration(exam))
    expect(withdrawal).toMatchObject({ errorCode: REGISTRATION_STATE.code })
  })

  it('[EXAM-022] that is reviewed makes the record 1, then 2, and 3 with the start', async () => {
    const exam = await buildAsking({ isReviewed: true })
    const status = async () => (await learner().ownRecord(exam)).status
    expect(await status()).toBe(2)
    expect(await learner().register(exam)).toEqual({ state: 'pending' })
    expect(await status()).toBe(1)
    expect((await learner().exams({})).items.find(({ id }) => id === exam.params.id)).toMatchObject({ record: 1 })
    const start = await refusal(learner().startAttempt({ ...exam, body: {} }))
    expect(start).toMatchObject({ errorCode: NOT_REGISTERED.code, data: { state: 'pending' } })
    const absent = () => as(roles.owner).examinees({ ...exam, query: { status: 1 } })
    expect((await absent()).recordCount).toBe(0)
    expect(await decide(exam, [roles.member], 'accept')).toEqual({ decided: 1, left: 0 })
    expect(await status()).toBe(2)
    expect((await absent()).items).toMatchObject([{ member: { id: roles.member.id }, status: 1 }])
    await learner().startAttempt({ ...exam, body: {} })
    expect(await status()).toBe(3)
    await sit(roles.member, exam, rightAnswers)
    expect(await status()).toBe(6)
  })

  it('has a window, in which a published exam that has not started is registering', async () => {
    await proves(['EXAM-018', 'EXAM-024'], async () => {
      const { now } = platform
      const exam = await buildAsking({ startAt: now + 100, endAt: now + 200 }, { startAt: now + 300 })
      const state = async () => (await learner().exam(exam)).state
      const refused = { errorCode: REGISTRATION_CLOSED.code }
      expect([await state(), await refusal(learner().register(exam))]).toMatchObject([3, refused])
      platform.now = now + 100
      expect([await state(), await learner().register(exam)]).toEqual([4, { state: 'registered' }])
      platform.now = now + 199
      expect(await state()).toBe(4)
      platform.now = now + 200
      expect([await state(), await refusal(other().register(exam))]).toMatchObject([3, refused])
      platform.now = now + 300
      expect(await state()).toBe(5)
      expect(await refusal(other().register(await build()))).toMatchObject(refused)
    })
  })

  it('of the last place is one member’s, however many come at once; the rest waits in line', async () => {
    const exam = await buildAsking({ places: 2 })
    const { companyId, organizationId } = roles.member
    const members = await Promise.all(
      Array.from({ length: 12 }, () => buildMember(platform.db, { companyId, organizationId })),
    )
    const { answers, refused } = await race(platform, 12, (at) => as(members[at]).register(exam), {
      begin: async () => undefined,
      locked: () => sql`select from exams.exam where id = ${exam.params.id} for update`,
    })
    expect(refused).toEqual({})
    const states = answers.map(({ state }) => state)
    expect(states.filter((state) => state === 'registered')).toHaveLength(2)
    expect(states.filter((state) => state === 'waiting')).toHaveLength(10)
    expect(await as(roles.owner).registrationFigures(exam)).toMatchObject({ registered: 2, waiting: 10 })
  })

  it('waits in the order in which it came', async () => {
    const exam = await buildAsking({ places: 1 })
    const { companyId, organizationId } = roles.member
    const [first, second] = await Promise.all(
      Array.from({ length: 2 }, () => buildMember(platform.db, { companyId, organizationId })),
    )
    await learner().register(exam)
    for (const member of [second, first]) {
      platform.now += 1
      expect(await as(member).register(exam)).toEqual({ state: 'waiting' })
    }
    expect((await as(first).exam(exam)).registration).toMatchObject({ ahead: 1 })
    await learner().withdrawRegistration(exam)
    expect(await as(second).register(exam)).toEqual({ state: 'registered' })
    expect(await as(first).register(exam)).toEqual({ state: 'waiting' })
  })

  it('that is withdrawn or refused gives its place to the first who waits', async () => {
    const exam = await buildAsking({ places: 1 })
    await learner().register(exam)
    expect(await other().register(exam)).toEqual({ state: 'waiting' })
    expect((await other().exam(exam)).registration).toMatchObject({ state: 'waiting', placesLeft: 0, ahead: 0 })
    expect((await other().exam(exam)).record).toBe(1)
    expect(await learner().withdrawRegistration(exam)).toEqual({ state: 'withdrawn' })
    expect(await stateOf(roles.colleague, exam)).toBe('registered')
    expect(await learner().register(exam)).toEqual({ state: 'waiting' })
    expect(await decide(exam, [roles.colleague], 'refuse', '名额已满')).toEqual({ decided: 1, left: 0 })
    expect((await other().exam(exam)).registration).toMatchObject({ state: 'refused', reason: '名额已满' })
    expect(await stateOf(roles.member, exam)).toBe('registered')
  })
})

describe('the list of registrations', () => {
  it('is that of the editors, and many are decided at once', async () => {
    const exam = await buildAsking({ isReviewed: true })
    await learner().register(exam)
    await other().register(exam)
    const list = await as(roles.owner).registrations({ ...exam, query: { state: 'pending' } })
    expect(list.items.map(({ member }) => member.id)).toEqual([roles.member.id, roles.colleague.id])
    const body = { memberIds: [roles.member.id], decision: 'accept' as const, reason: '' }
    const strangers = await refusals([
      ...[as(roles.stranger).registrations(exam), as(roles.stranger).registrationFigures(exam)],
      as(roles.stranger).decideRegistrations({ ...exam, body }),
    ])
    expect(strangers.map(({ errorCode }) => errorCode)).toEqual([10138, 10138, 10138])
    expect(await refusal(as(roles.otherCompany).registrations(exam))).toMatchObject({ errorCode: 900_005 })
    expect(await decide(exam, [roles.member, roles.colleague], 'accept')).toEqual({ decided: 2, left: 0 })
    expect(await decide(exam, [roles.member], 'accept')).toEqual({ decided: 0, left: 1 })
  })

  it('is closed to members outside of the audience', async () => {
    const exam = await build({ memberIds: [roles.colleague.id], rules: { registration: open } })
    expect(await refusal(learner().register(exam))).toMatchObject({ errorCode: NO_EXAMINEE.code })
    expect(await refusal(learner().withdrawRegistration(exam))).toMatchObject({ errorCode: NO_EXAMINEE.code })
  })
})

describe('with the approval of exam registrations switched on', () => {
  let approver: BuiltMember
  const deciders = () => platform.client(approvals, approver)

  beforeAll(async () => {
    const { companyId } = roles.owner
    approver = await buildMember(platform.db, { companyId, organizationId: companyId, roles: ['super-admin'] })
  })

  it('approvers decide, and the editors leave it to them', async () => {
    const { companyId } = roles.owner
    await buildTemplate(platform.db, { companyId, businessType: registrationApproval, now: platform.now }, [
      buildStep([approver.id]),
    ])
    const exam = await buildAsking({ isReviewed: true, places: 1 })
    expect(await learner().register(exam)).toEqual({ state: 'pending' })
    expect(await decide(exam, [roles.member], 'accept')).toEqual({ decided: 0, left: 1 })
    await other().register(exam)
    expect(await learner().withdrawRegistration(exam)).toEqual({ state: 'withdrawn' })
    expect(await stateOf(roles.colleague, exam)).toBe('pending')
    const [task] = (await deciders().waitingTasks({})).items
    await deciders().agree({ params: { id: task?.taskId ?? '' }, body: {} })
    expect(await stateOf(roles.colleague, exam)).toBe('registered')
  })
})
