import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { contents } from '#modules/community/contents/contract.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { followsMax, TOO_MANY_FOLLOWS } from '#modules/community/following/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import {
  accountColumnsMax,
  COLUMN_CLOSED,
  COLUMN_SUBSCRIBED,
  columnContentsMax,
  subscriptionsMax,
  TOO_MANY_ITEMS,
} from '../contract/shapes.ts'
import { columns } from '../contract.ts'
import { columnsTables } from './db.ts'

const platform = testPlatform({ poolSize: 4 })
let owner: BuiltMember
let helper: BuiltMember
let reader: BuiltMember
let accountId: string

const as = (member?: BuiltMember) => platform.client(columns, member)
const db = () => columnsTables(platform.db)
let number = 0
const unused = () => `专栏 ${++number}`

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  owner = await buildMember(platform.db, { companyId })
  helper = await buildMember(platform.db, { companyId })
  reader = await buildMember(platform.db, { companyId })
  accountId = await buildAccount(platform.db, { companyId, memberIds: [owner.id, helper.id] })
})

async function newColumn(title = unused()): Promise<string> {
  platform.now += 2500
  const body = { comeEnjoyId: accountId, title, introduce: '三十讲' }
  return (await as(owner).createColumn({ body })).id
}

const newContent = (more: Partial<Parameters<typeof buildContent>[1]> = {}) =>
  buildContent(platform.db, { companyId: owner.companyId, accountId, authorId: owner.id, now: platform.now, ...more })

describe('a column', () => {
  it('is added to an account, and shows its account and figures', async () => {
    const id = await newColumn('安全三十讲')
    await proves(['COMMUNITY-169', 'COMMUNITY-039'], async () =>
      expect(await as(reader).column({ params: { id } })).toMatchObject({
        ...{ id, title: '安全三十讲', introduce: '三十讲', headPortraitPath: '', comeEnjoyId: accountId },
        ...{ comeEnjoyType: 1, subscribeNum: 0, contentNum: 0, state: 'active', subscribed: false },
      }),
    )
  })

  it('[COMMUNITY-081] has a title of its own in the account, however it is typed', async () => {
    await newColumn('Lean 精益')
    const again = { comeEnjoyId: accountId, title: 'ｌｅａｎ精益', introduce: '' }
    expect(await refusal(as(owner).createColumn({ body: again }))).toMatchObject({ status: 422, errorCode: 70120 })
    const other = await newColumn()
    const params = { id: other }
    expect(
      await refusal(as(owner).changeColumn({ params, body: { title: 'lean 精益', introduce: '' } })),
    ).toMatchObject({
      errorCode: 70120,
    })
  })

  it('takes 30 characters of title and 200 of introduction, no more', async () => {
    const body = { comeEnjoyId: accountId, title: '长'.repeat(30), introduce: '介'.repeat(200) }
    await as(owner).createColumn({ body })
    for (const more of [{ title: '长'.repeat(31) }, { introduce: '介'.repeat(201) }, { title: ' ' }]) {
      expect(await refusal(as(owner).createColumn({ body: { ...body, title: '另一个', ...more } }))).toMatchObject({
        errorCode: 900001,
      })
    }
  })

  it('[COMMUNITY-082] is added by administrators of the account alone', async () => {
    const body = { comeEnjoyId: accountId, title: unused(), introduce: '' }
    expect(await refusal(as(reader).createColumn({ body }))).toMatchObject({ status: 422, errorCode: 70304 })
    expect(await refusal(as(helper).createColumn({ body }))).toMatchObject({ status: 403, errorCode: 10138 })
    const elsewhere = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await refusal(as(elsewhere).createColumn({ body }))).toMatchObject({ errorCode: 900005 })
  })

  it('[COMMUNITY-170] is changed and closed by them, and stays as it is for others', async () => {
    const id = await newColumn()
    const body = { title: unused(), introduce: '新的介绍', state: 'closed' as const }
    expect(await refusal(as(helper).changeColumn({ params: { id }, body }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(reader).changeColumn({ params: { id }, body }))).toMatchObject({ errorCode: 10138 })
    await as(owner).changeColumn({ params: { id }, body })
    expect(await as(helper).column({ params: { id } })).toMatchObject({ title: body.title, state: 'closed' })
    expect(await refusal(as(reader).column({ params: { id } }))).toMatchObject({ errorCode: 900005 })
  })

  it('of a frozen account takes nothing new', async () => {
    const { companyId } = owner
    const frozen = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
    const { id } = await as(owner).createColumn({ body: { comeEnjoyId: frozen, title: unused(), introduce: '' } })
    const contentId = await newContent({ accountId: frozen })
    await sql`update community.account set frozen_at = ${platform.now} where id = ${frozen}`.execute(db())
    const body = { comeEnjoyId: frozen, title: unused(), introduce: '' }
    expect(await refusal(as(owner).createColumn({ body }))).toMatchObject({ errorCode: 70306 })
    const edit = { title: unused(), introduce: '' }
    expect(await refusal(as(owner).changeColumn({ params: { id }, body: edit }))).toMatchObject({ errorCode: 70306 })
    expect(await refusal(as(owner).releaseContents({ body: { id, questionIds: [contentId] } }))).toMatchObject({
      errorCode: 70306,
    })
  })
})

