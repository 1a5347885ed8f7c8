import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { gatherJob, newcomersJob } from './delivery.ts'
import { addBook, books, bookType, unregistrable } from './study-kinds.fixture.ts'
import { dayMs, pushFixture } from './teams.fixture.ts'

const { platform, as, newMember, changeMember, content, newDraft, newPush, runOnce, messagesOf, cast } = pushFixture()

describe('delivery', () => {
  it('says how many of its contents have a price, and nothing where none has', async () => {
    const { companyId } = cast
    const [sold, free] = [addBook(uuid(), companyId, '谈判实务'), addBook(uuid(), companyId, '公开讲义')]
    await buildPrice(platform.db, { companyId, businessType: bookType, itemId: sold, now: platform.now })
    const bodyOf = async (titles: string[]) => {
      const draft = await newDraft({
        name: '价格',
        contents: titles.map((one) => content(one)),
        memberIds: [cast.wang.id],
      })
      await as(cast.chief).publishPush({ params: draft.params })
      await platform.runJobs()
      return (await messagesOf(cast.wang)).find((one) => one.link?.endsWith(draft.id))?.body
    }
    expect(await bodyOf([sold, free])).toMatch(/共 2 项内容，其中付费内容 1 项，尚未购买的须先购买。截止时间：不限。$/)
    expect(await bodyOf([free])).toMatch(/共 1 项内容。截止时间：不限。$/)
  })

  it('reaches each member once, and counts them', async () => {
    const title = addBook(uuid(), cast.companyId, '高效会议')
    const draft = await newDraft({
      contents: [content(title)],
      organizationIds: [cast.sales],
      memberIds: [cast.lin.id],
      finishTime: platform.now + 7 * dayMs,
    })
    const detail = () => as(cast.chief).pushDetail({ params: draft.params })
    const rows = async (query = {}) => (await as(cast.chief).pushMembers({ params: draft.params, query })).items
    await proves('COURSE-075', async () => {
      const published = await as(cast.chief).publishPush({ params: draft.params })
      expect(published).toMatchObject({ state: 'sending', status: 2, memberCount: 3, finishPushCount: 0 })
      await gatherOnly(draft.id)
      expect((await rows()).map((row) => row.pushStatus)).toEqual([1, 1, 1])
      await platform.runJobs()
      expect(await detail()).toMatchObject({ state: 'running', finishPushCount: 3, memberCount: 3 })
      expect((await rows()).map((row) => row.pushStatus)).toEqual([2, 2, 2])
    })
    await proves('COURSE-022', async () => {
      const query = { search: '新员工', state: 'running' } as const
      expect((await as(cast.chief).listPushes({ query })).items[0]).toMatchObject({
        name: '新员工第一周',
        startTime: platform.now,
        finishTime: platform.now + 7 * dayMs,
        finishPushCount: 3,
        status: 2,
        author: { fullName: '周敏' },
      })
    })
    await proves('COURSE-023', async () => {
      expect(await rows({ search: '林' })).toMatchObject([
        {
          pushMember: { id: cast.lin.id, fullName: '林知远', name: cast.lin.name, organization: { name: '销售部' } },
          pushStatus: 2,
          taskStatus: 1,
          pushTime: platform.now,
          requiredCount: 1,
          isLate: false,
        },
      ])
    })
    await proves('COURSE-005', async () => {
      expect(await detail()).toMatchObject({ name: '新员工第一周', notStartedCount: 3, learningCount: 0, doneCount: 0 })
    })
    const [news] = (await messagesOf(cast.lin)).filter((one) => one.link?.endsWith(draft.id))
    expect(news).toMatchObject({ title: '学习任务：新员工第一周', body: expect.stringContaining('截止时间：') })
    const tasks = await platform.client(operations, cast.chief).listTasks({ query: { kind: 'push-delivery' } })
    expect(tasks.items[0]).toMatchObject({ state: 'done', counts: [{ value: 3 }, { value: 0 }] })
  })

  it('says who could not be reached and why, reaches the others, and tries again', async () => {
    const blocked = await newMember({ companyId: cast.companyId, fullName: '没有名额' })
    const leaving = await newMember({ companyId: cast.companyId, fullName: '离职' })
    unregistrable.add(blocked.id)
    const draft = await newDraft({ memberIds: [cast.lin.id, blocked.id, leaving.id] })
    await as(cast.chief).publishPush({ params: draft.params })
    const statuses = async () =>
      new Map(
        (await as(cast.chief).pushMembers({ params: draft.params })).items.map((row) => [
          row.pushMember.id,
          `${row.pushStatus} ${row.failReason ?? ''}`.trim(),
        ]),
      )
    await proves(['COURSE-075', 'COURSE-035'], async () => {
      await gatherOnly(draft.id)
      expect([...(await statuses()).values()]).toEqual(['1', '1', '1'])
      await changeMember(leaving, { enabled: false })
      await platform.runJobs()
      expect(await statuses()).toEqual(
        new Map([
          [blocked.id, '3 error'],
          [leaving.id, '3 disabled'],
          [cast.lin.id, '2'],
        ]),
      )
    })
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({
      finishPushCount: 1,
      failedCount: 2,
      actions: ['urge', 'extend', 'retry', 'copy', 'revoke'],
    })
    unregistrable.delete(blocked.id)
    await as(cast.chief).retryPush({ params: draft.params })
    await platform.runJobs()
    expect((await statuses()).get(blocked.id)).toBe('2')
    expect((await as(cast.chief).pushMembers({ params: draft.params, query: { pushStatus: 3 } })).items).toMatchObject([
      { pushMember: { id: leaving.id } },
    ])
    const clean = await newPush()
    expect(await refusal(as(cast.chief).retryPush({ params: clean.params }))).toMatchObject({ errorCode: 380603 })
    expect(await refusal(as(cast.superior).retryPush({ params: clean.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(cast.chief).retryPush({ params: { id: uuid() } }))).toMatchObject({ errorCode: 900005 })
  })

  const gatherOnly = (pushId: string) => runOnce(gatherJob, { pushId })

  it('[COURSE-075] goes on where it was: what ran twice is delivered and counted once', async () => {
    const draft = await newDraft({ memberIds: [cast.lin.id, cast.wang.id] })
    await as(cast.chief).publishPush({ params: draft.params })
    await gatherOnly(draft.id)
    await gatherOnly(draft.id)
    await platform.runJobs()
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({
      finishPushCount: 2,
      memberCount: 2,
    })
    expect((await messagesOf(cast.wang)).filter((one) => one.link?.endsWith(draft.id))).toHaveLength(1)
  })

  it('fails where nothing of the package is left, and waits for its begin', async () => {
    const title = addBook(uuid(), cast.companyId, '临时通知')
    const begin = platform.now + dayMs
    const draft = await newDraft({ contents: [content(title)], memberIds: [cast.lin.id], startTime: begin })
    await as(cast.chief).publishPush({ params: draft.params })
    await platform.runJobs()
    const [waiting] = (await as(cast.chief).pushMembers({ params: draft.params })).items
    expect(waiting).toMatchObject({ pushStatus: 1, taskStatus: 1, pushTime: null })
    expect(await refusal(as(cast.lin).ownPush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
    const known = books.get(title)
    if (known) known.isAvailable = false
    platform.now += dayMs
    await gatherOnly(draft.id)
    await platform.runJobs()
    const [row] = (await as(cast.chief).pushMembers({ params: draft.params })).items
    expect(row).toMatchObject({ pushStatus: 3, failReason: 'content-gone' })
  })

  it('gives newcomers what is pushed to their organization', async () => {
    const office = await buildOrganization(platform.db, {
      companyId: cast.companyId,
      parentId: cast.companyId,
      name: '办公室',
    })
    await newMember({ companyId: cast.companyId, organizationId: office })
    const draft = await newPush({ memberIds: [], organizationIds: [office], includesNewcomers: true })
    const newcomer = await newMember({ companyId: cast.companyId, organizationId: office, fullName: '新来的' })
    await runOnce(newcomersJob, {})
    await platform.runJobs()
    expect((await as(newcomer).ownPushes()).items).toMatchObject([{ id: draft.id, taskStatus: 1 }])
    expect(await as(cast.chief).pushDetail({ params: draft.params })).toMatchObject({
      finishPushCount: 2,
      memberCount: 2,
    })
  })
})
