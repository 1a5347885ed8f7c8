/** What becomes of those who are on their way into a class when it is closed, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { CLASS_CLOSED } from '../contract/codes.ts'
import { enrollmentApproval } from '../contract.ts'
import { buildActivity } from './classes.fixture.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { as, build, enroll } = classesOn(platform, () => roles.owner)
const dayMs = 86_400_000

/** A class that goes on, and in which enrollment does as well. */
const buildOpen = (input: Parameters<typeof build>[0] = {}) => {
  const { now } = platform
  return build({ startsAt: now - 1000, endsAt: now + dayMs, enrollmentUntil: now + dayMs, ...input })
}
const close = (one: TestClass) => as(roles.owner).closeClass({ ...one, body: { isConfirmed: true } })
const newsOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })).items.map(({ type }) => type)
const leave = (member: BuiltMember, one: TestClass) => as(member).withdrawFromClass({ ...one, body: { reason: '' } })

describe('the end of a class', () => {
  it('ends what waits, what is offered and what is not decided, and says so to the members', async () => {
    const hours = { isReviewed: true, acceptanceHours: 24 }
    const one = await buildOpen({ capacity: 1, participants: [roles.owner.id], enrollment: hours })
    expect(await enroll(roles.stranger, one)).toEqual({ state: 'waiting' })
    expect(await enroll(roles.colleague, one)).toEqual({ state: 'waiting' })
    await as(roles.owner).removeParticipants({ ...one, body: { memberIds: [roles.owner.id], reason: '出差' } })
    await close(one)
    for (const member of [roles.stranger, roles.colleague]) {
      const seen = await as(member).class(one)
      expect(seen).toMatchObject({
        state: 7,
        obstacle: 'closed',
        enrollment: { state: 'withdrawn', offeredUntil: null },
      })
      expect(await newsOf(member)).toContain('class.closed')
      expect(await refusal(leave(member, one))).toMatchObject({ errorCode: CLASS_CLOSED.code })
      expect(await refusal(enroll(member, one))).toMatchObject({ errorCode: CLASS_CLOSED.code })
    }
    const open = (await platform.client(messages, roles.stranger).findMyUnfinished({})).items
    expect(open.map(({ businessId }) => businessId)).not.toContain(one.params.id)
    expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 0, withdrawn: 2, removed: 1 })
    const { items } = await as(roles.owner).roster({ ...one, query: { state: 'withdrawn' } })
    expect(items.map(({ decidedBy }) => decidedBy)).toEqual(['owner', 'owner'])
  })

  it('leaves those who take part, and tells them nothing of an end of their enrollment', async () => {
    const one = await buildOpen({ participants: [roles.member.id] })
    await close(one)
    expect((await as(roles.member).class(one)).enrollment).toMatchObject({ state: 'enrolled' })
    expect(await newsOf(roles.member)).not.toContain('class.closed')
  })

  it('leaves its activities readable, and counts nothing that is opened afterwards', async () => {
    const one = await buildOpen({ participants: [roles.member.id] })
    const of = { classId: one.params.id, companyId: roles.companyId }
    const activityId = await buildActivity(platform.db, { ...of, title: '班规' })
    await close(one)
    await as(roles.member).openActivity({ params: { ...one.params, activityId } })
    const { activities } = await as(roles.member).classContent(one)
    expect(activities).toMatchObject([{ title: '班规', text: '班规', percent: 0 }])
  })

  describe('with approval', () => {
    let approver: BuiltMember
    beforeAll(async () => {
      const { companyId } = roles
      approver = await buildMember(platform.db, { companyId, organizationId: companyId, roles: ['super-admin'] })
      const place = { companyId, businessType: enrollmentApproval, now: platform.now }
      await buildTemplate(platform.db, place, [buildStep([approver.id])])
    })
    const waiting = async () => (await platform.client(approvals, approver).waitingTasks({})).items

    it('withdraws the applications: nothing waits for approvers any more, and nobody is agreed to', async () => {
      const [one, other] = [
        await buildOpen({ enrollment: { isReviewed: true } }),
        await buildOpen({ enrollment: { isReviewed: true } }),
      ]
      await enroll(roles.member, one)
      await enroll(roles.stranger, one)
      await enroll(roles.member, other)
      const before = await waiting()
      expect(before).toHaveLength(3)
      await close(one)
      await platform.runJobs()
      const after = await waiting()
      expect(after).toHaveLength(1)
      const ended = before.filter(({ taskId }) => taskId !== after[0]?.taskId)
      for (const { taskId } of ended)
        expect(
          (await refusal(platform.client(approvals, approver).agree({ params: { id: taskId }, body: {} }))).status,
        ).toBe(422)
      const { items } = await platform.client(approvals, roles.member).myProcesses({ query: { pageSize: 50 } })
      expect(items.map(({ state }) => state).toSorted()).toEqual(['running', 'withdrawn'])
      expect((await as(roles.member).class(one)).enrollment.state).toBe('withdrawn')
      expect((await as(roles.member).class(other)).enrollment.state).toBe('pending')
      expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 0, withdrawn: 2 })
    })

    it('lets no decision in that comes before the applications are withdrawn', async () => {
      const one = await buildOpen({ enrollment: { isReviewed: true } })
      const known = new Set((await waiting()).map(({ taskId }) => taskId))
      await enroll(roles.stranger, one)
      const task = (await waiting()).find(({ taskId }) => !known.has(taskId))
      await close(one)
      await platform.client(approvals, approver).agree({ params: { id: task?.taskId ?? '' }, body: {} })
      await platform.runJobs()
      expect((await as(roles.stranger).class(one)).enrollment.state).toBe('withdrawn')
      expect(await as(roles.owner).rosterFigures(one)).toMatchObject({ placesTaken: 0, enrolled: 0 })
    })
  })
})
