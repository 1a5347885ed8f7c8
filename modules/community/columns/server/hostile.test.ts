/** What members with bad intent try with columns. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAccount, buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { accountColumnsMax } from '../contract/shapes.ts'
import { columns } from '../contract.ts'

const platform = testPlatform({ poolSize: 4 })
let owner: BuiltMember
let reader: BuiltMember
let accountId: string
let id: string

beforeEach(async () => {
  const companyId = await buildCompany(platform.db)
  owner = await buildMember(platform.db, { companyId })
  reader = await buildMember(platform.db, { companyId })
  accountId = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
  id = (await as(owner).createColumn({ body: { comeEnjoyId: accountId, title: '三十讲', introduce: '' } })).id
  await as(reader).subscribe({ body: { id, subscribed: true } })
})

const as = (member: BuiltMember) => platform.client(columns, member)
const content = (more: Partial<Parameters<typeof buildContent>[1]>) =>
  buildContent(platform.db, { companyId: owner.companyId, accountId, authorId: owner.id, now: platform.now, ...more })
const release = (...questionIds: string[]) => as(owner).releaseContents({ body: { id, questionIds } })
async function heard(): Promise<string> {
  await platform.runJobs()
  return JSON.stringify((await platform.client(messages, reader).listNotifications({ query: {} })).items)
}

describe('a release', () => {
  it('says to subscribers how much is new, and names no content: some are for a circle', async () => {
    const { companyId } = owner
    const circle = await buildCircle(platform.db, { companyId, ownerId: owner.id, name: '内部圈' })
    const hidden = await content({ title: '机密的一讲', visibility: 2, circleIds: [circle] })
    await release(hidden)
    expect(await heard()).not.toContain('机密的一讲')
    const shown = await content({ title: '公开的一讲' })
    const other = await content({ title: '又一机密', visibility: 1, organizationIds: [circle] })
    await release(other, shown)
    const text = await heard()
    expect(text).not.toContain('又一机密')
    expect(text).toContain('新发布 2 篇内容')
    expect((await as(reader).columnContents({ params: { id } })).items.map(({ title }) => title)).toEqual([
      '公开的一讲',
    ])
  })

  it('takes nothing that waits for its time or for a review', async () => {
    const scheduled = await content({ title: '还没到时间', publishedAt: null })
    expect(await refusal(release(scheduled))).toMatchObject({ errorCode: 900005 })
    await sql`update contents.content set review_state = 'waiting' where id = ${scheduled}`.execute(platform.root)
    expect(await refusal(release(scheduled))).toMatchObject({ errorCode: 900005 })
    expect(await heard()).not.toContain('还没到时间')
  })
})

it('a muted member names no column', async () => {
  const chief = await buildMember(platform.db, { companyId: owner.companyId, roles: ['super-admin'] })
  const until = platform.now + 60_000
  await platform.client(topics, chief).muteMember({ params: { id: owner.id }, body: { until, reason: '' } })
  for (const call of [
    () => as(owner).createColumn({ body: { comeEnjoyId: accountId, title: '另一个', introduce: '' } }),
    () => as(owner).changeColumn({ params: { id }, body: { title: '改名', introduce: '' } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
})

it.each(['99999999999999999999', '-1', '1e5', '0x1'])('subscribed contents have no place %s', async (value) => {
  const after = `${value}_${id}`
  expect(await refusal(as(reader).subscribedContents({ query: { after } }))).toMatchObject({ errorCode: 900001 })
})

it('columns that come out of the recycle bin are among those that an account may have', async () => {
  const recycleBin = platform.client(operations, owner)
  const full = await buildAccount(platform.db, { companyId: owner.companyId, memberIds: [owner.id] })
  const create = (title: string) => as(owner).createColumn({ body: { comeEnjoyId: full, title, introduce: '' } })
  const { id } = await create('先删的')
  await as(owner).removeColumn({ params: { id } })
  await sql`insert into columns.special_column (id, company_id, account_id, title, title_key, created_at, released_at)
    select gen_random_uuid(), ${owner.companyId}, ${full}, n::text, n::text, 0, 0
    from generate_series(1, ${accountColumnsMax}) as n`.execute(platform.root)
  const recycled = (await recycleBin.listRecycled({ query: {} })).items.find(({ name }) => name === '先删的')
  const restore = () => recycleBin.restoreRecycled({ params: { id: recycled?.id ?? '' } })
  expect(await refusal(restore())).toMatchObject({ status: 422, errorCode: 700531 })
  await sql`delete from columns.special_column where account_id = ${full} and title = '7'`.execute(platform.root)
  await restore()
  expect((await as(owner).columnTitles({ query: { id: full } })).items).toHaveLength(accountColumnsMax)
})
