/** Enrolling for a class over HTTP: its window, its places, the waiting list, and the way out. */
import { describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import {
  ALREADY_ENROLLED,
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  CLASS_NOT_FOR_YOU,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  ENROLLMENT_STATE,
  FORM_INCOMPLETE,
  REASON_REQUIRED,
} from '../contract/codes.ts'
import type { FormField } from '../contract/fields.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform({ poolSize: 10 })
const roles = testRoles(platform, { owner: ['class-teacher'], otherCompany: ['super-admin'] })
const { as, build, enroll, stateOf } = classesOn(platform, () => roles.owner)
const hourMs = 3_600_000

const withdraw = (member: BuiltMember, one: TestClass, reason = '临时出差') =>
  as(member).withdrawFromClass({ ...one, body: { reason } })
/** What the personal center counts. */
const attended = async (member: BuiltMember) =>
  (await platform.client(study, member).learningFigures()).attendedClassCount
const accept = (member: BuiltMember, one: TestClass) => as(member).acceptPlace(one)

async function buildMembers(count: number): Promise<BuiltMember[]> {
  const { companyId, organizationId } = roles.member
  const members: BuiltMember[] = []
  for (let at = 0; at < count; at++) members.push(await buildMember(platform.db, { companyId, organizationId }))
  return members
}

describe('enrollment', () => {
  it('counts in the personal center as long as the member has a place', async () => {
    const [member, next] = await buildMembers(2)
    if (!member || !next) throw new Error('no members')
    const [one, other] = [await build({ capacity: 1 }), await build()]
    expect(await attended(member)).toBe(0)
    await enroll(member, one)
    await enroll(member, other)
    await enroll(next, one)
    expect([await attended(member), await attended(next)]).toEqual([2, 0])
    await withdraw(member, other)
    expect(await attended(member)).toBe(1)
  })

  it('has a window, in which its first instant counts and its last does not', async () => {
    const { now } = platform
    const one = await build({ enrollmentFrom: now + 100, enrollmentUntil: now + 200 })
    await proves(['TRAINING-026', 'TRAINING-071'], async () => {
      const early = await refusal(enroll(roles.member, one))
      expect(early).toMatchObject({ status: 422, errorCode: ENROLLMENT_NOT_STARTED.code, data: { from: now + 100 } })
      expect((await as(roles.member).class(one)).obstacle).toBe('not-started')
    })
    platform.now = now + 100
    expect(await enroll(roles.member, one)).toEqual({ state: 'enrolled' })
    platform.now = now + 199
    expect(await enroll(roles.colleague, one)).toEqual({ state: 'enrolled' })
    platform.now = now + 200
    await proves(['TRAINING-027', 'TRAINING-072'], async () => {
      const late = await refusal(enroll(roles.stranger, one))
      expect(late).toMatchObject({ status: 422, errorCode: ENROLLMENT_ENDED.code, data: { until: now + 200 } })
      expect((await as(roles.stranger).class(one)).obstacle).toBe('ended')
    })
  })

  it('runs from the publication to the start where no window is set', async () => {
    const one = await build({ startsAt: platform.now + hourMs, endsAt: platform.now + 2 * hourMs })
    platform.now += hourMs - 1
    expect(await enroll(roles.member, one)).toEqual({ state: 'enrolled' })
    platform.now += 1
    expect(await refusal(enroll(roles.colleague, one))).toMatchObject({ errorCode: ENROLLMENT_ENDED.code })
  })

  it('is not made twice', async () => {
    await proves(['TRAINING-029', 'TRAINING-074'], async () => {
      const one = await build()
      await enroll(roles.member, one)
      const again = await refusal(enroll(roles.member, one))
      expect(again).toMatchObject({ status: 422, errorCode: ALREADY_ENROLLED.code, data: { state: 'enrolled' } })
      expect((await as(roles.owner).rosterFigures(one)).enrolled).toBe(1)
    })
  })

  it('of one member made many times at once takes one place', async () => {
    const one = await build()
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => enroll(roles.member, one)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 1, enrolled: 1 })
  })

  it('is refused where the class is full and keeps no waiting list', async () => {
    await proves(['TRAINING-028', 'TRAINING-073'], async () => {
      const one = await build({
        capacity: 1,
        participants: [roles.colleague.id],
        enrollment: { hasWaitingList: false },
      })
      const full = await refusal(enroll(roles.member, one))
      expect(full).toMatchObject({ status: 422, errorCode: CLASS_FULL.code, data: { organization: false } })
      expect(await as(roles.member).class(one)).toMatchObject({ obstacle: 'full', placesTaken: 1, own: null })
    })
  })

  it('[TRAINING-031] of many at once never exceeds the capacity, and the rest waits in line', async () => {
    const one = await build({ capacity: 3 })
    const members = await buildMembers(12)
    const states = (await Promise.all(members.map((member) => enroll(member, one)))).map(({ state }) => state)
    expect(states.filter((state) => state === 'enrolled')).toHaveLength(3)
    expect(states.filter((state) => state === 'waiting')).toHaveLength(9)
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 3, enrolled: 3, waiting: 9 })
  })

  it('[TRAINING-025] is for the organizations of the class alone', async () => {
    const one = await build({ organizationIds: [roles.organizationId] })
    expect(await refusal(enroll(roles.stranger, one))).toMatchObject({ errorCode: CLASS_NOT_FOR_YOU.code })
    expect(await refusal(as(roles.stranger).class(one))).toMatchObject({ errorCode: CLASS_NOT_FOR_YOU.code })
    expect((await as(roles.stranger).classes({})).items.map(({ id }) => id)).not.toContain(one.params.id)
    // Nor is it read where nobody enrolls: before, after, full, closed.
    const { now } = platform
    for (const rest of [
      { enrollmentFrom: now + hourMs },
      { enrollmentFrom: now - hourMs, enrollmentUntil: now },
      { capacity: 1, participants: [roles.colleague.id], enrollment: { hasWaitingList: false } },
      { closedAt: now },
    ]) {
      const other = await build({ organizationIds: [roles.organizationId], ...rest })
      expect(await refusal(as(roles.stranger).class(other))).toMatchObject({ errorCode: CLASS_NOT_FOR_YOU.code })
    }
    expect(await refusal(enroll(roles.otherCompany, one))).toMatchObject({ errorCode: CLASS_MISSING.code })
    expect(await enroll(roles.member, one)).toEqual({ state: 'enrolled' })
  })

  it('for a class that is revoked, closed, a draft or nowhere is refused', async () => {
    await proves(['TRAINING-088', 'TRAINING-068'], async () => {
      const revoked = await build({ status: 'off-shelf' })
      expect(await refusal(enroll(roles.member, revoked))).toMatchObject({
        status: 422,
        errorCode: CLASS_CANCELLED.code,
      })
      expect(await refusal(as(roles.member).class(revoked))).toMatchObject({ errorCode: 60_139 })
    })
    const closed = await build({ closedAt: platform.now })
    expect(await refusal(enroll(roles.member, closed))).toMatchObject({ errorCode: CLASS_CLOSED.code })
    const draft = await build({ status: 'draft' })
    await proves(['TRAINING-089', 'TRAINING-069'], async () => {
      const nowhere = { params: { id: roles.member.id } }
      for (const one of [draft, nowhere]) {
        expect(await refusal(enroll(roles.member, one))).toMatchObject({ status: 422, errorCode: CLASS_MISSING.code })
        expect(await refusal(as(roles.member).class(one))).toMatchObject({ errorCode: 64_104 })
        expect(await refusal(as(roles.member).classContent(one))).toMatchObject({ errorCode: 64_104 })
      }
    })
  })
})

