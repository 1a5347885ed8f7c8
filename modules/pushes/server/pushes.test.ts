import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#modules/courses/server/build.ts'
import { identity } from '#modules/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from '#modules/identity/server/build.ts'
import { messages } from '#modules/messages/contract.ts'
import { operations } from '#modules/operations/contract.ts'
import { tellFinished } from '#modules/study/server.ts'
import { buildWords } from '#modules/words/server/build.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { pushes } from '../contract.ts'
import { addBook, books, booksModule, bookType, read, unregistrable } from './fixture.ts'

const platform = testPlatform({ modules: [...serverModules, booksModule] })
const dayMs = 86_400_000
let companyId: string
let sales: string
let chief: BuiltMember
let manager: BuiltMember
let superior: BuiltMember
let lin: BuiltMember
let wang: BuiltMember
let stranger: BuiltMember
let book: string

/** Their sessions last as long as the stories, which move the clock by days. */
const newMember = (wish: Parameters<typeof buildMember>[1]) =>
  buildMember(platform.db, { ...wish, now: platform.now + 60 * dayMs })

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  chief = await newMember({ companyId, roles: ['super-admin'], fullName: '周敏' })
  manager = await newMember({ companyId, organizationId: sales, roles: ['branch-manager'], fullName: '高经理' })
  superior = await newMember({ companyId, fullName: '何主管' })
  lin = await newMember({ companyId, organizationId: sales, fullName: '林知远' })
  wang = await newMember({ companyId, organizationId: sales, fullName: '王小川' })
  stranger = await newMember({
    companyId: await buildCompany(platform.db, '别家'),
    roles: ['super-admin'],
  })
  await changeMember(lin, { superiorId: superior.id })
  book = addBook(uuid(), companyId, '沟通的艺术')
})

const as = (member?: BuiltMember) => platform.client(pushes, member)
const changeMember = (member: BuiltMember, body: { superiorId?: string | null; enabled?: boolean }) =>
  platform.client(identity, chief).changeMembers({ body: { memberIds: [member.id], ...body } })
const told = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })).items
const content = (businessId = book, isRequired: 0 | 1 = 1, businessType = bookType) => ({
  businessType,
  businessId,
  isRequired,
})

/** A draft of the chief's for the two of sales, with a book of its own. */
async function newDraft(wish: Record<string, unknown> = {}, author = chief) {
  const body = { name: '新员工第一周', contents: [content()], memberIds: [lin.id, wang.id], ...wish }
  const { id } = await as(author).createPush({ body })
  return { id, params: { id } }
}

async function newPush(wish: Record<string, unknown> = {}, author = chief) {
  const draft = await newDraft(wish, author)
  await as(author).publishPush({ params: draft.params })
  await platform.runJobs()
  return draft
}

