import { beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { NOTICE_CHANGED, NOTICE_STATUS, notices } from '../contract.ts'
import { buildNotice } from './notices.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['super-admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const minuteMs = 60_000

const fields: CallInput<typeof notices.createNotice>['body'] = {
  title: '放假安排',
  content: '10 月 1 日至 7 日放假。',
  organizationIds: [],
  isPinned: false,
  expiresAt: null,
}
const as = (member: BuiltMember | undefined) => platform.client(notices, member)

/** Roles in one organization are not enough: a notice belongs to the company. */
const managing = {
  ...{ owner: 10_138, administrator: 10_138, member: 10_138, colleague: 10_138, stranger: 10_138 },
  ...{ otherCompany: 900_005, nobody: 401 },
} as const
const reading = {
  owner: 'accepted',
  administrator: 'accepted',
  member: 'accepted',
  colleague: 'accepted',
  stranger: 'accepted',
  ...{ otherCompany: 900_005, nobody: 401 },
} as const

let branchId: string
let branchMember: BuiltMember
let chiefOfCompany: BuiltMember

beforeAll(async () => {
  const { companyId } = roles
  chiefOfCompany = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  branchId = await buildOrganization(platform.db, { companyId, parentId: roles.organizationId, name: '测试组' })
  branchMember = await buildMember(platform.db, { companyId, organizationId: branchId, fullName: '孙测试' })
})

const manager = () => as(chiefOfCompany)

async function draft(change: Partial<typeof fields> = {}) {
  return manager().createNotice({ body: { ...fields, ...change } })
}

async function publish(change: Parameters<typeof draft>[0] = {}, notify = false) {
  const { id, revision } = await draft(change)
  await manager().publishNotice({ params: { id }, body: { revision, notify } })
  return id
}

const titlesOf = async (member: BuiltMember) =>
  (await as(member).ownNotices({ query: { pageSize: 100 } })).items.map(({ title }) => title)
const managedOne = async (id: string) => {
  const { items } = await manager().listNotices({ query: { pageSize: 100 } })
  return items.find((one) => one.id === id)
}

describe('a notice', () => {
  it('takes 1000 characters and not one more', async () => {
    await proves('SYSTEM-186', () =>
      bounds(1000, (length) => draft({ content: '字'.repeat(length) }), { refused: 900_001, path: 'content' }),
    )
    await bounds(100, (length) => draft({ title: '题'.repeat(length) }), { refused: 900_001, path: 'title' })
    await bounds(1, (length) => draft({ title: ' '.repeat(2 - length) + '题'.repeat(length) }), {
      ...{ refused: 900_001, path: 'title' },
      beyond: 0,
    })
  })

  it('is managed by administrators of the whole company, and read by the members of its audience', async () => {
    const ofAll = await publish()
    const ofTeam = await publish({ organizationIds: [roles.organizationId] })
    const ofId = (id: string) => ({ params: { id } })
    const body = { ...fields, revision: 1 }
    const state = () => managedOne(ofAll)
    await expectRoles(roles, {
      listNotices: { ...managing, otherCompany: 'accepted', call: (caller) => as(caller).listNotices() },
      createNotice: {
        ...managing,
        otherCompany: 'accepted',
        call: (caller) => as(caller).createNotice({ body: fields }),
      },
      changeNotice: { ...managing, state, call: (caller) => as(caller).changeNotice({ ...ofId(ofAll), body }) },
      withdrawNotice: {
        ...{ ...managing, state },
        call: (caller) => as(caller).withdrawNotice({ ...ofId(ofAll), body: { revision: 1 } }),
      },
      publishNotice: {
        ...{ ...managing, state },
        call: (caller) => as(caller).publishNotice({ ...ofId(ofAll), body: { revision: 1, notify: true } }),
      },
      deleteNotice: { ...managing, state, call: (caller) => as(caller).deleteNotice(ofId(ofAll)) },
      noticeReaders: { ...managing, call: (caller) => as(caller).noticeReaders(ofId(ofAll)) },
      ownNotice: { ...reading, call: (caller) => as(caller).ownNotice(ofId(ofAll)) },
      'ownNotice of the team': { ...reading, stranger: 900_005, call: (caller) => as(caller).ownNotice(ofId(ofTeam)) },
      readNotice: { ...reading, call: (caller) => as(caller).readNotice(ofId(ofAll)) },
      'readNotice of the team': {
        ...reading,
        stranger: 900_005,
        call: (caller) => as(caller).readNotice(ofId(ofTeam)),
      },
    })
  })

  it('appears when it is published, with what is pinned first, and goes when it is withdrawn or has expired', async () => {
    const first = await publish({ title: '第一条' })
    platform.now += 1000
    await publish({ title: '置顶的', isPinned: true })
    platform.now += 1000
    const last = await publish({ title: '最后一条', expiresAt: platform.now + minuteMs })
    await draft({ title: '草稿' })
    const shown = async () => (await titlesOf(roles.member)).filter((title) => title !== fields.title)
    expect(await shown()).toEqual(['置顶的', '最后一条', '第一条'])
    platform.now += minuteMs - 1
    expect(await shown()).toContain('最后一条')
    platform.now += 1
    expect(await shown()).toEqual(['置顶的', '第一条'])
    expect(await refusal(as(roles.member).readNotice({ params: { id: last } }))).toMatchObject({ errorCode: 900_005 })
    await manager().withdrawNotice({ params: { id: first }, body: { revision: 1 } })
    expect(await shown()).toEqual(['置顶的'])
    await manager().publishNotice({ params: { id: first }, body: { revision: 2, notify: false } })
    expect(await shown()).toEqual(['置顶的', '第一条'])
  })

  it('reaches those who join an organization below its own later', async () => {
    await publish({ title: '给研发部', organizationIds: [roles.organizationId] })
    expect(await titlesOf(branchMember)).toContain('给研发部')
    expect(await titlesOf(roles.stranger)).not.toContain('给研发部')
    const { companyId } = roles
    const newcomer = await buildMember(platform.db, { companyId, organizationId: branchId })
    expect(await titlesOf(newcomer)).toContain('给研发部')
  })

  it('keeps the time of the first reading, and says who has not read it', async () => {
    const id = await publish({ organizationIds: [branchId] })
    const params = { id }
    expect(await managedOne(id)).toMatchObject({ readCount: 0 })
    const unread = (await as(branchMember).ownNotices()).unreadCount
    const firstRead = platform.now
    expect(await as(branchMember).readNotice({ params })).toEqual({ readAt: firstRead })
    platform.now += 5000
    expect(await as(branchMember).readNotice({ params })).toEqual({ readAt: firstRead })
    expect((await as(branchMember).ownNotices()).unreadCount).toBe(unread - 1)
    const { audienceCount, readCount } = (await managedOne(id)) ?? {}
    expect(readCount).toBe(1)
    const readers = await manager().noticeReaders({ params, query: { isRead: true } })
    expect(readers).toMatchObject({
      recordCount: 1,
      items: [{ fullName: '孙测试', organizationName: '测试组', readAt: firstRead }],
    })
    const all = await manager().noticeReaders({ params })
    expect(all.recordCount).toBe(audienceCount)
    expect((await manager().noticeReaders({ params, query: { isRead: false } })).recordCount).toBe(all.recordCount - 1)
    expect((await manager().noticeReaders({ params, query: { search: '孙测' } })).recordCount).toBe(1)
    expect(all.items.at(-1)?.memberId).toBe(branchMember.id)
  })

  it('that was changed can be asked to be read again; a change that nobody asks that for keeps the receipts', async () => {
    const id = await publish({ organizationIds: [branchId] })
    const params = { id }
    await as(branchMember).readNotice({ params })
    const body = { ...fields, organizationIds: [branchId], content: '改为 10 月 2 日开始。' }
    expect(await manager().changeNotice({ params, body: { ...body, revision: 1 } })).toEqual({ revision: 2 })
    expect(await as(branchMember).ownNotice({ params })).toMatchObject({
      content: body.content,
      readAt: expect.any(Number),
    })
    await manager().changeNotice({ params, body: { ...body, revision: 2, readAgain: true } })
    expect((await as(branchMember).ownNotice({ params })).readAt).toBeNull()
  })

  it('refuses what its status does not allow, and a revision that is not the present one', async () => {
    const { id, revision } = await draft()
    const params = { id }
    const refusedStatus = { errorCode: NOTICE_STATUS.code }
    expect(await refusal(manager().withdrawNotice({ params, body: { revision } }))).toMatchObject({
      ...refusedStatus,
      data: { status: 'draft' },
    })
    expect(await refusal(manager().publishNotice({ params, body: { revision: 7, notify: false } }))).toMatchObject({
      errorCode: NOTICE_CHANGED.code,
      data: { revision: 0 },
    })
    await manager().publishNotice({ params, body: { revision, notify: false } })
    expect(await refusal(manager().deleteNotice({ params }))).toMatchObject(refusedStatus)
    const again = manager().publishNotice({ params, body: { revision: 1, notify: false } })
    expect(await refusal(again)).toMatchObject({ ...refusedStatus, data: { status: 'published' } })
    expect(await refusal(manager().withdrawNotice({ params, body: { revision: 0 } }))).toMatchObject({
      errorCode: NOTICE_CHANGED.code,
    })
    expect(await refusal(manager().changeNotice({ params, body: { ...fields, revision: 0 } }))).toMatchObject({
      errorCode: NOTICE_CHANGED.code,
    })
    await manager().withdrawNotice({ params, body: { revision: 1 } })
    await manager().deleteNotice({ params })
    expect(await refusal(manager().deleteNotice({ params }))).toMatchObject({ errorCode: 900_005 })
  })

  it("refuses organizations that are not the company's, and sensitive words", async () => {
    const foreign = roles.otherCompany.companyId
    expect(await refusal(draft({ organizationIds: [foreign] }))).toMatchObject({ errorCode: 900_005 })
    const { companyId } = roles
    await buildWords(platform.db, { companyId, by: chiefOfCompany.id, words: ['赌博'], now: platform.now })
    expect(await refusal(draft({ content: '禁止赌 博' }))).toMatchObject({
      errorCode: 900_010,
      data: { fields: [{ path: 'content', hits: [{ start: 2, end: 5 }] }] },
    })
  })

  it('is published once when ten press the button at once, and sends its message once', async () => {
    const { id } = await draft({ title: '只发一次', organizationIds: [branchId] })
    const params = { id }
    const outcome = await race(
      platform,
      10,
      () => manager().publishNotice({ params, body: { revision: 0, notify: true } }),
      {
        begin: async () => {
          await manager().listNotices()
        },
      },
    )
    expect(outcome).toMatchObject({ accepted: 1, refused: { [NOTICE_CHANGED.code]: 9 } })
    await platform.runJobs()
    const { items } = await platform.client(messages, branchMember).listNotifications({ query: { pageSize: 100 } })
    expect(items.filter(({ title }) => title === '公告：只发一次')).toMatchObject([{ link: `/notices/${id}` }])
  })

  it('is read once by a member who reads it in ten tabs', async () => {
    const id = await buildNotice(platform.db, {
      companyId: roles.companyId,
      authorId: chiefOfCompany.id,
      now: platform.now,
      organizationIds: [branchId],
    })
    const read = () => as(branchMember).readNotice({ params: { id } })
    const { answers } = await race(platform, 10, read, { begin: read })
    expect(answers).toHaveLength(10)
    expect((await managedOne(id))?.readCount).toBe(1)
  })
})