describe('the form of a class', () => {
  const field = (key: string, rest: Partial<FormField> = {}): FormField => ({
    ...{ key, label: key, kind: 'text', choices: [], isRequired: false, ...rest },
  })
  const form = [
    field('size', { kind: 'choice', choices: ['M', 'L'], isRequired: true }),
    field('age', { kind: 'number' }),
    field('phone', { kind: 'phone' }),
  ]

  it('is filled in before a place is taken', async () => {
    const one = await build({ enrollment: { form } })
    const wrong: readonly Readonly<Record<string, string>>[] = [
      {},
      { size: 'XL' },
      { size: ' ' },
      { size: 'M', age: 'forty' },
      { size: 'M', phone: '<b>' },
    ]
    for (const answers of wrong)
      expect(await refusal(enroll(roles.member, one, answers))).toMatchObject({ errorCode: FORM_INCOMPLETE.code })
    expect((await as(roles.owner).rosterFigures(one)).placesTaken).toBe(0)
    await enroll(roles.member, one, { size: 'L', age: '40', phone: '+86 139 0000 0000', other: 'kept nowhere' })
    const [row] = (await as(roles.owner).roster(one)).items
    expect(row?.answers).toEqual({ size: 'L', age: '40', phone: '+86 139 0000 0000' })
  })
})

