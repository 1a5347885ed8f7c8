import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { pushes } from '../contract.ts'
import { buildPush } from './pushes.fixture.ts'
import {
  addBook,
  books,
  booksModule,
  bookType,
  courseDayType,
  examinationType,
  excursionType,
  read,
  urgeRecords,
} from './study-kinds.fixture.ts'
import type { UrgeRecord } from './urge-subjects.ts'

const platform = testPlatform({ modules: [...serverModules, booksModule] })
const hourMs = 3_600_000
let companyId: string
let chief: BuiltMember
let superior: BuiltMember
let lin: BuiltMember
let wang: BuiltMember
let book: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const later = { companyId, now: platform.now + 10_000 * hourMs }
  chief = await buildMember(platform.db, { ...later, roles: ['super-admin'], fullName: '周敏' })
  superior = await buildMember(platform.db, { ...later, fullName: '何主管' })
  lin = await buildMember(platform.db, { ...later, fullName: '林知远' })
  wang = await buildMember(platform.db, { ...later, fullName: '王小川' })
  const body = { memberIds: [lin.id], superiorId: superior.id }
  await platform.client(identity, chief).changeMembers({ body })
})

beforeEach(() => {
  book = addBook(uuid(), companyId, '沟通的艺术')
})

const as = (member?: BuiltMember) => platform.client(pushes, member)
const content = '请在周五前学完《{item}》。'
const record = (memberId: string, businessId = book, businessType = bookType) => ({
  businessType,
  businessId,
  memberId,
})
const urge = (records: readonly ReturnType<typeof record>[], member = chief, words: object = {}) =>
  as(member).urgeItems({ body: { records: [...records], content, ...words } })
/** What the refusal says in Chinese and in English. */
const texts = async (records: readonly ReturnType<typeof record>[]) => {
  const chinese = await refusal(urge(records))
  const body = { records: [...records], content }
  const english = await refusal(as(chief).urgeItems({ body }, { headers: { 'accept-language': 'en' } }))
  return [chinese.message, english.message]
}
const messagesOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })).items

/** A record of another module in a state, for a member. */
function newRecord(memberId: string, state: UrgeRecord['state'], isOver = false): string {
  const businessId = uuid()
  urgeRecords.push({ memberId, businessId, name: '项目', link: '/items', state, isOver })
  return businessId
}