describe('the contents of a column', () => {
  it('are released in the given order, once each', async () => {
    const id = await newColumn()
    const [first, second, third] = [await newContent(), await newContent(), await newContent()]
    expect(await as(owner).releaseContents({ body: { id, questionIds: [second, first] } })).toEqual({ released: 2 })
    expect(await as(owner).releaseContents({ body: { id, questionIds: [first, third] } })).toEqual({ released: 1 })
    const { items, recordCount } = await as(reader).columnContents({ params: { id } })
    await proves(['COMMUNITY-074', 'COMMUNITY-167'], () => {
      expect(items.map((item) => item.id)).toEqual([second, first, third])
      expect(recordCount).toBe(3)
    })
    expect((await as(reader).column({ params: { id } })).contentNum).toBe(3)
  })

  it('come from the account alone, and not from what is closed, unpublished or unknown', async () => {
    const id = await newColumn()
    const { companyId } = owner
    const other = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
    const wrong = [
      await newContent({ accountId: other }),
      await newContent({ state: 'closed' }),
      await newContent({ publishedAt: null }),
      '00000000-0000-4000-8000-000000000000',
    ]
    for (const contentId of wrong) {
      const body = { id, questionIds: [await newContent(), contentId] }
      expect(await refusal(as(owner).releaseContents({ body }))).toMatchObject({ errorCode: 900005 })
    }
    expect((await as(owner).columnContents({ params: { id } })).recordCount).toBe(0)
    const body = { id, questionIds: [await newContent()] }
    expect(await refusal(as(helper).releaseContents({ body }))).toMatchObject({ errorCode: 10138 })
  })

  it('[COMMUNITY-153] are chosen among those that it does not have yet', async () => {
    const id = await newColumn()
    const [here, free] = [await newContent({ title: '选题甲' }), await newContent({ title: '选题乙' })]
    await newContent({ title: '选题丙', state: 'closed' })
    await as(owner).releaseContents({ body: { id, questionIds: [here] } })
    const { items, recordCount } = await as(owner).columnCandidates({ query: { id, search: '选题' } })
    expect(items.map((item) => item.id)).toEqual([free])
    expect(recordCount).toBe(1)
    expect(await refusal(as(reader).columnCandidates({ query: { id } }))).toMatchObject({ errorCode: 10138 })
  })

  it('are sorted by place, release or reads, a page at a time', async () => {
    const id = await newColumn()
    const ids = [await newContent(), await newContent(), await newContent()]
    for (const contentId of ids) {
      platform.now += 1000
      await as(owner).releaseContents({ body: { id, questionIds: [contentId] } })
    }
    await sql`update contents.content set read_count = 9 where id = ${ids[1]}`.execute(db())
    const sorted = async (sort: 0 | 1 | 2) =>
      (await as(reader).columnContents({ params: { id }, query: { sort } })).items.map((item) => item.id)
    await proves(['COMMUNITY-041', 'COMMUNITY-173'], async () => {
      expect(await sorted(0)).toEqual(ids)
      expect(await sorted(1)).toEqual(ids.toReversed())
      expect((await sorted(2))[0]).toBe(ids[1])
    })
    const page = await as(reader).columnContents({ params: { id }, query: { page: 2, pageSize: 2 } })
    expect(page).toMatchObject({ recordCount: 3, items: [{ id: ids[2] }] })
    expect(await refusal(as(reader).columnContents({ params: { id }, query: { sort: 3 } }))).toMatchObject({
      errorCode: 900001,
    })
  })

  it('[COMMUNITY-096] show closed ones with isEnjoyAdmin, and only to administrators of the account', async () => {
    const id = await newColumn()
    const [open, closed] = [await newContent(), await newContent()]
    await as(owner).releaseContents({ body: { id, questionIds: [open, closed] } })
    await sql`update contents.content set state = 'closed' where id = ${closed}`.execute(db())
    const seen = async (member: BuiltMember, isEnjoyAdmin: 0 | 1) =>
      (await as(member).columnContents({ params: { id }, query: { isEnjoyAdmin } })).items.map((item) => item.id)
    expect(await seen(owner, 1)).toEqual([open, closed])
    expect(await seen(owner, 0)).toEqual([open])
    expect(await seen(helper, 1)).toEqual([open])
    expect(await seen(reader, 1)).toEqual([open])
  })

  it('are put into order and taken out by administrators', async () => {
    const id = await newColumn()
    const ids = [await newContent(), await newContent(), await newContent()] as const
    await as(owner).releaseContents({ body: { id, questionIds: [...ids] } })
    await as(owner).orderContents({ params: { id }, body: { questionIds: [ids[2], ids[0]] } })
    const shown = async () => (await as(owner).columnContents({ params: { id } })).items.map((item) => item.id)
    expect(await shown()).toEqual([ids[2], ids[0], ids[1]])
    const unknown = { params: { id }, body: { questionIds: [await newContent()] } }
    expect(await refusal(as(owner).orderContents(unknown))).toMatchObject({ errorCode: 900005 })
    const params = { id, questionId: ids[0] }
    expect(await refusal(as(helper).takeOutContent({ params }))).toMatchObject({ errorCode: 10138 })
    await as(owner).takeOutContent({ params })
    expect(await refusal(as(owner).takeOutContent({ params }))).toMatchObject({ errorCode: 900005 })
    expect(await shown()).toEqual([ids[2], ids[1]])
    expect((await as(owner).column({ params: { id } })).contentNum).toBe(2)
  })

  it('are counted as the reader finds them, whatever became of them since', async () => {
    const id = await newColumn()
    const subscriber = await buildMember(platform.db, { companyId: owner.companyId })
    await as(subscriber).subscribe({ body: { id } })
    platform.now += 1000
    const ids = [await newContent(), await newContent(), await newContent(), await newContent()] as const
    await as(owner).releaseContents({ body: { id, questionIds: [...ids] } })
    const figures = async (member: BuiltMember) => {
      const { contentNum, unreadNum } = await as(member).column({ params: { id } })
      const { recordCount } = await as(member).columnContents({ params: { id } })
      const title = (await as(member).columnTitles({ query: { id: accountId } })).items.find((one) => one.id === id)
      expect([recordCount, title?.contentNum]).toEqual([contentNum, contentNum])
      return [contentNum, unreadNum]
    }
    expect([await figures(subscriber), await figures(reader)]).toEqual([
      [4, 4],
      [4, 0],
    ])
    await platform.client(contents, owner).remove({ params: { id: ids[0] } })
    await platform.client(contents, owner).close({ params: { id: ids[1] } })
    await sql`update contents.content set visibility = 2 where id = ${ids[2]}`.execute(db())
    expect([await figures(subscriber), await figures(reader)]).toEqual([
      [1, 1],
      [1, 0],
    ])
    // Its account reads what it has written for others.
    expect(await figures(owner)).toEqual([2, 0])
    const recycleBin = platform.client(operations, owner)
    const [recycled] = (await recycleBin.listRecycled({ query: {} })).items
    await recycleBin.restoreRecycled({ params: { id: recycled?.id ?? '' } })
    expect(await figures(reader)).toEqual([2, 0])
  })

  it('[COMMUNITY-245] are at most so many', async () => {
    const id = await newColumn()
    const ids: string[] = []
    for (let made = 0; made <= columnContentsMax; made += 1) ids.push(await newContent())
    const last = ids.at(-1) ?? ''
    await as(owner).releaseContents({ body: { id, questionIds: ids.slice(0, columnContentsMax) } })
    const refused = await refusal(as(owner).releaseContents({ body: { id, questionIds: [last] } }))
    expect(refused).toMatchObject({ status: 422, errorCode: 700531 })
    await as(owner).takeOutContent({ params: { id, questionId: ids[0] ?? '' } })
    await as(owner).releaseContents({ body: { id, questionIds: [last] } })
    // A removed content keeps its place only until another one needs it.
    await platform.client(contents, owner).remove({ params: { id: last } })
    const more = await newContent()
    await as(owner).releaseContents({ body: { id, questionIds: [more] } })
    expect((await as(reader).column({ params: { id } })).contentNum).toBe(columnContentsMax)
    expect(await refusal(as(owner).releaseContents({ body: { id, questionIds: [await newContent()] } }))).toMatchObject(
      {
        errorCode: 700531,
      },
    )
  })
})