describe('quotas of organizations', () => {
  it('hold besides the capacity; the lowest organization that has one counts', async () => {
    const quotas = [
      { organizationId: roles.companyId, places: 1 },
      { organizationId: roles.organizationId, places: 2 },
    ]
    const one = await build({ quotas, enrollment: { hasWaitingList: false } })
    const [third] = await buildMembers(1)
    expect(await enroll(roles.member, one)).toEqual({ state: 'enrolled' })
    expect(await enroll(roles.colleague, one)).toEqual({ state: 'enrolled' })
    expect(await refusal(enroll(third, one))).toMatchObject({
      errorCode: CLASS_FULL.code,
      data: { organization: true },
    })
    expect(await enroll(roles.stranger, one)).toEqual({ state: 'enrolled' })
    const { quotas: used } = await as(roles.owner).rosterFigures(one)
    const taken = Object.fromEntries(used.map((quota) => [quota.organizationId, [quota.taken, quota.places]]))
    expect(taken).toEqual({ [roles.companyId]: [1, 1], [roles.organizationId]: [2, 2] })
    await withdraw(roles.member, one)
    expect(await enroll(third, one)).toEqual({ state: 'enrolled' })
  })

  it('of zero places lets nobody in, and whoever waits without one is passed by', async () => {
    const one = await build({ capacity: 2, quotas: [{ organizationId: roles.organizationId, places: 0 }] })
    expect(await enroll(roles.member, one)).toEqual({ state: 'waiting' })
    const elsewhere = roles.stranger
    expect(await enroll(elsewhere, one)).toEqual({ state: 'enrolled' })
    await withdraw(elsewhere, one)
    expect(await stateOf(roles.member, one)).toBe('waiting')
  })
})

describe('the waiting list', () => {
  it('passes places that became free together on to others, where the first in line share a quota', async () => {
    const quotas = [{ organizationId: roles.organizationId, places: 1 }]
    const one = await build({ capacity: 2, quotas, participants: [], enrollment: { acceptanceHours: 0 } })
    const { companyId } = roles
    const elsewhere = async () => buildMember(platform.db, { companyId, organizationId: companyId })
    const [first, second, last] = [await elsewhere(), await elsewhere(), await elsewhere()]
    for (const member of [first, second, roles.member, roles.colleague, last]) await enroll(member, one)
    const body = { memberIds: [first.id, second.id], reason: '岗位调整' }
    await as(roles.owner).removeParticipants({ ...one, body })
    const states = await Promise.all([roles.member, roles.colleague, last].map((member) => stateOf(member, one)))
    expect(states).toEqual(['enrolled', 'waiting', 'enrolled'])
  })

  it('offers a place that is given up to its first, for the time that the class sets', async () => {
    const one = await build({ capacity: 1, participants: [roles.owner.id], enrollment: { acceptanceHours: 2 } })
    expect(await enroll(roles.member, one)).toEqual({ state: 'waiting' })
    expect(await enroll(roles.colleague, one)).toEqual({ state: 'waiting' })
    expect((await as(roles.colleague).class(one)).enrollment).toMatchObject({ state: 'waiting', ahead: 1 })
    await withdraw(roles.owner, one)
    const offered = (await as(roles.member).class(one)).enrollment
    expect(offered).toMatchObject({ state: 'offered', offeredUntil: platform.now + 2 * hourMs })
    const todos = (await platform.client(messages, roles.member).findMyUnfinished({})).items
    expect(todos.map(({ businessId, kind }) => [kind, businessId])).toContainEqual(['class.accept', one.params.id])
    expect(await refusal(accept(roles.colleague, one))).toMatchObject({ errorCode: ENROLLMENT_STATE.code })
    expect(await accept(roles.member, one)).toEqual({ state: 'enrolled' })
    expect(await refusal(accept(roles.member, one))).toMatchObject({ errorCode: ENROLLMENT_STATE.code })
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 1, enrolled: 1, waiting: 1 })
  })

  it('gives the place at once where nobody has to accept it, and to the next after a refusal of it', async () => {
    const one = await build({ capacity: 1, participants: [roles.owner.id], enrollment: { acceptanceHours: 0 } })
    await enroll(roles.member, one)
    await enroll(roles.colleague, one)
    await withdraw(roles.owner, one)
    expect(await stateOf(roles.member, one)).toBe('enrolled')
    await withdraw(roles.member, one)
    expect(await stateOf(roles.colleague, one)).toBe('enrolled')
    // Whoever comes back is the last in line.
    expect(await enroll(roles.member, one)).toEqual({ state: 'waiting' })
    expect((await as(roles.member).class(one)).enrollment).toMatchObject({ state: 'waiting', ahead: 0, reason: '' })
  })

  it('promotes nobody after the end of enrollment', async () => {
    const enrollmentUntil = platform.now + hourMs
    const one = await build({ capacity: 1, enrollmentUntil, participants: [roles.owner.id] })
    await enroll(roles.member, one)
    platform.now = enrollmentUntil
    await withdraw(roles.owner, one)
    expect(await stateOf(roles.member, one)).toBe('waiting')
    expect(await withdraw(roles.member, one, '')).toEqual({ state: 'withdrawn' })
  })

  it('never offers beyond the end of enrollment', async () => {
    const enrollmentUntil = platform.now + hourMs
    const one = await build({ capacity: 1, enrollmentUntil, participants: [roles.owner.id] })
    await enroll(roles.member, one)
    await withdraw(roles.owner, one)
    expect((await as(roles.member).class(one)).enrollment.offeredUntil).toBe(enrollmentUntil)
    platform.now = enrollmentUntil
    expect(await refusal(accept(roles.member, one))).toMatchObject({ errorCode: ENROLLMENT_STATE.code })
  })
})

