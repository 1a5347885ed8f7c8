/** What happens while a push is on its way: members come and go, contents go, the cut-off passes. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { announceFinished } from '#modules/content/study/server.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { gatherJob } from './delivery.ts'
import { addBook, bookType, read } from './study-kinds.fixture.ts'
import { dayMs, pushFixture } from './teams.fixture.ts'

const { platform, as, cast, content, newDraft, newPush, newMember, changeMember, runOnce, messagesOf } = pushFixture()
const courseType = 1

const newOffice = (name: string) =>
  buildOrganization(platform.db, { companyId: cast.companyId, parentId: cast.companyId, name })

describe('during a delivery', () => {
  it('who leaves the organization gets it all the same, and who joins gets it by the same delivery', async () => {
    const office = await newOffice('人事部')
    const ofOffice = { companyId: cast.companyId, organizationId: office }
    const [leaves, stays] = [await newMember(ofOffice), await newMember(ofOffice)]
    const draft = await newDraft({ memberIds: [], organizationIds: [office], includesNewcomers: true })
    await as(cast.chief).publishPush({ params: draft.params })
    await runOnce(gatherJob, { pushId: draft.id })
    await changeMember(leaves, { organizationId: cast.sales })
    const joins = await newMember(ofOffice)
    await as(cast.chief).extendPush({ params: draft.params, body: {} })
    await runOnce(gatherJob, { pushId: draft.id })
    await platform.runJobs()
    for (const member of [leaves, stays, joins]) {
      expect((await as(member).ownPushes()).items.map((task) => task.id)).toEqual([draft.id])
      expect((await messagesOf(member)).filter((one) => one.link?.endsWith(draft.id))).toHaveLength(1)
    }
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({
      ...{ memberCount: 3, finishPushCount: 3, failedCount: 0, state: 'running' },
    })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from operations.task
      where kind = 'push-delivery' and title = '新员工第一周'`.execute(platform.root)
    expect(rows[0]?.count).toBe(1)
  })

  it('who joins later gets nothing of a push that does not go to newcomers', async () => {
    const office = await newOffice('财务部')
    await newMember({ companyId: cast.companyId, organizationId: office })
    const push = await newPush({ memberIds: [], organizationIds: [office] })
    const joins = await newMember({ companyId: cast.companyId, organizationId: office })
    await platform.runJobs()
    expect(await as(joins).ownPushes()).toMatchObject({ recordCount: 0, openCount: 0 })
    expect(await refusal(as(joins).ownPush({ params: push.params }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('contents that go after they were pushed', () => {
  it('[COURSE-076] a course off the shelf asks nothing more: who had the rest done is done, on every list', async () => {
    const reader = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const done = await buildCourse(platform.db, { author: cast.chief, name: '学完的课' })
    const goes = await buildCourse(platform.db, { author: cast.chief, name: '要下架的课' })
    const watched = done.sections.map((section) => ({ section, share: 1 }))
    await buildLearner(platform.db, { member: reader, course: done, watched, studiedAt: platform.now })
    const contents = [done, goes].map((course) => content(course.id, 1, courseType))
    const push = await newPush({ contents, memberIds: [reader.id] })
    expect(await as(reader).ownPush({ params: push.params })).toMatchObject({
      ...{ taskStatus: 2, percent: 50, finishedCount: 1, requiredCount: 2 },
    })
    await platform.client(courses, cast.chief).takeOffShelf({ params: { id: goes.id } })
    const pack = await as(reader).ownPush({ params: push.params })
    expect(pack).toMatchObject({ taskStatus: 3, percent: 100, requiredCount: 1 })
    expect(pack.contents[1]).toMatchObject({ businessName: '要下架的课', isAvailable: false })
    expect(await as(reader).ownPushes({ query: { state: 'open' } })).toMatchObject({ recordCount: 0, openCount: 0 })
    expect(await as(reader).ownPushes({ query: { state: 'done' } })).toMatchObject({ recordCount: 1 })
    const rows = (await as(cast.chief).pushMembers({ params: push.params, query: { taskStatus: 3 } })).items
    expect(rows).toMatchObject([{ pushMember: { id: reader.id }, percent: 100 }])
  })
})

describe('a cut-off that passes during study', () => {
  it('leaves the task open and late: it is done late, and nobody is urged to it', async () => {
    const title = addBook(uuid(), cast.companyId, '赶在截止前')
    const reader = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const finishTime = platform.now + dayMs
    const push = await newPush({ contents: [content(title)], memberIds: [reader.id], finishTime })
    const waiting = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const urged = await newPush({ contents: [content(title)], memberIds: [waiting.id], finishTime })
    const urge = (params: { id: string }) => as(cast.chief).urgePush({ params, body: { content: '请尽快学完' } })
    read(reader.id, title, 60)
    await proves('COURSE-082', async () => {
      platform.now = finishTime - 1
      expect(await urge(urged.params)).toMatchObject({ urgedCount: 1 })
      platform.now = finishTime
      const heard = (await messagesOf(waiting)).length
      for (const { params } of [urged, push])
        expect(await refusal(urge(params))).toMatchObject({ status: 422, errorCode: 20159 })
      expect(await messagesOf(waiting)).toHaveLength(heard)
    })
    await proves('COURSE-076', async () => {
      expect(await as(reader).ownPush({ params: push.params })).toMatchObject({ taskStatus: 2, isOverdue: true })
    })
    platform.now += 3_600_000
    read(reader.id, title, 100, platform.now)
    await platform.root.transaction().execute(async (transaction) => {
      await announceFinished(transaction as never, {
        ...{ companyId: cast.companyId, memberId: reader.id, businessType: bookType, businessId: title },
        ...{ name: '赶在截止前', finishedAt: platform.now },
      })
    })
    await proves('COURSE-076', async () => {
      expect(await as(reader).ownPush({ params: push.params })).toMatchObject({ taskStatus: 3, isOverdue: false })
      expect((await as(cast.chief).pushMembers({ params: push.params })).items).toMatchObject([
        { taskStatus: 3, isLate: true, finishedAt: platform.now },
      ])
    })
  })
})

describe('ids of another company', () => {
  it('are not there: as contents, as audience, as selection', async () => {
    const calls = as(cast.stranger)
    const theirs = await buildCourse(platform.db, { author: cast.stranger })
    const push = await newPush()
    const contents = [{ businessType: courseType, businessId: theirs.id, isRequired: 1 as const }]
    expect(await refusal(newDraft({ contents }))).toMatchObject({ errorCode: 380606 })
    expect(await refusal(newDraft({ memberIds: [cast.stranger.id] }))).toMatchObject({ errorCode: 20161 })
    const organizationIds = [cast.stranger.companyId]
    expect(await refusal(newDraft({ organizationIds }))).toMatchObject({ errorCode: 10138 })
    const record = { businessType: 0, businessId: push.id, memberId: cast.lin.id }
    const urge = calls.urgeItems({ body: { content: '学', records: [record] } })
    expect(await refusal(urge)).toMatchObject({ errorCode: 20161 })
    const own = { businessType: 0, businessId: push.id, memberId: cast.stranger.id }
    const mixed = calls.urgeItems({ body: { content: '学', records: [own] } })
    expect(await refusal(mixed)).toMatchObject({ errorCode: 900005 })
    const params = push.params
    const asked = [
      calls.pushDetail({ params }),
      calls.revokePush({ params, body: { reason: '无' } }),
      calls.urgePush({ params, body: { content: '学' } }),
      calls.ownPush({ params }),
      calls.copyPush({ params }),
    ]
    const codes = await Promise.all(asked.map(async (call) => (await refusal(call)).errorCode))
    expect(new Set(codes)).toEqual(new Set([900005]))
    expect(await calls.listPushes()).toMatchObject({ recordCount: 0 })
  })
})
