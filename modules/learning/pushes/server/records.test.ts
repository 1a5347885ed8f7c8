import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { announceFinished } from '#modules/content/study/server.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { refusal } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { refreshJob } from './reminders.ts'
import { addBook, bookType, read } from './study-kinds.fixture.ts'
import { dayMs, pushFixture } from './teams.fixture.ts'

const { platform, as, newMember, content, newPush, runOnce, cast } = pushFixture()

describe('what a member sees', () => {
  it('lists what was pushed, with register and finish status', async () => {
    const [required, optional] = [addBook(uuid(), cast.companyId, '新书'), addBook(uuid(), cast.companyId, '选读')]
    const reader = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const push = await newPush({ contents: [content(required), content(optional, 0)], memberIds: [reader.id] })
    read(reader.id, required, 30)
    await proves('COURSE-024', async () => {
      expect((await as(reader).pushRecords()).items).toMatchObject([
        {
          businessName: '新书',
          businessType: bookType,
          pushTime: platform.now,
          pushName: '新员工第一周',
          courseRegister: { isRegister: 1 },
          courseStudyProgress: { finishStatus: 1, percent: 30, isFinished: false },
          link: `/books/${required}`,
        },
        { businessName: '选读', isRequired: 0, courseStudyProgress: { finishStatus: 0 } },
      ])
    })
    await proves('COURSE-077', async () => {
      const statuses = async () =>
        (await as(reader).pushRecords()).items.map((row) => [
          row.businessName,
          row.pushTime,
          row.courseRegister.isRegister,
          row.courseStudyProgress.finishStatus,
        ])
      expect(await statuses()).toEqual([
        ['新书', platform.now, 1, 1],
        ['选读', platform.now, 1, 0],
      ])
      read(reader.id, optional, 100, platform.now)
      expect((await statuses())[1]).toEqual(['选读', platform.now, 1, 2])
      const stranger = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
      expect(await as(stranger).pushRecords()).toEqual({ items: [], recordCount: 0 })
    })
    await proves('COURSE-010', async () => {
      expect(await as(reader).ownPushes()).toMatchObject({
        openCount: 1,
        items: [
          { id: push.id, taskStatus: 2, percent: 30, contentCount: 2, requiredCount: 1, sender: { fullName: '周敏' } },
        ],
      })
      const page = (number: number) => as(reader).pushRecords({ query: { page: number, pageSize: 1 } })
      expect(await page(1)).toMatchObject({ recordCount: 2, items: [{ businessName: '新书' }] })
      expect(await page(2)).toMatchObject({ recordCount: 2, items: [{ businessName: '选读' }] })
    })
  })

  it('opens the package: not started, learning, done', async () => {
    const title = addBook(uuid(), cast.companyId, '产品知识')
    const reader = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const push = await newPush({ contents: [content(title)], memberIds: [reader.id] })
    const status = async () => (await as(reader).ownPush({ params: push.params })).taskStatus
    await proves('COURSE-007', async () => {
      expect(await as(reader).ownPush({ params: push.params })).toMatchObject({
        ...{ id: push.id, name: '新员工第一周', percent: 0, requiredCount: 1 },
        contents: [{ businessName: '产品知识', isRequired: 1 }],
      })
      expect(await refusal(as(cast.wang).ownPush({ params: push.params }))).toMatchObject({ errorCode: 900005 })
    })
    await proves(['COURSE-034', 'COURSE-076'], async () => {
      expect(await status()).toBe(1)
      read(reader.id, title, 50)
      expect(await status()).toBe(2)
      const [member] = (await as(cast.chief).pushMembers({ params: push.params })).items
      expect(member).toMatchObject({ taskStatus: 2, percent: 50 })
      read(reader.id, title, 100, platform.now)
      await platform.root.transaction().execute(async (transaction) => {
        await announceFinished(transaction as never, {
          ...{ companyId: cast.companyId, memberId: reader.id, businessType: bookType, businessId: title },
          ...{ name: '产品知识', finishedAt: platform.now },
        })
      })
      expect((await as(reader).ownPushes({ query: { state: 'done' } })).items).toMatchObject([
        { id: push.id, taskStatus: 3, percent: 100, finishedAt: platform.now },
      ])
    })
    // What was done once stays done.
    read(reader.id, title, 20)
    expect(await status()).toBe(3)
    expect((await as(cast.chief).pushMembers({ params: push.params, query: { taskStatus: 3 } })).recordCount).toBe(1)
  })

  it('[COURSE-076] a course that was pushed is registered for, and asked of the courses', async () => {
    const course = await buildCourse(platform.db, { author: cast.chief, name: '信息安全入门' })
    const reader = await newMember({ companyId: cast.companyId, organizationId: cast.sales })
    const push = await newPush({ contents: [content(course.id, 1, 1)], memberIds: [reader.id] })
    expect(await as(reader).ownPush({ params: push.params })).toMatchObject({
      taskStatus: 1,
      contents: [
        {
          businessName: '信息安全入门',
          kindLabel: { cn: '课程' },
          link: `/study/course/detail/${course.id}`,
          courseRegister: { isRegister: 1 },
        },
      ],
    })
  })

  it('[COURSE-100] answers the pushes of the ids that are for the caller', async () => {
    const mine = await newPush({ memberIds: [cast.lin.id] })
    const other = await newPush({ memberIds: [cast.wang.id] })
    const query = { ids: [other.id, mine.id, uuid()] }
    const ask = (member: BuiltMember) =>
      literalCall(platform, member, 'GET /course-study/study-push/front/find-by-ids', { query })
    expect(await ask(cast.lin)).toMatchObject([
      { id: mine.id, name: '新员工第一周', status: 2, finishPushCount: 1, contentCount: 1 },
    ])
    expect(await ask(cast.chief)).toMatchObject([{ id: other.id }, { id: mine.id }])
    expect(await ask(cast.stranger)).toEqual([])
  })
})

