/** Discussions and materials of a class: for its participants and staff, and finished by taking part. */
import { describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { type ActivityInput, discussionBusinessType } from '../contract/activities.ts'
import { ACTIVITY_IN_USE, CLASS_CANCELLED, FILE_UNKNOWN, NO_PARTICIPANT, NOT_RELEASED } from '../contract/codes.ts'
import { type BuiltClass, buildActivity } from './classes.fixture.ts'
import { classesOn } from './classes-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'], otherCompany: ['super-admin'] })
const { as, build } = classesOn(platform, () => roles.owner)

async function buildOf(kind: 'discussion' | 'material', rest: Partial<BuiltClass> = {}, activity = {}) {
  const { now } = platform
  const one = await build({ startsAt: now - 1, endsAt: now + 1000, participants: [roles.member.id], ...rest })
  const place = { classId: one.params.id, companyId: roles.companyId, title: '复盘', kind }
  const activityId = await buildActivity(platform.db, { ...place, ...activity })
  return { params: { ...one.params, activityId } }
}
const file = (owner = roles.owner) =>
  buildFile(platform.db, { companyId: owner.companyId, ownerId: owner.id, kind: 'attachment', name: '讲义.pdf' })
const say = (member: typeof roles.member, businessId: string, content = '我的看法') =>
  platform.client(topics, member).addComment({ body: { businessType: discussionBusinessType, businessId, content } })
const standing = async (id: string) => {
  const { activities } = await as(roles.member).classContent({ params: { id } })
  return activities.map(({ link, isFinished }) => ({ link, isFinished }))
}

describe('a discussion of a class', () => {
  it('is read and written by participants and staff alone', async () => {
    const one = await buildOf('discussion')
    const { id, activityId } = one.params
    const thread = { query: { businessType: discussionBusinessType, businessId: activityId } }
    for (const stranger of [roles.colleague, roles.otherCompany]) {
      expect(await refusal(say(stranger, activityId))).toMatchObject({ errorCode: 900_005 })
      expect(await refusal(platform.client(topics, stranger).listComments(thread))).toMatchObject({
        errorCode: 900_005,
      })
    }
    await say(roles.owner, activityId, '请谈谈收获')
    const link = `/train-new/class/${id}/discussion/${activityId}`
    expect(await standing(id)).toEqual([{ link, isFinished: false }])
    await say(roles.member, activityId)
    expect(await standing(id)).toEqual([{ link, isFinished: true }])
    const { items } = await platform.client(topics, roles.member).listComments(thread)
    expect(items.map(({ content }) => content).toSorted()).toEqual(['我的看法', '请谈谈收获'])
    expect(await as(roles.member).shownActivity(one)).toMatchObject({ kind: 'discussion', name: '复盘' })
  })

  it('of a closed class is read only, and that of a revoked one is gone', async () => {
    const closed = await buildOf('discussion', { closedAt: platform.now })
    expect((await refusal(say(roles.member, closed.params.activityId))).errorCode).not.toBe(0)
    const thread = (businessId: string) =>
      platform
        .client(topics, roles.member)
        .listComments({ query: { businessType: discussionBusinessType, businessId } })
    expect(await thread(closed.params.activityId)).toMatchObject({ mayComment: false })
    const revoked = await buildOf('discussion', { status: 'off-shelf' })
    expect(await refusal(thread(revoked.params.activityId))).toMatchObject({ errorCode: 900_005 })
  })

  it('stays in the class once somebody has written', async () => {
    const one = await buildOf('discussion')
    const params = { id: one.params.id }
    await say(roles.member, one.params.activityId)
    const { revision } = await as(roles.owner).editedActivities({ params })
    const body = { phases: [{ title: '课前' }], activities: [], revision }
    expect(await refusal(as(roles.owner).changeActivities({ params, body }))).toMatchObject({
      ...{ errorCode: ACTIVITY_IN_USE.code, data: { title: '复盘' } },
    })
  })
})

describe('a material of a class', () => {
  it('is loaded by participants, and finished when it was opened', async () => {
    const { id: fileId } = await file()
    const one = await buildOf('material', {}, { fileIds: [fileId] })
    const shown = await as(roles.member).shownActivity(one)
    expect(shown).toMatchObject({ kind: 'material', isOpened: false, files: [{ id: fileId, name: '讲义.pdf' }] })
    expect(shown.files[0]?.url).toContain('grant=')
    const link = `/train-new/class/${one.params.id}/material/${one.params.activityId}`
    expect(await standing(one.params.id)).toEqual([{ link, isFinished: false }])
    await as(roles.member).openActivity(one)
    expect(await standing(one.params.id)).toEqual([{ link, isFinished: true }])
    expect(await as(roles.member).shownActivity(one)).toMatchObject({ isOpened: true })
  })

  it('is for participants and staff, from its release on', async () => {
    const opensAt = platform.now + 500
    const [later, revoked] = [
      await buildOf('material', {}, { opensAt }),
      await buildOf('material', { status: 'off-shelf' }),
    ]
    const call = (member: typeof roles.member, one = later) => as(member).shownActivity(one)
    expect(await refusal(call(roles.colleague))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
    expect(await refusal(call(roles.otherCompany))).toMatchObject({ errorCode: 64_104 })
    expect(await refusal(call(roles.member))).toMatchObject({ errorCode: NOT_RELEASED.code, data: { opensAt } })
    expect(await refusal(call(roles.member, revoked))).toMatchObject({ errorCode: CLASS_CANCELLED.code })
    expect(await call(roles.owner)).toMatchObject({ name: '复盘' })
    platform.now = opensAt
    expect(await call(roles.member)).toMatchObject({ name: '复盘' })
    const notice = await buildOf('material', {}, { kind: 'notice' })
    expect(await refusal(call(roles.member, notice))).toMatchObject({ errorCode: 900_005 })
  })

  it('has files of its author, or those that stand in the class', async () => {
    const one = await build()
    const material = (fileIds: string[]): ActivityInput => ({
      ...{ kind: 'material', phase: 0, isRequired: true, opensAt: null, dueAt: null, businessType: null },
      ...{ businessId: null, title: '讲义', text: '', url: '', venue: '', startsAt: null, endsAt: null },
      ...{ roomId: null, lecturerIds: [], fileIds },
    })
    const write = async (writer: typeof roles.member, fileIds: string[]) => {
      const { revision } = await as(writer).editedActivities(one)
      const body = { phases: [{ title: '课前' }], activities: [material(fileIds)], revision }
      return as(writer).changeActivities({ ...one, body })
    }
    const [own, secret, foreign] = [await file(), await file(roles.member), await file(roles.otherCompany)]
    for (const { id } of [secret, foreign, { id: roles.member.id }])
      expect(await refusal(write(roles.owner, [own.id, id]))).toMatchObject({
        ...{ errorCode: FILE_UNKNOWN.code, data: { fileId: id } },
      })
    await write(roles.owner, [own.id])
    const { activities } = await as(roles.owner).editedActivities(one)
    expect(activities).toMatchObject([{ fileIds: [own.id], files: [{ id: own.id, name: '讲义.pdf' }] }])
    await write(roles.owner, [own.id])
  })
})