describe('urging to what was selected', () => {
  it('fills the dialog from the template, and sends the words as they were edited', async () => {
    await proves('COURSE-083', async () => {
      const template = (kind: number) =>
        platform.client(messages, superior).rushLearnContent({ query: { businessType: kind } })
      expect((await template(1)).content).toContain('您的课程《{item}》尚未完成')
      expect((await template(2)).content).not.toContain('您的课程')
    })
    await proves('SYSTEM-207', async () => {
      expect(await urge([record(lin.id)], superior)).toEqual({ urgedCount: 1, finishedCount: 0, recentCount: 0 })
      const [message] = await messagesOf(lin)
      expect(message).toMatchObject({
        title: '何主管提醒您学习',
        body: '请在周五前学完《沟通的艺术》。',
        link: `/books/${book}`,
      })
    })
    expect((await as(superior).urges()).items).toMatchObject([
      { member: { id: lin.id, fullName: '林知远' }, businessType: bookType, businessName: '沟通的艺术' },
    ])
    const own = await urge([record(wang.id)], chief, { title: '{sender}找您' })
    expect(own.urgedCount).toBe(1)
    expect((await messagesOf(wang))[0]).toMatchObject({ title: '周敏找您' })
  })

  it('needs one unstarted course or task, and sends nothing otherwise', async () => {
    read(lin.id, book, 40)
    read(wang.id, book, 100)
    const selection = [record(lin.id), record(wang.id)]
    await proves('COURSE-133', async () => {
      expect(await texts(selection)).toEqual([
        '422 380601 请至少选择一个未开始、未参加或未毕业的项目',
        '422 380601 Choose at least one item that is not started, not participating or not graduated',
      ])
    })
    await proves('COURSE-078', async () => {
      const heard = async () => [(await messagesOf(lin)).length, (await messagesOf(wang)).length]
      const before = await heard()
      expect(await refusal(urge(selection))).toMatchObject({ status: 422, errorCode: 380601 })
      expect(await heard()).toEqual(before)
      const fresh = await buildMember(platform.db, { companyId })
      const answer = await urge([...selection, record(fresh.id)])
      expect(answer).toEqual({ urgedCount: 2, finishedCount: 1, recentCount: 0 })
      expect(await messagesOf(fresh)).toHaveLength(1)
    })
  })

  it('[COURSE-079] needs somebody who does not take part in an activity', async () => {
    const started = newRecord(lin.id, 'started')
    const open = newRecord(wang.id, 'not-started')
    const startedOnly = [record(lin.id, started, excursionType)]
    const before = (await messagesOf(lin)).length
    expect(await refusal(urge(startedOnly))).toMatchObject({ status: 422, errorCode: 380601 })
    expect((await texts(startedOnly))[0]).toContain('请至少选择一个未开始、未参加或未毕业的项目')
    expect(await messagesOf(lin)).toHaveLength(before)
    const both = [record(lin.id, started, excursionType), record(wang.id, open, excursionType)]
    expect(await urge(both)).toMatchObject({ urgedCount: 2 })
  })

  it('[COURSE-080] needs a member of a class who has not graduated, started or not', async () => {
    const graduated = newRecord(lin.id, 'done')
    const attending = newRecord(wang.id, 'started')
    const graduatedOnly = [record(lin.id, graduated, courseDayType)]
    const before = (await messagesOf(lin)).length
    expect(await refusal(urge(graduatedOnly))).toMatchObject({ status: 422, errorCode: 380601 })
    expect((await texts(graduatedOnly))[0]).toContain('请至少选择一个未开始、未参加或未毕业的项目')
    expect(await messagesOf(lin)).toHaveLength(before)
    const both = [record(lin.id, graduated, courseDayType), record(wang.id, attending, courseDayType)]
    expect(await urge(both)).toEqual({ urgedCount: 1, finishedCount: 1, recentCount: 0 })
  })

  const startedStates = ['started', 'done'] as const
  it.each(startedStates)('refuses exams of which one is %s', async (state) => {
    const [open, started] = [newRecord(wang.id, 'not-started'), newRecord(lin.id, state)]
    const selection = [record(wang.id, open, examinationType), record(lin.id, started, examinationType)]
    await proves('COURSE-134', async () => {
      expect(await texts(selection)).toEqual([
        '422 380602 所选记录包含已开始或已完成的记录',
        '422 380602 The selection contains started or completed records',
      ])
    })
    await proves('COURSE-081', async () => {
      const before = (await messagesOf(wang)).length
      expect(await refusal(urge(selection))).toMatchObject({ status: 422, errorCode: 380602 })
      expect(await messagesOf(wang)).toHaveLength(before)
      expect(await urge(selection.slice(0, 1))).toMatchObject({ urgedCount: 1 })
    })
  })

  it('keeps to each kind’s own rule in a mixed selection', async () => {
    const started = newRecord(lin.id, 'started')
    const mixed = [record(wang.id), record(lin.id, started, examinationType)]
    expect(await refusal(urge(mixed))).toMatchObject({ errorCode: 380602 })
  })

  it('refuses what is over', async () => {
    const over = newRecord(lin.id, 'not-started', true)
    const overOnly = [record(lin.id, over, excursionType)]
    await proves('COURSE-130', async () => {
      expect(await texts(overOnly)).toEqual([
        '422 20159 任务已撤销或已结束，无法催学',
        '422 20159 The task was revoked or has ended, so no reminder can be sent',
      ])
    })
    await proves('COURSE-082', async () => {
      const open = newRecord(lin.id, 'not-started')
      expect(await refusal(urge(overOnly))).toMatchObject({ status: 422, errorCode: 20159 })
      expect(await urge([record(lin.id, open, excursionType)])).toMatchObject({ urgedCount: 1 })
      const known = books.get(book)
      if (known) known.isAvailable = false
      expect(await refusal(urge([record(lin.id)]))).toMatchObject({ status: 422, errorCode: 20159 })
    })
  })

  it('reaches only the own team of the sender, and finds only what there is', async () => {
    expect(await refusal(urge([record(wang.id)], superior))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(urge([record(superior.id)], lin))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(urge([record(lin.id, uuid())]))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(urge([record(lin.id, uuid(), 997)]))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(urge([record(lin.id)], chief, { content: ' ' }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(urge([record(lin.id)], chief, { content: '长'.repeat(501) }))).toMatchObject({
      errorCode: 900001,
    })
    await buildWords(platform.db, { companyId, by: chief.id, words: ['快滚'], now: platform.now })
    expect(await refusal(urge([record(lin.id)], chief, { content: '快滚去学' }))).toMatchObject({ errorCode: 900010 })
  })

  it('urges nobody to the same thing twice on a day or within twelve hours, whoever urges', async () => {
    // Eight in the evening in Shanghai.
    platform.now = Math.ceil(platform.now / (24 * hourMs)) * 24 * hourMs + 12 * hourMs
    await urge([record(lin.id)], superior)
    expect(await refusal(urge([record(lin.id)]))).toMatchObject({
      errorCode: 380604,
      data: { again: platform.now + 12 * hourMs },
    })
    expect(await urge([record(lin.id), record(wang.id)])).toEqual({ urgedCount: 1, finishedCount: 0, recentCount: 1 })
    platform.now += 12 * hourMs
    expect(await urge([record(lin.id)])).toMatchObject({ urgedCount: 1 })
  })

  it('lets nobody urge more than two thousand in a day', async () => {
    const sender = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    await platform.root
      .withSchema('pushes')
      .insertInto('urge' as never)
      .values(
        Array.from({ length: 1999 }, () => ({
          ...{ id: uuid(), company_id: companyId, sender_id: sender.id, member_id: wang.id, business_type: bookType },
          ...{ business_id: uuid(), name: '图书', urged_at: platform.now },
        })) as never,
      )
      .execute()
    expect(await refusal(urge([record(lin.id), record(wang.id)], sender))).toMatchObject({
      errorCode: 380605,
      data: { max: 2000 },
    })
    expect(await urge([record(lin.id)], sender)).toMatchObject({ urgedCount: 1 })
  })
})

describe('urging to a push', () => {
  const newPush = (input: Partial<Parameters<typeof buildPush>[1]> = {}) =>
    buildPush(platform.db, {
      author: superior,
      contents: [{ businessType: bookType, businessId: book, name: '沟通的艺术' }],
      members: [{ id: lin.id }, { id: wang.id }],
      now: platform.now,
      ...input,
    })
  const urgePush = (id: string, member = superior, body: object = {}) =>
    as(member).urgePush({ params: { id }, body: { content, ...body } })

  it('[COURSE-078] reaches all who are not done, as they are at that moment, and marks them', async () => {
    const id = await newPush()
    read(wang.id, book, 100)
    expect(await urgePush(id)).toEqual({ urgedCount: 1, finishedCount: 1, recentCount: 0 })
    expect((await messagesOf(lin))[0]).toMatchObject({ body: '请在周五前学完《新员工第一周》。' })
    const { items } = await as(superior).pushMembers({ params: { id } })
    expect(items.find((row) => row.pushMember.id === lin.id)?.urgeTime).toBe(platform.now)
    expect(await refusal(urgePush(id))).toMatchObject({ errorCode: 380604 })
    platform.now += 24 * hourMs
    expect(await urge([record(lin.id, id, 0)], superior)).toMatchObject({ urgedCount: 1 })
  })

  it('refuses where nobody waits to begin, and where the task is over', async () => {
    const id = await newPush()
    read(lin.id, book, 20)
    read(wang.id, book, 20)
    await proves('COURSE-078', async () => {
      const before = (await messagesOf(lin)).length
      expect(await refusal(urgePush(id))).toMatchObject({ status: 422, errorCode: 380601 })
      const done = await newPush({ members: [{ id: lin.id, taskStatus: 3 }] })
      expect(await refusal(urgePush(done))).toMatchObject({ status: 422, errorCode: 380601 })
      expect(await messagesOf(lin)).toHaveLength(before)
    })
    await proves('COURSE-082', async () => {
      const ended = await newPush({ cutOffAt: platform.now })
      expect(await refusal(urgePush(ended))).toMatchObject({ errorCode: 20159 })
      expect(await refusal(urge([record(lin.id, ended, 0)], superior))).toMatchObject({ errorCode: 20159 })
      const revoked = await newPush()
      await as(superior).revokePush({ params: { id: revoked }, body: { reason: '取消' } })
      expect(await refusal(urgePush(revoked))).toMatchObject({ errorCode: 20159 })
      expect(await refusal(urgePush(await newPush({ publishedAt: null })))).toMatchObject({ errorCode: 20159 })
    })
  })

  it('passes over who may not sign in any more, and counts only the members that it reached', async () => {
    const leaving = await buildMember(platform.db, { companyId, fullName: '离职' })
    const id = await newPush({ members: [{ id: lin.id }, { id: leaving.id }] })
    const alone = await newPush({ members: [{ id: leaving.id }] })
    const body = { memberIds: [leaving.id], enabled: false }
    await platform.client(identity, chief).changeMembers({ body })
    expect(await urgePush(id)).toEqual({ urgedCount: 1, finishedCount: 0, recentCount: 0 })
    expect(await refusal(urgePush(alone))).toMatchObject({ errorCode: 380601 })
    expect(await refusal(urge([record(leaving.id)]))).toMatchObject({ errorCode: 380601 })
  })

  it('shows and urges, for who manages it without having made it, the members of their own push scope', async () => {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const manager = await buildMember(platform.db, { companyId, organizationId, roles: ['admin'], now: platform.now })
    const own = await buildMember(platform.db, { companyId, organizationId, fullName: '本部门' })
    const members = [{ id: lin.id }, { id: own.id }]
    const id = await newPush({ author: { ...superior, organizationId }, members })
    expect((await as(superior).pushMembers({ params: { id } })).recordCount).toBe(2)
    const seen = await as(manager).pushMembers({ params: { id } })
    expect(seen).toMatchObject({ recordCount: 1, items: [{ pushMember: { id: own.id } }] })
    expect(await refusal(urgePush(id, manager, { memberIds: [lin.id] }))).toMatchObject({ errorCode: 380601 })
    expect(await urgePush(id, manager)).toEqual({ urgedCount: 1, finishedCount: 0, recentCount: 0 })
  })

  it('is for who manages the push, and for its members', async () => {
    const id = await newPush({ members: [{ id: lin.id }] })
    expect(await refusal(urgePush(id, wang))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(urgePush(uuid()))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(urgePush(id, superior, { memberIds: [wang.id] }))).toMatchObject({ errorCode: 900005 })
    const sender = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    await platform.root
      .withSchema('pushes')
      .insertInto('urge' as never)
      .values(
        Array.from({ length: 2000 }, () => ({
          ...{ id: uuid(), company_id: companyId, sender_id: sender.id, member_id: wang.id, business_type: bookType },
          ...{ business_id: uuid(), name: '图书', urged_at: platform.now },
        })) as never,
      )
      .execute()
    expect(await refusal(urgePush(id, sender))).toMatchObject({ errorCode: 380605 })
  })
})