describe('the members of a push', () => {
  it('[COURSE-011] are brought up to date when the detail is opened, and handed out as a file', async () => {
    const title = addBook(uuid(), cast.companyId, '合规手册')
    const push = await newPush({ contents: [content(title)], finishTime: platform.now + dayMs })
    await as(cast.chief).pushDetail({ params: push.params })
    read(cast.lin.id, title, 100, platform.now)
    read(cast.wang.id, title, 10)
    platform.now += 2 * dayMs
    expect(await as(cast.chief).pushDetail({ params: push.params })).toMatchObject({ doneCount: 1, learningCount: 1 })
    const { items } = await as(cast.chief).pushMembers({ params: push.params })
    expect(items.map((row) => [row.pushMember.id, row.taskStatus, row.isLate])).toEqual([
      [cast.wang.id, 2, true],
      [cast.lin.id, 3, false],
    ])
    const file = (await as(cast.chief).exportPush({ params: push.params, query: { taskStatus: 3 } })) as {
      rawPayload: Buffer
    }
    const [heading, ...rows] = await readSpreadsheet(file.rawPayload)
    expect(heading?.slice(0, 6)).toEqual(['姓名', '账号', '组织', '推送状态', '任务状态', '进度（%）'])
    expect(rows.map((row) => row.slice(0, 8))).toEqual([
      ['林知远', cast.lin.name, '销售部', '推送成功', '已完成', '100', '1', '1'],
    ])
    const english = { headers: { 'accept-language': 'en' } }
    const all = (await as(cast.chief).exportPush({ params: push.params }, english)) as { rawPayload: Buffer }
    const lines = await readSpreadsheet(all.rawPayload)
    expect(lines.map((row) => [row[0], row[3], row[4], row[10]])).toEqual([
      ['Name', 'Push status', 'Task status', 'Late'],
      ['林知远', 'success', 'done', ''],
      ['王小川', 'success', 'learning', 'late'],
    ])
    expect(await refusal(as(cast.superior).exportPush({ params: push.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(cast.stranger).exportPush({ params: push.params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(cast.superior).pushMembers({ params: push.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(cast.stranger).pushMembers({ params: push.params }))).toMatchObject({ errorCode: 900005 })
  })

  it('are looked at in pieces by a job where they are many', async () => {
    const title = addBook(uuid(), cast.companyId, '全员必读')
    const push = await newPush({ contents: [content(title)] })
    read(cast.lin.id, title, 100, platform.now)
    await runOnce(refreshJob, { pushId: push.id })
    expect((await as(cast.chief).listPushes({ query: { page: 1, pageSize: 1 } })).items).toMatchObject([
      { doneCount: 1 },
    ])
  })
})