describe('an offer that nobody accepts in time', () => {
  it('goes to the next, and a second run of its job changes nothing', async () => {
    // The job is due by the real clock: what is offered now was to be accepted long ago.
    platform.now -= 5 * hourMs
    const one = await build({ capacity: 1, participants: [roles.owner.id], enrollment: { acceptanceHours: 2 } })
    await enroll(roles.member, one)
    await enroll(roles.colleague, one)
    await withdraw(roles.owner, one)
    platform.now += 5 * hourMs
    await platform.runJobs()
    await platform.runJobs()
    expect(await stateOf(roles.member, one)).toBe('withdrawn')
    expect(await stateOf(roles.colleague, one)).toBe('offered')
    expect(await accept(roles.colleague, one)).toEqual({ state: 'enrolled' })
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 1, enrolled: 1, offered: 0 })
  })
})

describe('the way out', () => {
  it('of who holds a place needs a reason', async () => {
    const one = await build({ participants: [roles.member.id] })
    await proves(['TRAINING-037', 'TRAINING-075', 'TRAINING-038'], async () => {
      const refused = await refusal(withdraw(roles.member, one, '   '))
      expect(refused).toMatchObject({ status: 422, errorCode: REASON_REQUIRED.code })
      expect(await stateOf(roles.member, one)).toBe('enrolled')
    })
    expect(await withdraw(roles.member, one)).toEqual({ state: 'withdrawn' })
    expect(await withdraw(roles.member, one)).toEqual({ state: 'withdrawn' })
    expect(await refusal(withdraw(roles.colleague, one))).toMatchObject({ errorCode: ENROLLMENT_STATE.code })
    const [row] = (await as(roles.owner).roster(one)).items
    expect(row).toMatchObject({ state: 'withdrawn', reason: '临时出差' })
  })

  it('is closed with the class, and with its revocation', async () => {
    const closed = await build({ closedAt: platform.now, participants: [roles.member.id] })
    expect(await refusal(withdraw(roles.member, closed))).toMatchObject({ errorCode: CLASS_CLOSED.code })
    expect(await refusal(accept(roles.member, closed))).toMatchObject({ errorCode: CLASS_CLOSED.code })
    const revoked = await build({ status: 'off-shelf', participants: [roles.member.id] })
    expect(await refusal(withdraw(roles.member, revoked))).toMatchObject({ errorCode: CLASS_CANCELLED.code })
    expect(await refusal(accept(roles.member, revoked))).toMatchObject({ errorCode: CLASS_CANCELLED.code })
    const missing = { params: { id: roles.member.id } }
    expect(await refusal(withdraw(roles.member, missing))).toMatchObject({ errorCode: CLASS_MISSING.code })
    expect(await refusal(accept(roles.member, missing))).toMatchObject({ errorCode: CLASS_MISSING.code })
  })
})
