/** The roster of a class over HTTP: nominations, decisions, removals and substitutes, and who may make them. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  ALREADY_ENROLLED,
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  ENROLLMENT_STATE,
  MEMBER_DISABLED,
  REASON_REQUIRED,
} from '../contract/codes.ts'
import { newClass } from '../contract/fields.ts'
import { enrollmentApproval } from '../contract.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform({ poolSize: 10 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  colleague: ['class-teacher'],
  stranger: ['class-staff'],
  otherCompany: ['super-admin'],
})
const { as, build, enroll, stateOf } = classesOn(platform, () => roles.owner)

const nominateAs = (by: BuiltMember | undefined, one: TestClass, members: readonly BuiltMember[]) =>
  as(by).nominate({ ...one, body: { memberIds: members.map(({ id }) => id) } })
const nominate = (one: TestClass, members: readonly BuiltMember[]) => nominateAs(roles.owner, one, members)
const decide = (one: TestClass, members: readonly BuiltMember[], decision: 'accept' | 'refuse', reason = '') =>
  as(roles.owner).decideEnrollments({ ...one, body: { memberIds: members.map(({ id }) => id), decision, reason } })
const remove = (one: TestClass, members: readonly BuiltMember[], reason = '岗位调整') =>
  as(roles.owner).removeParticipants({ ...one, body: { memberIds: members.map(({ id }) => id), reason } })
const substitute = (one: TestClass, from: BuiltMember, to: BuiltMember, reason = '部门更换人选') =>
  as(roles.owner).substitute({ ...one, body: { memberId: from.id, substituteId: to.id, reason } })
const newsOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })).items.map(({ type }) => type)

describe('those who run a class', () => {
  it('[TRAINING-014] run their own alone; whoever manages the organization runs all of it', async () => {
    const one = await build({ managerIds: [roles.colleague.id] })
    const state = async () => (await as(roles.owner).rosterFigures(one)).enrolled
    const staffAlone = {
      owner: 'accepted',
      administrator: 'accepted',
      colleague: 'accepted',
      member: 10_138,
      stranger: 10_138,
      otherCompany: 64_104,
      nobody: 401,
    } as const
    const { companyId, organizationId } = roles
    const first = await buildMember(platform.db, { companyId, organizationId })
    await expectRoles(roles, {
      roster: { ...staffAlone, call: (caller) => as(caller).roster(one) },
      figures: { ...staffAlone, call: (caller) => as(caller).rosterFigures(one) },
      nominate: { ...staffAlone, state, call: (caller) => nominateAs(caller, one, [first]) },
    })
    const listed = async (member: BuiltMember) =>
      (await as(member).managedClasses({})).items.some(({ id }) => id === one.params.id)
    expect([await listed(roles.colleague), await listed(roles.stranger)]).toEqual([true, false])
  })

  it.each(['managerIds', 'teacherIds'] as const)('edit, revoke and close it where they stand in %s', async (place) => {
    const times = { startsAt: platform.now - 1, endsAt: platform.now + 100_000 }
    const own = { ...times, [place]: [roles.colleague.id] }
    const staffAlone = {
      owner: 'accepted',
      administrator: 'accepted',
      colleague: 'accepted',
      member: 10_138,
      stranger: 10_138,
      otherCompany: 64_104,
      nobody: 401,
    } as const
    const body = { ...newClass, ...own, name: '新任经理训练营', revision: 0 }
    await proves('TRAINING-014', () =>
      expectRoles(roles, {
        edit: { ...staffAlone, call: async (caller) => as(caller).changeClass({ ...(await build(own)), body }) },
        revoke: {
          ...staffAlone,
          call: async (caller) => as(caller).revokeClass({ ...(await build(own)), body: { reason: '讲师生病' } }),
        },
        close: {
          ...staffAlone,
          call: async (caller) => as(caller).closeClass({ ...(await build(own)), body: { isConfirmed: true } }),
        },
      }),
    )
  })
})

describe('a nomination', () => {
  it('enrolls at once, whatever the window says and without a review', async () => {
    const { now } = platform
    const one = await build({ startsAt: now - 1000, endsAt: now + 100_000, enrollment: { isReviewed: true } })
    expect(await nominate(one, [roles.member, roles.stranger])).toEqual({ enrolled: 2, waiting: 0, left: 0 })
    expect(await nominate(one, [roles.member])).toEqual({ enrolled: 0, waiting: 0, left: 1 })
    expect(await newsOf(roles.member)).toContain('class.nominated')
    const rows = (await as(roles.owner).roster({ ...one, query: { search: 'member' } })).items
    expect(rows).toMatchObject([{ state: 'enrolled', source: 'nominated', decidedBy: 'owner', graduation: 1 }])
  })

  it('beyond the capacity waits in line, or is refused where there is none', async () => {
    const one = await build({ capacity: 1 })
    expect(await nominate(one, [roles.member, roles.stranger])).toEqual({ enrolled: 1, waiting: 1, left: 0 })
    const strict = await build({ capacity: 1, enrollment: { hasWaitingList: false } })
    const full = await refusal(nominate(strict, [roles.member, roles.stranger]))
    expect(full).toMatchObject({ errorCode: CLASS_FULL.code, data: { without: 1 } })
    expect((await as(roles.owner).rosterFigures(strict)).enrolled).toBe(0)
  })

  it('names members of the company, at most 100 at once', async () => {
    const one = await build()
    expect(await refusal(nominate(one, [roles.otherCompany]))).toMatchObject({ errorCode: 900_005 })
    const ids = Array.from({ length: 101 }, (_, at) => ({
      ...roles.member,
      id: roles.member.id.replace(/.{3}$/, String(100 + at)),
    }))
    expect(await refusal(nominate(one, ids))).toMatchObject({ status: 422 })
  })

  it('takes nobody who is disabled, nor does a substitution', async () => {
    const one = await build({ participants: [roles.member.id] })
    const { companyId, organizationId } = roles
    const gone = await buildMember(platform.db, { companyId, organizationId, fullName: '丁四' })
    await sql`update identity.member set enabled = false where id = ${gone.id}`.execute(platform.root)
    const disabled = { status: 422, errorCode: MEMBER_DISABLED.code, data: { members: ['丁四'] } }
    expect(await refusal(nominate(one, [roles.stranger, gone]))).toMatchObject(disabled)
    expect(await refusal(substitute(one, roles.member, gone))).toMatchObject(disabled)
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 1, enrolled: 1, removed: 0 })
    // Who has left already can still be replaced.
    await sql`update identity.member set enabled = false where id = ${roles.member.id}`.execute(platform.root)
    expect(await substitute(one, roles.member, roles.stranger)).toEqual({ state: 'enrolled' })
    await sql`update identity.member set enabled = true where id = ${roles.member.id}`.execute(platform.root)
  })
})

describe('a class with review', () => {
  it('keeps a place for each enrollment until somebody decides', async () => {
    const one = await build({ capacity: 1, enrollment: { isReviewed: true, acceptanceHours: 0 } })
    expect(await enroll(roles.member, one)).toEqual({ state: 'pending' })
    expect(await enroll(roles.stranger, one)).toEqual({ state: 'waiting' })
    const todos = (await platform.client(messages, roles.owner).findMyUnfinished({})).items
    expect(todos.map(({ kind, businessId }) => [kind, businessId])).toContainEqual(['class.decide', one.params.id])
    await proves(['TRAINING-037', 'TRAINING-038'], async () => {
      const refused = await refusal(decide(one, [roles.member], 'refuse', ' '))
      expect(refused).toMatchObject({ status: 422, errorCode: REASON_REQUIRED.code })
    })
    expect(await decide(one, [roles.member], 'refuse', '名额优先给一线')).toEqual({ decided: 1, left: 0 })
    expect((await as(roles.member).class(one)).enrollment).toMatchObject({ state: 'refused', reason: '名额优先给一线' })
    expect(await newsOf(roles.member)).toContain('class.refused')
    expect(await stateOf(roles.stranger, one)).toBe('pending')
    expect(await decide(one, [roles.stranger, roles.member], 'accept')).toEqual({ decided: 1, left: 1 })
    expect(await stateOf(roles.stranger, one)).toBe('enrolled')
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 1, enrolled: 1, refused: 1 })
  })

  describe('by approvers', () => {
    let approver: BuiltMember
    beforeAll(async () => {
      const { companyId } = roles
      approver = await buildMember(platform.db, { companyId, organizationId: companyId, roles: ['super-admin'] })
      const place = { companyId, businessType: enrollmentApproval, now: platform.now }
      await buildTemplate(platform.db, place, [buildStep([approver.id])])
    })

    it('leaves the decision to them', async () => {
      const one = await build({ enrollment: { isReviewed: true } })
      const deciders = platform.client(approvals, approver)
      expect(await enroll(roles.member, one)).toEqual({ state: 'pending' })
      expect(await decide(one, [roles.member], 'accept')).toEqual({ decided: 0, left: 1 })
      expect(await remove(one, [roles.member])).toEqual({ removed: 0, left: 1 })
      const [task] = (await deciders.waitingTasks({})).items
      await deciders.agree({ params: { id: task?.taskId ?? '' }, body: {} })
      expect(await stateOf(roles.member, one)).toBe('enrolled')
      await enroll(roles.stranger, one)
      await as(roles.stranger).withdrawFromClass({ ...one, body: { reason: '' } })
      expect(await stateOf(roles.stranger, one)).toBe('withdrawn')
      expect((await deciders.waitingTasks({})).recordCount).toBe(0)
    })
  })
})

describe('whoever leaves', () => {
  it('is removed with a reason, and the place goes to who waits', async () => {
    const one = await build({ capacity: 1, participants: [roles.member.id], enrollment: { acceptanceHours: 0 } })
    await enroll(roles.stranger, one)
    await proves(['TRAINING-037', 'TRAINING-038'], async () => {
      const refused = await refusal(remove(one, [roles.member], ''))
      expect(refused).toMatchObject({ status: 422, errorCode: REASON_REQUIRED.code })
    })
    expect(await remove(one, [roles.member])).toEqual({ removed: 1, left: 0 })
    expect(await remove(one, [roles.member])).toEqual({ removed: 0, left: 1 })
    expect(await newsOf(roles.member)).toContain('class.removed')
    expect(await stateOf(roles.stranger, one)).toBe('enrolled')
  })

  it('may be followed by a substitute, who has the place at once', async () => {
    const one = await build({ capacity: 1, participants: [roles.member.id] })
    await enroll(roles.stranger, one)
    expect(await refusal(substitute(one, roles.member, roles.colleague, ''))).toMatchObject({
      errorCode: REASON_REQUIRED.code,
    })
    expect(await refusal(substitute(one, roles.member, roles.stranger))).toMatchObject({
      errorCode: ALREADY_ENROLLED.code,
    })
    expect(await substitute(one, roles.member, roles.colleague)).toEqual({ state: 'enrolled' })
    expect(await refusal(substitute(one, roles.member, roles.owner))).toMatchObject({
      errorCode: ENROLLMENT_STATE.code,
    })
    expect(await stateOf(roles.stranger, one)).toBe('waiting')
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({
      placesTaken: 1,
      enrolled: 1,
      removed: 1,
      waiting: 1,
    })
  })

  it('is not followed by somebody whose organization has no place left', async () => {
    const { companyId } = roles
    const elsewhere = await buildMember(platform.db, { companyId, organizationId: companyId })
    const quotas = [
      { organizationId: companyId, places: 1 },
      { organizationId: roles.organizationId, places: 1 },
    ]
    const one = await build({ quotas })
    await nominate(one, [roles.member, elsewhere])
    const other = await buildMember(platform.db, { companyId, organizationId: companyId })
    const full = await refusal(substitute(one, roles.member, other))
    expect(full).toMatchObject({ errorCode: CLASS_FULL.code, data: { organization: true } })
    expect(await stateOf(roles.member, one)).toBe('enrolled')
  })
})

describe('of a class that is over', () => {
  it('[TRAINING-017] the roster is not changed any more', async () => {
    const people = { participants: [roles.member.id] }
    for (const [one, code] of [
      [await build({ ...people, closedAt: platform.now }), CLASS_CLOSED],
      [await build({ ...people, status: 'off-shelf' }), CLASS_CANCELLED],
    ] as const) {
      const refused = await Promise.all([
        refusal(nominate(one, [roles.stranger])),
        refusal(decide(one, [roles.member], 'accept')),
        refusal(remove(one, [roles.member])),
        refusal(substitute(one, roles.member, roles.stranger)),
      ])
      await proves(['TRAINING-016'], async () => {
        expect(refused.map(({ errorCode }) => errorCode)).toEqual([code.code, code.code, code.code, code.code])
      })
      expect((await as(roles.owner).rosterFigures(one)).enrolled).toBe(1)
    }
  })
})
