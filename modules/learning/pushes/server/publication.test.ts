import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { remindJob } from './reminders.ts'
import { addBook, books, read } from './study-kinds.fixture.ts'
import { dayMs, pushFixture } from './teams.fixture.ts'

const { platform, as, changeMember, content, newDraft, newPush, runOnce, messagesOf, cast } = pushFixture()

describe('publishing', () => {
  const publish = (draft: { params: { id: string } }, member = cast.chief) =>
    as(member).publishPush({ params: draft.params })
  const english = { headers: { 'accept-language': 'en' } }
  /** What the refusal says in Chinese and in English. */
  const texts = async (draft: { params: { id: string } }) => [
    (await refusal(publish(draft))).message,
    (await refusal(as(cast.chief).publishPush({ params: draft.params }, english))).message,
  ]

  it('asks for contents and members', async () => {
    const nothing = await newDraft({ contents: [], memberIds: [] })
    await proves('COURSE-073', async () => {
      const missing = async (draft: { params: { id: string } }) => {
        const refused = await refusal(publish(draft))
        expect(refused).toMatchObject({ status: 422, errorCode: 40323 })
        expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({ state: 'draft' })
        return refused.data?.missing
      }
      expect(await missing(nothing)).toEqual(['contents', 'members'])
      expect(await missing(await newDraft({ memberIds: [] }))).toEqual(['members'])
      expect(await missing(await newDraft({ contents: [] }))).toEqual(['contents'])
      expect(await publish(await newDraft({ memberIds: [cast.lin.id] }))).toMatchObject({ state: 'sending' })
    })
    await proves('COURSE-126', async () => {
      expect(await texts(nothing)).toEqual([
        '422 40323 请选择推送内容和学员',
        '422 40323 Choose the content and the learners',
      ])
    })
    const empty = await buildOrganization(platform.db, {
      companyId: cast.companyId,
      parentId: cast.companyId,
      name: '空部门',
    })
    const draft = await newDraft({ memberIds: [], organizationIds: [empty] })
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 40323 })
  })

  it('asks for at least one required item', async () => {
    const optional = addBook(uuid(), cast.companyId, '选读')
    const draft = await newDraft({ contents: [content(cast.book, 0), content(optional, 0)] })
    await proves('COURSE-129', async () => {
      expect(await texts(draft)).toEqual([
        '422 40109 至少需要一个必修内容才能发布',
        '422 40109 At least one required item is needed to publish',
      ])
    })
    await proves(['COURSE-070', 'COURSE-071'], async () => {
      expect(await refusal(publish(draft))).toMatchObject({ status: 422, errorCode: 40109 })
      const contents = [content(cast.book, 1), content(optional, 0)]
      await as(cast.chief).changePush({ params: draft.params, body: { contents, revision: 0 } })
      expect(await publish(draft)).toMatchObject({ state: 'sending' })
    })
  })

  it('asks for a cut-off later than now, and than the beginning', async () => {
    const past = await newDraft({ finishTime: platform.now })
    await proves('COURSE-127', async () => {
      expect(await texts(past)).toEqual([
        '422 40214 截止时间不能早于当前时间',
        '422 40214 The due date must be in the future',
      ])
    })
    await proves('COURSE-074', async () => {
      expect(await refusal(publish(past))).toMatchObject({ status: 422, errorCode: 40214 })
      const earlier = await newDraft({ finishTime: platform.now - 1 })
      expect(await refusal(publish(earlier))).toMatchObject({ status: 422, errorCode: 40214 })
      const later = await newDraft({ finishTime: platform.now + 1 })
      expect(await publish(later)).toMatchObject({ state: 'sending', finishTime: platform.now + 1 })
    })
    const begin = platform.now + 2 * dayMs
    const draft = await newDraft({ startTime: begin, finishTime: begin })
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 40214 })
    await as(cast.chief).changePush({ params: draft.params, body: { finishTime: begin + 1, revision: 0 } })
    await proves('COURSE-036', async () => {
      expect(await publish(draft)).toMatchObject({ state: 'scheduled', status: 1 })
      platform.now = begin
      expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({ status: 2 })
      platform.now = begin + 1
      expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({ status: 3 })
    })
  })

  it('looks at contents and audience again, and happens once', async () => {
    const gone = addBook(uuid(), cast.companyId, '快下架的书')
    const draft = await newDraft({ contents: [content(gone)] })
    const known = books.get(gone)
    if (known) known.isAvailable = false
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 380606 })
    if (known) known.isAvailable = true
    await publish(draft)
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 380603, data: { state: 'sending' } })
    const change = as(cast.chief).changePush({ params: draft.params, body: { name: '改名', revision: 0 } })
    expect(await refusal(change)).toMatchObject({ errorCode: 380603 })
    expect(await refusal(as(cast.chief).deletePush({ params: draft.params }))).toMatchObject({ errorCode: 380603 })
    const foreign = await newDraft({ memberIds: [cast.lin.id] }, cast.superior)
    await changeMember(cast.lin, { superiorId: null })
    expect(await refusal(publish(foreign, cast.superior))).toMatchObject({ errorCode: 20161 })
    await changeMember(cast.lin, { superiorId: cast.superior.id })
    const wide = await newDraft({ organizationIds: [cast.companyId] })
    expect(await refusal(publish(wide, cast.manager))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(publish(wide, cast.stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(publish({ params: { id: uuid() } }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('a published push', () => {
  it('[COURSE-036] ends at its cut-off, is prolonged, takes more members, and is done when all are', async () => {
    const title = addBook(uuid(), cast.companyId, '写作课')
    const finishTime = platform.now + dayMs
    const push = await newPush({ contents: [content(title)], memberIds: [cast.lin.id], finishTime })
    const extend = (body: Record<string, unknown>, member = cast.chief) =>
      as(member).extendPush({ params: push.params, body })
    platform.now = finishTime
    expect(await as(cast.chief).pushDetail({ params: push.params })).toMatchObject({ state: 'ended', status: 3 })
    expect((await as(cast.lin).ownPush({ params: push.params })).isOverdue).toBe(true)
    expect(await refusal(extend({ finishTime: platform.now }))).toMatchObject({ errorCode: 40214 })
    expect(await extend({ finishTime: finishTime + dayMs, addMemberIds: [cast.wang.id] })).toMatchObject({ status: 2 })
    await platform.runJobs()
    expect(await as(cast.chief).pushDetail({ params: push.params })).toMatchObject({
      memberCount: 2,
      finishPushCount: 2,
    })
    read(cast.lin.id, title, 100, platform.now)
    read(cast.wang.id, title, 100, platform.now)
    platform.now += 61_000
    expect(await as(cast.chief).pushDetail({ params: push.params })).toMatchObject({
      state: 'running',
      status: 3,
      doneCount: 2,
    })
    expect(await refusal(extend({ addOrganizationIds: [cast.companyId] }, cast.manager))).toMatchObject({
      errorCode: 10138,
    })
    const own = await newPush({ memberIds: [cast.lin.id] }, cast.superior)
    const reach = as(cast.superior).extendPush({ params: own.params, body: { addMemberIds: [cast.wang.id] } })
    expect(await refusal(reach)).toMatchObject({ errorCode: 20161 })
    const draft = await newDraft()
    expect(await refusal(as(cast.chief).extendPush({ params: draft.params, body: {} }))).toMatchObject({
      errorCode: 380603,
    })
    expect(await refusal(as(cast.chief).extendPush({ params: { id: uuid() }, body: {} }))).toMatchObject({
      errorCode: 900005,
    })
  })

  it('is revoked with a reason: the tasks end, and members who are not done get a notification', async () => {
    const push = await newPush({ memberIds: [cast.lin.id] })
    const revoke = (member = cast.chief, params = push.params) =>
      as(member).revokePush({ params, body: { reason: '内容有调整' } })
    expect(await refusal(revoke(cast.superior))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(revoke(cast.chief, { id: uuid() }))).toMatchObject({ errorCode: 900005 })
    expect(await revoke()).toMatchObject({ state: 'revoked', status: 3, revokeReason: '内容有调整', actions: ['copy'] })
    expect(await refusal(revoke())).toMatchObject({ errorCode: 380603 })
    expect((await as(cast.lin).ownPushes({ query: { state: 'open' } })).items.map((row) => row.id)).not.toContain(
      push.id,
    )
    expect(await as(cast.lin).ownPush({ params: push.params })).toMatchObject({ isRevoked: true })
    expect((await messagesOf(cast.lin)).some((one) => one.body.includes('原因：内容有调整'))).toBe(true)
  })

  it('stops where it is when it is revoked in the middle', async () => {
    const draft = await newDraft()
    await as(cast.chief).publishPush({ params: draft.params })
    await as(cast.chief).revokePush({ params: draft.params, body: { reason: '发错了' } })
    await platform.runJobs()
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({
      state: 'revoked',
      finishPushCount: 0,
    })
    expect(await refusal(as(cast.lin).ownPush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
  })

  it('reminds those who are not done before the cut-off, and tells its author how it ended', async () => {
    const title = addBook(uuid(), cast.companyId, '时间管理')
    const finishTime = platform.now + 3 * dayMs
    const push = await newPush({ contents: [content(title)], finishTime, remindDays: [1] })
    read(cast.wang.id, title, 100, platform.now)
    const run = (days: number, cutOffAt = finishTime) => runOnce(remindJob, { pushId: push.id, cutOffAt, days })
    const due = async (member: BuiltMember) =>
      (await messagesOf(member)).filter(
        (one) => one.title === '《新员工第一周》即将截止' && one.link?.endsWith(push.id),
      ).length
    await run(1, finishTime - dayMs)
    expect(await due(cast.lin)).toBe(0)
    await run(1)
    expect([await due(cast.lin), await due(cast.wang)]).toEqual([1, 0])
    await run(0)
    expect((await messagesOf(cast.chief)).some((one) => one.body.includes('2 人中有 1 人完成'))).toBe(true)
    const calendar = await platform
      .client(messages, cast.lin)
      .calendar({ query: { from: platform.now, to: platform.now + 7 * dayMs } })
    expect(calendar.items.map((entry) => entry.id)).toContain(`push:${push.id}:cut-off`)
  })
})
