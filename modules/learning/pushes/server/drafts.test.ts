import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { addBook, books, bookType } from './study-kinds.fixture.ts'
import { dayMs, pushFixture } from './teams.fixture.ts'

const { platform, as, content, newDraft, cast } = pushFixture()

describe('a draft', () => {
  it('keeps its contents and its audience, and is listed to its author', async () => {
    const optional = addBook(uuid(), cast.companyId, '清单革命')
    const finishTime = platform.now + 7 * dayMs
    const draft = await newDraft({
      contents: [content(), content(optional, 0)],
      organizationIds: [cast.sales],
      memberIds: [cast.superior.id],
      finishTime,
      remindDays: [1, 3],
    })
    const detail = await as(cast.chief).pushDetail({ params: draft.params })
    expect(detail).toMatchObject({
      name: '新员工第一周',
      state: 'draft',
      status: 1,
      finishTime,
      remindDays: [3, 1],
      organizations: [{ id: cast.sales, name: '销售部' }],
      members: [{ id: cast.superior.id, fullName: '何主管' }],
      actions: ['edit', 'publish', 'copy', 'delete'],
    })
    await proves('COURSE-025', () => {
      const book = { businessType: bookType, kindLabel: { cn: '图书' }, isAvailable: true }
      expect(detail.contents).toMatchObject([
        { ...book, businessName: '沟通的艺术', isRequired: 1 },
        { ...book, businessName: '清单革命', isRequired: 0 },
      ])
    })
    await proves('COURSE-010', async () => {
      const drafts = { state: 'draft', mine: true } as const
      const listed = await as(cast.chief).listPushes({ query: drafts })
      expect(listed.items.map((row) => row.id)).toEqual([draft.id])
      const second = await newDraft({ name: '第二个' })
      platform.now += 1
      const pages = [1, 2, 3].map((page) => as(cast.chief).listPushes({ query: { ...drafts, page, pageSize: 1 } }))
      const answers = await Promise.all(pages)
      expect(answers.map(({ recordCount }) => recordCount)).toEqual([2, 2, 2])
      expect(answers.map(({ items }) => items.length)).toEqual([1, 1, 0])
      const ids = answers.flatMap(({ items }) => items.map((row) => row.id))
      expect(ids.toSorted()).toEqual([draft.id, second.id].toSorted())
      expect((await as(cast.manager).listPushes({ query: drafts })).items).toEqual([])
    })
    expect(
      await as(cast.chief).audienceSize({ body: { organizationIds: [cast.sales], memberIds: [cast.lin.id] } }),
    ).toEqual({
      count: 3,
    })
  })

  it('refuses a learning package of more than fifty items', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => addBook(uuid(), cast.companyId, `第 ${index} 册`))
    const contents = ids.map((id) => content(id))
    await proves(['COURSE-068', 'COURSE-069'], async () => {
      const fifty = await newDraft({ contents: contents.slice(0, 50) })
      expect((await as(cast.chief).pushDetail({ params: fifty.params })).contents).toHaveLength(50)
      expect(await refusal(newDraft({ contents }))).toMatchObject({
        ...{ status: 422, errorCode: 41102, data: { max: 50 } },
      })
      const more = as(cast.chief).changePush({ params: fifty.params, body: { contents, revision: 0 } })
      expect(await refusal(more)).toMatchObject({ status: 422, errorCode: 41102 })
      expect((await as(cast.chief).pushDetail({ params: fifty.params })).contents).toHaveLength(50)
    })
    await proves('COURSE-128', async () => {
      expect((await refusal(newDraft({ contents }))).message).toBe('422 41102 学习包内容数量超限')
      const body = { name: '新员工第一周', contents, memberIds: [cast.lin.id] }
      const english = as(cast.chief).createPush({ body }, { headers: { 'accept-language': 'en' } })
      expect((await refusal(english)).message).toBe('422 41102 The learning package has too many items')
    })
  })

  it('refuses an item twice, an unknown kind, what is gone, and what belongs to others', async () => {
    expect(await refusal(newDraft({ contents: [content(), content()] }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(newDraft({ contents: [content(cast.book, 1, 999)] }))).toMatchObject({ errorCode: 380606 })
    const gone = addBook(uuid(), cast.companyId, '旧书')
    const off = books.get(gone)
    if (off) off.isAvailable = false
    expect(await refusal(newDraft({ contents: [content(gone)] }))).toMatchObject({
      errorCode: 380606,
      data: { items: ['旧书'] },
    })
    const foreign = addBook(uuid(), cast.stranger.companyId, '别家的书')
    expect(await refusal(newDraft({ contents: [content(foreign)] }))).toMatchObject({ errorCode: 380606 })
    expect(await refusal(newDraft({ name: '   ' }))).toMatchObject({ errorCode: 900001 })
    await buildWords(platform.db, { companyId: cast.companyId, by: cast.chief.id, words: ['违禁'], now: platform.now })
    expect(await refusal(newDraft({ name: '违禁任务' }))).toMatchObject({ errorCode: 900010 })
  })

  it('is changed and deleted by who manages it, and by nobody else', async () => {
    const draft = await newDraft({ memberIds: [cast.lin.id] }, cast.manager)
    const calls = as(cast.manager)
    const changed = await calls.changePush({
      params: draft.params,
      body: { name: '第二周', includesNewcomers: true, revision: 0 },
    })
    expect(changed).toMatchObject({
      revision: 1,
      name: '第二周',
      includesNewcomers: true,
      members: [{ id: cast.lin.id }],
    })
    expect(await refusal(as(cast.superior).changePush({ params: draft.params, body: { revision: 0 } }))).toMatchObject({
      errorCode: 10138,
    })
    expect(await refusal(as(cast.stranger).changePush({ params: draft.params, body: { revision: 0 } }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(as(cast.superior).pushDetail({ params: draft.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(cast.stranger).pushDetail({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(cast.superior).deletePush({ params: draft.params }))).toMatchObject({ errorCode: 10138 })
    const refusedWith = async (body: Record<string, unknown>) =>
      (await refusal(calls.changePush({ params: draft.params, body: { ...body, revision: 1 } }))).errorCode
    expect(await refusedWith({ memberIds: [cast.superior.id] })).toBe(20161)
    expect(await refusedWith({ organizationIds: [cast.companyId] })).toBe(10138)
    expect(await refusedWith({ contents: [content(uuid())] })).toBe(380606)
    expect(await refusedWith({ contents: Array.from({ length: 51 }, () => content(uuid())) })).toBe(41102)
    const copy = await as(cast.chief).copyPush({ params: draft.params })
    expect(await as(cast.chief).pushDetail({ params: copy })).toMatchObject({
      name: '第二周',
      contents: [{ businessId: cast.book }],
    })
    expect(await refusal(as(cast.superior).copyPush({ params: draft.params }))).toMatchObject({ errorCode: 10138 })
    await calls.deletePush({ params: draft.params })
    expect(await refusal(calls.deletePush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(calls.copyPush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('two who edit the same draft', () => {
  it('lets the first save, and tells the second what it is now', async () => {
    const draft = await newDraft({ memberIds: [cast.lin.id] }, cast.manager)
    const save = (member: BuiltMember, name: string, revision: number) =>
      as(member).changePush({ params: draft.params, body: { name, revision } })
    expect(await save(cast.manager, '高经理的', 0)).toMatchObject({ name: '高经理的', revision: 1 })
    expect(await refusal(save(cast.chief, '后到的', 0))).toMatchObject({ errorCode: 380607, data: { revision: 1 } })
    expect((await as(cast.manager).pushDetail({ params: draft.params })).name).toBe('高经理的')
    expect(await save(cast.chief, '看过之后改的', 1)).toMatchObject({ name: '看过之后改的', revision: 2 })
  })
})

describe('the push scope of a caller', () => {
  it('is the organizations of the permission, and the own team', async () => {
    expect(await as(cast.manager).pushScope()).toEqual({
      organizations: [{ id: cast.sales, name: '销售部' }],
      subordinateCount: 0,
    })
    expect(await as(cast.superior).pushScope()).toEqual({ organizations: [], subordinateCount: 1 })
    expect((await as(cast.superior).pushPeople()).items).toMatchObject([
      { id: cast.lin.id, organization: { name: '销售部' } },
    ])
    expect((await as(cast.manager).pushPeople({ query: { search: '王' } })).items).toMatchObject([{ id: cast.wang.id }])
    expect(await newDraft({ memberIds: [cast.lin.id] }, cast.superior)).toMatchObject({ id: expect.any(String) })
    const everybody = { organizationIds: [cast.companyId], memberIds: [] }
    expect(await refusal(as(cast.manager).audienceSize({ body: everybody }))).toMatchObject({ errorCode: 10138 })
    const someone = { organizationIds: [], memberIds: [cast.wang.id] }
    expect(await refusal(as(cast.superior).audienceSize({ body: someone }))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(newDraft({ organizationIds: [cast.companyId] }, cast.manager))).toMatchObject({
      errorCode: 10138,
    })
    expect(await refusal(newDraft({ memberIds: [cast.wang.id] }, cast.superior))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(newDraft({ memberIds: [cast.stranger.id] }))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(newDraft({}, cast.lin))).toMatchObject({ errorCode: 10138 })
  })
})