describe('the limits', () => {
  it('[COMMUNITY-093] are those of decision 152, and each refusal has a number of its own', async () => {
    const limits = [columnContentsMax, accountColumnsMax, subscriptionsMax, followsMax]
    expect(limits).toEqual([200, 50, 500, 2000])
    const [company, now] = [owner.companyId, platform.now]
    const full = await buildAccount(platform.db, { companyId: company, memberIds: [owner.id] })
    const fill = (account: string, count: number) =>
      sql`insert into columns.special_column
        (id, company_id, account_id, title, title_key, created_by, created_at, released_at)
        select gen_random_uuid(), ${company}, ${account}, '讲 ' || n, '讲' || n, ${owner.id}, ${now}, ${now}
        from generate_series(1, ${count}) as n`.execute(platform.root)
    await fill(full, accountColumnsMax - 1)
    const one = (title: string) => as(owner).createColumn({ body: { comeEnjoyId: full, title, introduce: '' } })
    const { id } = await one('最后一个')
    expect(await refusal(one('多一个'))).toMatchObject({ status: 422, errorCode: 700531, data: { max: 50 } })

    const subscriber = await buildMember(platform.db, { companyId: company })
    for (let account = 0; account < 10; account += 1)
      await fill(await buildAccount(platform.db, { companyId: company, memberIds: [owner.id] }), 50)
    await sql`insert into columns.subscription (column_id, member_id, company_id, created_at, opened_at)
      select id, ${subscriber.id}, ${company}, ${now}, ${now} from columns.special_column
      where company_id = ${company} and id <> ${id} order by id desc limit ${subscriptionsMax - 1}`.execute(
      platform.root,
    )
    const another = await newColumn()
    expect(await as(subscriber).subscribe({ body: { id } })).toMatchObject({ subscribed: true })
    const refused = await refusal(as(subscriber).subscribe({ body: { id: another } }))
    expect(refused).toMatchObject({ status: 422, errorCode: 700531, data: { max: 500 } })
    const codes = [COLUMN_CLOSED, COLUMN_SUBSCRIBED, TOO_MANY_FOLLOWS, TOO_MANY_ITEMS].map(({ code }) => code)
    expect(codes).toEqual([700450, 700451, 700530, 700531])
  })
})