describe('a draft', () => {
  it('[COURSE-025, COURSE-010] keeps what it is to push to whom, and is listed to its author', async () => {
    const optional = addBook(uuid(), companyId, '清单革命')
    const finishTime = platform.now + 7 * dayMs
    const draft = await newDraft({
      contents: [content(), content(optional, 0)],
      organizationIds: [sales],
      memberIds: [superior.id],
      finishTime,
      remindDays: [1, 3],
    })
    expect(await as(chief).pushDetail({ params: draft.params })).toMatchObject({
      name: '新员工第一周',
      state: 'draft',
      status: 1,
      finishTime,
      remindDays: [3, 1],
      organizations: [{ id: sales, name: '销售部' }],
      members: [{ id: superior.id, fullName: '何主管' }],
      contents: [
        {
          businessName: '沟通的艺术',
          businessType: bookType,
          isRequired: 1,
          kindLabel: { cn: '图书' },
          isAvailable: true,
        },
        { businessName: '清单革命', businessType: bookType, isRequired: 0 },
      ],
      actions: ['edit', 'publish', 'copy', 'delete'],
    })
    const listed = await as(chief).listPushes({ query: { state: 'draft', mine: true } })
    expect(listed.items.map((row) => row.id)).toContain(draft.id)
    expect(await as(chief).audienceSize({ body: { organizationIds: [sales], memberIds: [lin.id] } })).toEqual({
      count: 3,
    })
  })

  it('[COURSE-068, COURSE-069, COURSE-071, COURSE-128] refuses a learning package of more than fifty items', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => addBook(uuid(), companyId, `第 ${index} 册`))
    const fifty = await newDraft({ contents: ids.slice(0, 50).map((id) => content(id)) })
    expect((await as(chief).pushDetail({ params: fifty.params })).contents).toHaveLength(50)
    const refused = await refusal(newDraft({ contents: ids.map((id) => content(id)) }))
    expect(refused).toMatchObject({ status: 422, errorCode: 41102, data: { max: 50 } })
    expect(refused.message).toContain('学习包内容数量超限')
  })

  it('refuses an item twice, an unknown kind, what is gone, and what belongs to others', async () => {
    expect(await refusal(newDraft({ contents: [content(), content()] }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(newDraft({ contents: [content(book, 1, 999)] }))).toMatchObject({ errorCode: 380606 })
    const gone = addBook(uuid(), companyId, '旧书')
    const off = books.get(gone)
    if (off) off.isAvailable = false
    expect(await refusal(newDraft({ contents: [content(gone)] }))).toMatchObject({
      errorCode: 380606,
      data: { items: ['旧书'] },
    })
    const foreign = addBook(uuid(), stranger.companyId, '别家的书')
    expect(await refusal(newDraft({ contents: [content(foreign)] }))).toMatchObject({ errorCode: 380606 })
    expect(await refusal(newDraft({ name: '   ' }))).toMatchObject({ errorCode: 900001 })
    await buildWords(platform.db, { companyId, by: chief.id, words: ['违禁'], now: platform.now })
    expect(await refusal(newDraft({ name: '违禁任务' }))).toMatchObject({ errorCode: 900010 })
  })

  it('is changed and deleted by who manages it, and by nobody else', async () => {
    const draft = await newDraft({ memberIds: [lin.id] }, manager)
    const calls = as(manager)
    const changed = await calls.changePush({ params: draft.params, body: { name: '第二周', includesNewcomers: true } })
    expect(changed).toMatchObject({ name: '第二周', includesNewcomers: true, members: [{ id: lin.id }] })
    expect(await refusal(as(superior).changePush({ params: draft.params, body: {} }))).toMatchObject({
      errorCode: 10138,
    })
    expect(await refusal(as(stranger).changePush({ params: draft.params, body: {} }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(as(superior).pushDetail({ params: draft.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(stranger).pushDetail({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(superior).deletePush({ params: draft.params }))).toMatchObject({ errorCode: 10138 })
    const refusedWith = async (body: Record<string, unknown>) =>
      (await refusal(calls.changePush({ params: draft.params, body }))).errorCode
    expect(await refusedWith({ memberIds: [superior.id] })).toBe(20161)
    expect(await refusedWith({ organizationIds: [companyId] })).toBe(10138)
    expect(await refusedWith({ contents: [content(uuid())] })).toBe(380606)
    expect(await refusedWith({ contents: Array.from({ length: 51 }, () => content(uuid())) })).toBe(41102)
    const copy = await as(chief).copyPush({ params: draft.params })
    expect(await as(chief).pushDetail({ params: copy })).toMatchObject({
      name: '第二周',
      contents: [{ businessId: book }],
    })
    expect(await refusal(as(superior).copyPush({ params: draft.params }))).toMatchObject({ errorCode: 10138 })
    await calls.deletePush({ params: draft.params })
    expect(await refusal(calls.deletePush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(calls.copyPush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('whom one may push to', () => {
  it('is the organizations of the permission, and those whom one manages', async () => {
    expect(await as(manager).pushScope()).toEqual({
      organizations: [{ id: sales, name: '销售部' }],
      subordinateCount: 0,
    })
    expect(await as(superior).pushScope()).toEqual({ organizations: [], subordinateCount: 1 })
    expect((await as(superior).pushPeople()).items).toMatchObject([{ id: lin.id, organization: { name: '销售部' } }])
    expect((await as(manager).pushPeople({ query: { search: '王' } })).items).toMatchObject([{ id: wang.id }])
    expect(await newDraft({ memberIds: [lin.id] }, superior)).toMatchObject({ id: expect.any(String) })
    const everybody = { organizationIds: [companyId], memberIds: [] }
    expect(await refusal(as(manager).audienceSize({ body: everybody }))).toMatchObject({ errorCode: 10138 })
    const someone = { organizationIds: [], memberIds: [wang.id] }
    expect(await refusal(as(superior).audienceSize({ body: someone }))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(newDraft({ organizationIds: [companyId] }, manager))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(newDraft({ memberIds: [wang.id] }, superior))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(newDraft({ memberIds: [stranger.id] }))).toMatchObject({ errorCode: 20161 })
    expect(await refusal(newDraft({}, lin))).toMatchObject({ errorCode: 10138 })
  })

  it('chooses from what can be studied, whatever kind it is', async () => {
    const course = await buildCourse(platform.db, { author: chief, name: '消防安全基础' })
    expect((await as(superior).pushKinds()).items).toContainEqual({
      businessType: 1,
      label: { cn: '课程', en: 'Course' },
    })
    const found = await as(superior).pushChoices({ query: { businessType: 1, search: '消防' } })
    expect(found.items).toEqual([{ id: course.id, name: '消防安全基础', coverPath: null }])
    expect(await as(superior).pushChoices({ query: { businessType: 998 } })).toEqual({ items: [] })
    expect(await refusal(as(lin).pushChoices({ query: { businessType: 1 } }))).toMatchObject({ errorCode: 10138 })
  })
})

describe('publishing', () => {
  const publish = (draft: { params: { id: string } }, member = chief) =>
    as(member).publishPush({ params: draft.params })

  it('[COURSE-073, COURSE-126] asks for contents and members', async () => {
    const refused = await refusal(publish(await newDraft({ contents: [], memberIds: [] })))
    expect(refused).toMatchObject({ status: 422, errorCode: 40323, data: { missing: ['contents', 'members'] } })
    expect(refused.message).toContain('请选择推送内容和学员')
    expect(await refusal(publish(await newDraft({ memberIds: [] })))).toMatchObject({ data: { missing: ['members'] } })
    const empty = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '空部门' })
    const draft = await newDraft({ memberIds: [], organizationIds: [empty] })
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 40323 })
  })

  it('[COURSE-070, COURSE-129] asks for at least one required item', async () => {
    const refused = await refusal(publish(await newDraft({ contents: [content(book, 0)] })))
    expect(refused).toMatchObject({ errorCode: 40109 })
    expect(refused.message).toContain('至少需要一个必修内容才能发布')
  })

  it('[COURSE-074, COURSE-127] asks for a cut-off later than now, and than the begin', async () => {
    const refused = await refusal(publish(await newDraft({ finishTime: platform.now })))
    expect(refused).toMatchObject({ errorCode: 40214 })
    expect(refused.message).toContain('截止时间不能早于当前时间')
    const begin = platform.now + 2 * dayMs
    const draft = await newDraft({ startTime: begin, finishTime: begin })
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 40214 })
    await as(chief).changePush({ params: draft.params, body: { finishTime: begin + 1 } })
    expect(await publish(draft)).toMatchObject({ state: 'scheduled', status: 1 })
  })

  it('looks at contents and audience again, and happens once', async () => {
    const gone = addBook(uuid(), companyId, '快下架的书')
    const draft = await newDraft({ contents: [content(gone)] })
    const known = books.get(gone)
    if (known) known.isAvailable = false
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 380606 })
    if (known) known.isAvailable = true
    await publish(draft)
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: 380603, data: { state: 'sending' } })
    const change = as(chief).changePush({ params: draft.params, body: { name: '改名' } })
    expect(await refusal(change)).toMatchObject({ errorCode: 380603 })
    expect(await refusal(as(chief).deletePush({ params: draft.params }))).toMatchObject({ errorCode: 380603 })
    const foreign = await newDraft({ memberIds: [lin.id] }, superior)
    await changeMember(lin, { superiorId: null })
    expect(await refusal(publish(foreign, superior))).toMatchObject({ errorCode: 20161 })
    await changeMember(lin, { superiorId: superior.id })
    const wide = await newDraft({ organizationIds: [companyId] })
    expect(await refusal(publish(wide, manager))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(publish(wide, stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(publish({ params: { id: uuid() } }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('delivery', () => {
  it('[COURSE-075, COURSE-022, COURSE-023, COURSE-005] reaches each member once, and counts them', async () => {
    const title = addBook(uuid(), companyId, '高效会议')
    const draft = await newDraft({ contents: [content(title)], organizationIds: [sales], memberIds: [lin.id] })
    const published = await as(chief).publishPush({ params: draft.params })
    expect(published).toMatchObject({
      state: 'sending',
      status: 2,
      memberCount: 3,
      finishPushCount: 0,
      startTime: platform.now,
    })
    await platform.runJobs()
    expect(await as(chief).pushDetail({ params: draft.params })).toMatchObject({
      state: 'running',
      finishPushCount: 3,
      memberCount: 3,
      notStartedCount: 3,
      doneCount: 0,
    })
    const [row] = (await as(chief).listPushes({ query: { search: '新员工', state: 'running' } })).items
    expect(row).toMatchObject({
      name: '新员工第一周',
      finishPushCount: 3,
      status: 2,
      finishTime: null,
      author: { fullName: '周敏' },
    })
    const page = await as(chief).pushMembers({ params: draft.params, query: { search: '林' } })
    expect(page).toMatchObject({
      recordCount: 1,
      items: [
        {
          pushMember: { id: lin.id, fullName: '林知远', name: lin.name, organization: { name: '销售部' } },
          pushStatus: 2,
          taskStatus: 1,
          pushTime: platform.now,
          requiredCount: 1,
          isLate: false,
        },
      ],
    })
    const [news] = (await told(lin)).filter((one) => one.link?.endsWith(draft.id))
    expect(news).toMatchObject({ title: '学习任务：新员工第一周', body: expect.stringContaining('截止时间：不限') })
    const tasks = await platform.client(operations, chief).listTasks({ query: { kind: 'push-delivery' } })
    expect(tasks.items[0]).toMatchObject({ state: 'done', counts: [{ value: 3 }, { value: 0 }] })
  })

  it('[COURSE-075, COURSE-035] says who could not be reached and why, reaches the others, and tries again', async () => {
    const blocked = await newMember({ companyId, fullName: '没有名额' })
    const leaving = await newMember({ companyId, fullName: '离职' })
    unregistrable.add(blocked.id)
    const draft = await newDraft({ memberIds: [lin.id, blocked.id, leaving.id] })
    await as(chief).publishPush({ params: draft.params })
    const statuses = async () =>
      new Map(
        (await as(chief).pushMembers({ params: draft.params })).items.map((row) => [
          row.pushMember.id,
          `${row.pushStatus} ${row.failReason ?? ''}`.trim(),
        ]),
      )
    await gatherOnly(draft.id)
    expect((await statuses()).get(leaving.id)).toBe('1')
    await changeMember(leaving, { enabled: false })
    await platform.runJobs()
    expect(await statuses()).toEqual(
      new Map([
        [blocked.id, '3 error'],
        [leaving.id, '3 disabled'],
        [lin.id, '2'],
      ]),
    )
    expect(await as(chief).pushDetail({ params: draft.params })).toMatchObject({
      finishPushCount: 1,
      failedCount: 2,
      actions: ['urge', 'extend', 'retry', 'copy', 'revoke'],
    })
    unregistrable.delete(blocked.id)
    await as(chief).retryPush({ params: draft.params })
    await platform.runJobs()
    expect((await statuses()).get(blocked.id)).toBe('2')
    expect((await as(chief).pushMembers({ params: draft.params, query: { pushStatus: 3 } })).items).toMatchObject([
      { pushMember: { id: leaving.id } },
    ])
    const clean = await newPush()
    expect(await refusal(as(chief).retryPush({ params: clean.params }))).toMatchObject({ errorCode: 380603 })
    expect(await refusal(as(superior).retryPush({ params: clean.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(chief).retryPush({ params: { id: uuid() } }))).toMatchObject({ errorCode: 900005 })
  })

  /** The first job of a delivery without the second: as when the process dies between them. */
  async function gatherOnly(pushId: string) {
    const { gatherJob } = await import('./delivery.ts')
    await platform.root.transaction().execute(async (transaction) => {
      await gatherJob.run(transaction as never, { pushId }, { outside: platform.outside, now: platform.now })
    })
  }

  it('[COURSE-075] goes on where it was: what ran twice is delivered and counted once', async () => {
    const draft = await newDraft({ memberIds: [lin.id, wang.id] })
    await as(chief).publishPush({ params: draft.params })
    await gatherOnly(draft.id)
    await gatherOnly(draft.id)
    await platform.runJobs()
    expect(await as(chief).pushDetail({ params: draft.params })).toMatchObject({ finishPushCount: 2, memberCount: 2 })
    expect((await told(wang)).filter((one) => one.link?.endsWith(draft.id))).toHaveLength(1)
  })

  it('fails where nothing of the package is left, and waits for its begin', async () => {
    const title = addBook(uuid(), companyId, '临时通知')
    const begin = platform.now + dayMs
    const draft = await newDraft({ contents: [content(title)], memberIds: [lin.id], startTime: begin })
    await as(chief).publishPush({ params: draft.params })
    await platform.runJobs()
    const [waiting] = (await as(chief).pushMembers({ params: draft.params })).items
    expect(waiting).toMatchObject({ pushStatus: 1, taskStatus: 1, pushTime: null })
    expect(await refusal(as(lin).ownPush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
    const known = books.get(title)
    if (known) known.isAvailable = false
    platform.now += dayMs
    await gatherOnly(draft.id)
    await platform.runJobs()
    const [row] = (await as(chief).pushMembers({ params: draft.params })).items
    expect(row).toMatchObject({ pushStatus: 3, failReason: 'content-gone' })
  })

  it('gives newcomers what is pushed to their organization', async () => {
    const office = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '办公室' })
    await newMember({ companyId, organizationId: office })
    const draft = await newPush({ memberIds: [], organizationIds: [office], includesNewcomers: true })
    const newcomer = await newMember({ companyId, organizationId: office, fullName: '新来的' })
    const { newcomersJob } = await import('./delivery.ts')
    await platform.root.transaction().execute(async (transaction) => {
      await newcomersJob.run(transaction as never, {}, { outside: platform.outside, now: platform.now })
    })
    await platform.runJobs()
    expect((await as(newcomer).ownPushes()).items).toMatchObject([{ id: draft.id, taskStatus: 1 }])
    expect(await as(chief).pushDetail({ params: draft.params })).toMatchObject({ finishPushCount: 2, memberCount: 2 })
  })
})

describe('a published push', () => {
  it('[COURSE-036] ends at its cut-off, is prolonged, takes more members, and is done when all are', async () => {
    const title = addBook(uuid(), companyId, '写作课')
    const finishTime = platform.now + dayMs
    const push = await newPush({ contents: [content(title)], memberIds: [lin.id], finishTime })
    const extend = (body: Record<string, unknown>, member = chief) =>
      as(member).extendPush({ params: push.params, body })
    platform.now = finishTime
    expect(await as(chief).pushDetail({ params: push.params })).toMatchObject({ state: 'ended', status: 3 })
    expect((await as(lin).ownPush({ params: push.params })).isOverdue).toBe(true)
    expect(await refusal(extend({ finishTime: platform.now }))).toMatchObject({ errorCode: 40214 })
    expect(await extend({ finishTime: finishTime + dayMs, addMemberIds: [wang.id] })).toMatchObject({ status: 2 })
    await platform.runJobs()
    expect(await as(chief).pushDetail({ params: push.params })).toMatchObject({ memberCount: 2, finishPushCount: 2 })
    read(lin.id, title, 100, platform.now)
    read(wang.id, title, 100, platform.now)
    platform.now += 61_000
    expect(await as(chief).pushDetail({ params: push.params })).toMatchObject({
      state: 'running',
      status: 3,
      doneCount: 2,
    })
    expect(await refusal(extend({ addOrganizationIds: [companyId] }, manager))).toMatchObject({ errorCode: 10138 })
    const own = await newPush({ memberIds: [lin.id] }, superior)
    const reach = as(superior).extendPush({ params: own.params, body: { addMemberIds: [wang.id] } })
    expect(await refusal(reach)).toMatchObject({ errorCode: 20161 })
    const draft = await newDraft()
    expect(await refusal(as(chief).extendPush({ params: draft.params, body: {} }))).toMatchObject({ errorCode: 380603 })
    expect(await refusal(as(chief).extendPush({ params: { id: uuid() }, body: {} }))).toMatchObject({
      errorCode: 900005,
    })
  })

  it('is revoked with a reason: no task any more, and those who are not done are told', async () => {
    const push = await newPush({ memberIds: [lin.id] })
    const revoke = (member = chief, params = push.params) =>
      as(member).revokePush({ params, body: { reason: '内容有调整' } })
    expect(await refusal(revoke(superior))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(revoke(chief, { id: uuid() }))).toMatchObject({ errorCode: 900005 })
    expect(await revoke()).toMatchObject({ state: 'revoked', status: 3, revokeReason: '内容有调整', actions: ['copy'] })
    expect(await refusal(revoke())).toMatchObject({ errorCode: 380603 })
    expect((await as(lin).ownPushes({ query: { state: 'open' } })).items.map((row) => row.id)).not.toContain(push.id)
    expect(await as(lin).ownPush({ params: push.params })).toMatchObject({ isRevoked: true })
    expect((await told(lin)).some((one) => one.body.includes('原因：内容有调整'))).toBe(true)
  })

  it('stops where it is when it is revoked in the middle', async () => {
    const draft = await newDraft()
    await as(chief).publishPush({ params: draft.params })
    await as(chief).revokePush({ params: draft.params, body: { reason: '发错了' } })
    await platform.runJobs()
    expect(await as(chief).pushDetail({ params: draft.params })).toMatchObject({ state: 'revoked', finishPushCount: 0 })
    expect(await refusal(as(lin).ownPush({ params: draft.params }))).toMatchObject({ errorCode: 900005 })
  })

  it('reminds those who are not done before the cut-off, and tells its author how it ended', async () => {
    const title = addBook(uuid(), companyId, '时间管理')
    const finishTime = platform.now + 3 * dayMs
    const push = await newPush({ contents: [content(title)], finishTime, remindDays: [1] })
    read(wang.id, title, 100, platform.now)
    const { remindJob } = await import('./reminders.ts')
    const run = (days: number, cutOffAt = finishTime) =>
      platform.root.transaction().execute(async (transaction) => {
        const payload = { pushId: push.id, cutOffAt, days }
        await remindJob.run(transaction as never, payload, { outside: platform.outside, now: platform.now })
      })
    const due = async (member: BuiltMember) =>
      (await told(member)).filter((one) => one.title === '《新员工第一周》即将截止' && one.link?.endsWith(push.id))
        .length
    await run(1, finishTime - dayMs)
    expect(await due(lin)).toBe(0)
    await run(1)
    expect([await due(lin), await due(wang)]).toEqual([1, 0])
    await run(0)
    expect((await told(chief)).some((one) => one.body.includes('2 人中有 1 人完成'))).toBe(true)
    const calendar = await platform
      .client(messages, lin)
      .calendar({ query: { from: platform.now, to: platform.now + 7 * dayMs } })
    expect(calendar.items.map((entry) => entry.id)).toContain(`push:${push.id}:cut-off`)
  })
})

describe('what a member sees', () => {
  it('[COURSE-024, COURSE-077, COURSE-010] lists what was pushed, with register and finish status', async () => {
    const [required, optional] = [addBook(uuid(), companyId, '新书'), addBook(uuid(), companyId, '选读')]
    const reader = await newMember({ companyId, organizationId: sales })
    const push = await newPush({ contents: [content(required), content(optional, 0)], memberIds: [reader.id] })
    read(reader.id, required, 30)
    expect(await as(reader).pushRecords()).toMatchObject({
      recordCount: 2,
      items: [
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
      ],
    })
    expect(await as(reader).ownPushes()).toMatchObject({
      openCount: 1,
      items: [
        { id: push.id, taskStatus: 2, percent: 30, contentCount: 2, requiredCount: 1, sender: { fullName: '周敏' } },
      ],
    })
  })

  it('[COURSE-007, COURSE-034, COURSE-076] opens the package: not started, learning, done', async () => {
    const title = addBook(uuid(), companyId, '产品知识')
    const reader = await newMember({ companyId, organizationId: sales })
    const push = await newPush({ contents: [content(title)], memberIds: [reader.id] })
    const status = async () => (await as(reader).ownPush({ params: push.params })).taskStatus
    expect(await status()).toBe(1)
    read(reader.id, title, 50)
    expect(await status()).toBe(2)
    const [member] = (await as(chief).pushMembers({ params: push.params })).items
    expect(member).toMatchObject({ taskStatus: 2, percent: 50 })
    read(reader.id, title, 100, platform.now)
    await platform.root.transaction().execute(async (transaction) => {
      await tellFinished(transaction as never, {
        ...{ companyId, memberId: reader.id, businessType: bookType, businessId: title },
        ...{ name: '产品知识', finishedAt: platform.now },
      })
    })
    expect((await as(reader).ownPushes({ query: { state: 'done' } })).items).toMatchObject([
      { id: push.id, taskStatus: 3, percent: 100, finishedAt: platform.now },
    ])
    // What was done once stays done.
    read(reader.id, title, 20)
    expect(await status()).toBe(3)
    expect((await as(chief).pushMembers({ params: push.params, query: { taskStatus: 3 } })).recordCount).toBe(1)
    expect(await refusal(as(wang).ownPush({ params: push.params }))).toMatchObject({ errorCode: 900005 })
  })

  it('[COURSE-076] a course that was pushed is registered for, and asked of the courses', async () => {
    const course = await buildCourse(platform.db, { author: chief, name: '信息安全入门' })
    const reader = await newMember({ companyId, organizationId: sales })
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
    const mine = await newPush({ memberIds: [lin.id] })
    const other = await newPush({ memberIds: [wang.id] })
    const ask = (member: BuiltMember) => as(member).pushesByIds({ query: { ids: [other.id, mine.id, uuid()] } })
    expect(await ask(lin)).toMatchObject([
      { id: mine.id, name: '新员工第一周', status: 2, finishPushCount: 1, contentCount: 1 },
    ])
    expect((await ask(chief)).map((row) => row.id)).toEqual([other.id, mine.id])
    expect(await ask(stranger)).toEqual([])
  })
})

describe('the members of a push', () => {
  it('[COURSE-011] are brought up to date when the detail is opened, and handed out as a file', async () => {
    const title = addBook(uuid(), companyId, '合规手册')
    const push = await newPush({ contents: [content(title)], finishTime: platform.now + dayMs })
    await as(chief).pushDetail({ params: push.params })
    read(lin.id, title, 100, platform.now)
    read(wang.id, title, 10)
    platform.now += 2 * dayMs
    expect(await as(chief).pushDetail({ params: push.params })).toMatchObject({ doneCount: 1, learningCount: 1 })
    const { items } = await as(chief).pushMembers({ params: push.params })
    expect(items.map((row) => [row.pushMember.id, row.taskStatus, row.isLate])).toEqual([
      [wang.id, 2, true],
      [lin.id, 3, false],
    ])
    const file = (await as(chief).exportPush({ params: push.params, query: { taskStatus: 3 } })) as {
      rawPayload: Buffer
    }
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(await refusal(as(superior).exportPush({ params: push.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(stranger).exportPush({ params: push.params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(superior).pushMembers({ params: push.params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(stranger).pushMembers({ params: push.params }))).toMatchObject({ errorCode: 900005 })
  })

  it('are looked at in pieces by a job where they are many', async () => {
    const title = addBook(uuid(), companyId, '全员必读')
    const push = await newPush({ contents: [content(title)] })
    read(lin.id, title, 100, platform.now)
    const { refreshJob } = await import('./reminders.ts')
    await platform.root.transaction().execute(async (transaction) => {
      await refreshJob.run(transaction as never, { pushId: push.id }, { outside: platform.outside, now: platform.now })
    })
    expect((await as(chief).listPushes({ query: { page: 1, pageSize: 1 } })).items).toMatchObject([{ doneCount: 1 }])
  })
})