describe('subscribing', () => {
  it('lists the column and counts, and ends with the same call', async () => {
    const id = await newColumn()
    await proves(['COMMUNITY-178', 'COMMUNITY-091'], async () =>
      expect(await as(reader).subscribe({ body: { id } })).toEqual({ subscribed: true, subscribeNum: 1 }),
    )
    expect(await as(reader).subscribe({ body: { id, subscribed: true } })).toEqual({
      subscribed: true,
      subscribeNum: 1,
    })
    expect(await as(helper).subscribe({ body: { id } })).toEqual({ subscribed: true, subscribeNum: 2 })
    const { items } = await as(reader).subscribedColumns()
    await proves('COMMUNITY-090', () =>
      expect(items).toContainEqual(expect.objectContaining({ id, subscribed: true, subscribeNum: 2 })),
    )
    expect(await as(reader).subscribe({ body: { id } })).toEqual({ subscribed: false, subscribeNum: 1 })
    expect((await as(reader).subscribedColumns()).items.map((item) => item.id)).not.toContain(id)
  })

  it('counts once, however often it is asked at one moment', async () => {
    const id = await newColumn()
    const asked = Array.from({ length: 4 }, () => as(reader).subscribe({ body: { id, subscribed: true } }))
    await Promise.all(asked)
    expect((await as(reader).column({ params: { id } })).subscribeNum).toBe(1)
  })

  it('[COMMUNITY-177] lists the newest release first, with what is new since the last visit', async () => {
    const [older, newer] = [await newColumn(), await newColumn()]
    for (const id of [older, newer]) await as(reader).subscribe({ body: { id, subscribed: true } })
    platform.now += 1000
    const contentId = await newContent()
    await as(owner).releaseContents({ body: { id: older, questionIds: [contentId] } })
    const [first] = (await as(reader).subscribedColumns()).items
    expect(first).toMatchObject({ id: older, unreadNum: 1 })
    platform.now += 1000
    await as(reader).openContent({ params: { id: older }, body: { questionId: contentId } })
    expect((await as(reader).column({ params: { id: older } })).unreadNum).toBe(0)
  })

  it('tells subscribers of a release, once for all of its contents', async () => {
    const id = await newColumn('发布通知')
    await as(reader).subscribe({ body: { id, subscribed: true } })
    // Of the second one the subscriber may not even read the title.
    const ids = [await newContent({ title: '第一讲' }), await newContent({ title: '第二讲', visibility: 2 })]
    await as(owner).releaseContents({ body: { id, questionIds: ids } })
    await platform.runJobs()
    const { items } = await platform.client(messages, reader).listNotifications({ query: {} })
    const received = items.filter((item) => item.title.includes('发布通知'))
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ link: `/share-team/team-column-detail?id=${id}` })
    expect(JSON.stringify(items)).not.toMatch(/第[一二]讲/)
  })

  it('a closed column keeps its subscribers and takes no others', async () => {
    const id = await newColumn()
    await as(reader).subscribe({ body: { id, subscribed: true } })
    await as(owner).changeColumn({ params: { id }, body: { title: unused(), introduce: '', state: 'closed' } })
    expect(await as(reader).column({ params: { id } })).toMatchObject({ state: 'closed', subscribed: true })
    expect(await refusal(as(helper).subscribe({ body: { id } }))).toMatchObject({ errorCode: 700450 })
    const body = { id, questionIds: [await newContent()] }
    expect(await refusal(as(owner).releaseContents({ body }))).toMatchObject({ errorCode: 700450 })
    await as(reader).subscribe({ body: { id, subscribed: false } })
    expect(await refusal(as(reader).column({ params: { id } }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('the contents of subscribed columns', () => {
  it('[COMMUNITY-180] are listed once each, the newest release first, page after page', async () => {
    const member = await buildMember(platform.db, { companyId: owner.companyId })
    const [first, second] = [await newColumn(), await newColumn()]
    for (const id of [first, second]) await as(member).subscribe({ body: { id, subscribed: true } })
    const ids = [await newContent(), await newContent(), await newContent(), await newContent()] as const
    const release = (id: string, questionIds: string[]) => {
      platform.now += 1000
      return as(owner).releaseContents({ body: { id, questionIds } })
    }
    await release(first, [ids[0]])
    await release(second, [ids[1]])
    await release(first, [ids[2]])
    // Again, in another column: it stands at its newest place alone.
    await release(second, [ids[0]])
    await release(await newColumn(), [ids[3]])
    const all = await as(member).subscribedContents()
    expect(all.items.map((item) => item.id)).toEqual([ids[0], ids[2], ids[1]])
    expect(all.next).toBeNull()
    const page = await as(member).subscribedContents({ query: { pageSize: 2 } })
    expect(page.items.map((item) => item.id)).toEqual([ids[0], ids[2]])
    const rest = await as(member).subscribedContents({ query: { pageSize: 2, after: page.next ?? '' } })
    expect(rest).toMatchObject({ items: [{ id: ids[1] }], next: null })
    const numbered = (page: number, pageSize: number) => as(member).subscribedContents({ query: { page, pageSize } })
    expect(await numbered(2, 2)).toMatchObject({ items: [{ id: ids[1] }], next: null })
    expect(await numbered(2, 1)).toMatchObject({ items: [{ id: ids[2] }], next: expect.any(String) })
    expect(await numbered(4, 1)).toEqual({ items: [], next: null })
    await sql`update contents.content set state = 'closed' where id = ${ids[2]}`.execute(db())
    // A page counts what the reader finds: the closed content takes no place.
    expect(await numbered(2, 1)).toMatchObject({ items: [{ id: ids[1] }] })
    expect(await numbered(3, 1)).toEqual({ items: [], next: null })
    expect((await as(member).subscribedContents()).items.map((item) => item.id)).toEqual([ids[0], ids[1]])
    for (const after of ['x', '1_2', `${'9'.repeat(20)}_${ids[0]}`])
      expect(await refusal(as(member).subscribedContents({ query: { after } }))).toMatchObject({ errorCode: 900001 })
    expect((await as(reader).subscribedContents()).items.map((item) => item.id)).not.toContain(ids[3])
    // Without the column of its newest place, a content stands where it was released before.
    await sql`update columns.special_column set removed_at = ${platform.now} where id = ${second}`.execute(db())
    expect((await as(member).subscribedContents()).items.map((item) => item.id)).toEqual([ids[0]])
  })
})

describe('finding columns', () => {
  it('[COMMUNITY-174] of an account, with and without the trailing slash', async () => {
    const id = await newColumn('按账户查找')
    const { items } = await as(reader).columnsOfAccount({ query: { id: accountId, search: '按账户' } })
    expect(items.map((item) => item.id)).toEqual([id])
    const url = `/api/v1/knowledge-operation/special-column/enjoy-column?id=${accountId}`
    const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${reader.token}` } })
    expect(answer.json().items.map((item: { id: string }) => item.id)).toContain(id)
    const unknown = { query: { id: '00000000-0000-4000-8000-000000000000' } }
    expect(await refusal(as(reader).columnsOfAccount(unknown))).toMatchObject({ errorCode: 900005 })
  })

  it('[COMMUNITY-166] by title', async () => {
    const id = await newColumn('标题一览')
    const { items } = await as(reader).columnTitles({ query: { id: accountId } })
    expect(items).toContainEqual({ id, title: '标题一览', contentNum: 0 })
  })

  it('[COMMUNITY-175] with most subscribers first', async () => {
    const id = await newColumn('最多订阅')
    for (const member of [owner, helper, reader]) await as(member).subscribe({ body: { id, subscribed: true } })
    const { items } = await as(reader).recommendedColumns({ query: { pageSize: 5 } })
    expect(items.map((item) => item.subscribeNum)).toEqual(
      items.map((item) => item.subscribeNum).toSorted((a, b) => b - a),
    )
    expect(items[0]).toMatchObject({ subscribeNum: 3 })
  })

  it('[COMMUNITY-176] at random, without those that the caller has', async () => {
    const id = await newColumn()
    await as(reader).subscribe({ body: { id, subscribed: true } })
    for (let drawn = 0; drawn < 5; drawn += 1) {
      const { items } = await as(reader).randomColumns({ query: { size: 3 } })
      expect(items).toHaveLength(3)
      expect(new Set(items.map((item) => item.id)).size).toBe(3)
      expect(items.map((item) => item.id)).not.toContain(id)
    }
    expect((await as(owner).randomColumns()).items).toEqual([])
  })

  it('with topics, rights and where reading stopped', async () => {
    const id = await newColumn()
    const ids = [await newContent(), await newContent(), await newContent()] as const
    await as(owner).releaseContents({ body: { id, questionIds: [...ids] } })
    expect(await as(reader).openContent({ params: { id }, body: { questionId: ids[1] } })).toEqual({
      previousId: ids[0],
      nextId: ids[2],
    })
    await proves('COMMUNITY-168', async () =>
      expect(await as(reader).completeColumn({ params: { id } })).toMatchObject({
        ...{ id, mayManage: false, lastReadId: ids[1], readNum: 1, lstRelationTopic: [] },
      }),
    )
    await proves('COMMUNITY-172', async () =>
      expect(await as(reader).column({ params: { id } })).toMatchObject({ id, contentNum: 3 }),
    )
    expect((await as(owner).completeColumn({ params: { id } })).mayManage).toBe(true)
    const opened = (await as(reader).columnContents({ params: { id } })).items.map((item) => item.opened)
    expect(opened).toEqual([false, true, false])
    const strange = { params: { id }, body: { questionId: await newContent() } }
    expect(await refusal(as(reader).openContent(strange))).toMatchObject({ errorCode: 900005 })
  })

  it('stay in their company', async () => {
    const id = await newColumn()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const params = { id }
    const calls = [
      () => as(stranger).column({ params }),
      () => as(stranger).completeColumn({ params }),
      () => as(stranger).columnContents({ params }),
      () => as(stranger).subscribe({ body: { id } }),
      () => as(stranger).removeColumn({ params }),
      () => as(stranger).columnCandidates({ query: { id } }),
      () => as(stranger).columnTitles({ query: { id: accountId } }),
    ]
    for (const call of calls) expect(await refusal(call())).toMatchObject({ errorCode: 900005 })
    expect((await as(stranger).recommendedColumns()).recordCount).toBe(0)
  })
})

describe('deleting', () => {
  it('[COMMUNITY-171] closes first what has subscribers, keeps the contents, and frees the title', async () => {
    const title = unused()
    const id = await newColumn(title)
    const contentId = await newContent()
    await as(owner).releaseContents({ body: { id, questionIds: [contentId] } })
    await as(reader).subscribe({ body: { id, subscribed: true } })
    const params = { id }
    expect(await refusal(as(helper).removeColumn({ params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(owner).removeColumn({ params }))).toMatchObject({ errorCode: 700451 })
    await as(owner).changeColumn({ params, body: { title, introduce: '', state: 'closed' } })
    await as(owner).removeColumn({ params })
    expect(await refusal(as(reader).column({ params }))).toMatchObject({ errorCode: 900005 })
    await newColumn(title)
    const other = await newColumn()
    await as(owner).releaseContents({ body: { id: other, questionIds: [contentId] } })
  })

  it(`an account has at most ${accountColumnsMax} columns, also when they are added at one moment`, async () => {
    const { companyId } = owner
    const full = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
    await sql`insert into columns.special_column (id, company_id, account_id, title, title_key, created_at, released_at)
      select gen_random_uuid(), ${companyId}, ${full}, n::text, n::text, 0, 0
      from generate_series(2, ${accountColumnsMax}) as n`.execute(db())
    const body = () => ({ comeEnjoyId: full, title: unused(), introduce: '' })
    const both = await Promise.allSettled([1, 2].map(() => as(owner).createColumn({ body: body() })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(as(owner).createColumn({ body: body() }))).toMatchObject({ errorCode: 700531 })
  })
})
