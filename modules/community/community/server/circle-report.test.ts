import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { contentBusinessType, contents } from '#modules/community/contents/contract.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { community } from '../contract.ts'
import { buildAccount } from './accounts.fixture.ts'
import { buildCircleOf } from './circles.fixture.ts'

const platform = testPlatform()
const as = (member: BuiltMember) => platform.client(community, member)

/** Noon of 27 November in Los Angeles. */
const noon = Date.UTC(2026, 10, 27, 20)
const dayMs = 86_400_000
let owner: BuiltMember
let reader: BuiltMember
let stayer: BuiltMember
let id: string

const figures = (query: { by?: 'day' | 'month'; days?: number; months?: number } = {}) =>
  as(owner).circleFigures({ params: { id }, query })
const nothing = { joined: 0, left: 0, contents: 0, reads: 0, comments: 0 }

async function at(now: number) {
  platform.now = now
  const signedIn = async (member: BuiltMember) => ({ ...member, token: await buildSession(platform.db, member, now) })
  owner = await signedIn(owner)
  reader = await signedIn(reader)
  stayer = await signedIn(stayer)
}

beforeEach(async () => {
  platform.now = noon - 40 * dayMs
  owner = await buildCompanyElsewhere(platform)
  const { companyId } = owner
  reader = await buildMember(platform.db, { companyId, now: platform.now })
  stayer = await buildMember(platform.db, { companyId, now: platform.now })
  id = await buildCircleOf(platform.db, { companyId, memberIds: [owner.id], now: platform.now })
})

/** Two join the day before yesterday, an hour before midnight; one of them leaves yesterday. */
async function threeDays() {
  const { companyId } = owner
  const accountId = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
  const contentId = await buildContent(platform.db, { companyId, accountId, authorId: owner.id, now: platform.now })
  await at(Date.UTC(2026, 10, 26, 7))
  for (const member of [reader, stayer]) await as(member).joinCircle({ body: { circleId: id } })
  // What is read before it is shared is no reading of the circle.
  const read = (member: BuiltMember) => platform.client(contents, member).read({ body: { businessId: contentId } })
  await read(reader)
  await at(Date.UTC(2026, 10, 26, 20))
  const body = { questionId: contentId, itemType: contentBusinessType, addCircleIds: [id], removeCircleIds: [] }
  await as(owner).shareIntoCircles({ body })
  await as(reader).leaveCircle({ params: { id } })
  for (const member of [reader, stayer]) await read(member)
  await at(noon)
  await read(stayer)
  const discuss = (content: string) =>
    platform.client(contents, stayer).discuss({ body: { businessId: contentId, content } })
  for (const content of ['很有用', '再看一遍']) await discuss(content)
  await sql`update topics.comment set removed = 'author' where content = '再看一遍'`.execute(platform.root)
}

it('figures of a circle stand on the days of the company', async () => {
  await threeDays()
  const { total, items } = await figures({ days: 7 })
  expect(total).toEqual({ members: 2, contents: 1 })
  expect(items.slice(-4)).toEqual([
    { ...nothing, period: '2026-11-24', members: 1 },
    { ...nothing, period: '2026-11-25', members: 3, joined: 2 },
    { ...nothing, period: '2026-11-26', members: 2, left: 1, contents: 1, reads: 2 },
    { ...nothing, period: '2026-11-27', members: 2, reads: 1, comments: 1 },
  ])
  expect(items).toHaveLength(7)
  // Days before there was the circle are no days without members.
  const all = (await figures({ days: 90 })).items
  expect(all).toHaveLength(41)
  expect(all[0]).toEqual({ ...nothing, period: '2026-10-18', members: 1, joined: 1 })
  expect((await figures({ by: 'month' })).items).toEqual([
    { ...nothing, period: '2026-10', members: 1, joined: 1 },
    { members: 2, period: '2026-11', joined: 2, left: 1, contents: 1, reads: 3, comments: 1 },
  ])
})

it('who joins again, is removed or erased counts each time', async () => {
  await at(noon)
  const join = () => as(reader).joinCircle({ body: { circleId: id } })
  await join()
  await as(reader).joinCircle({ body: { circleId: id, leave: true } })
  await join()
  await as(owner).removeCircleMember({ params: { id }, body: { memberId: reader.id, reason: '换部门' } })
  expect((await figures({ days: 7 })).items.at(-1)).toEqual({
    ...{ ...nothing, period: '2026-11-27', members: 1, joined: 2, left: 2 },
  })
})

it('they are for its administrators, also as a file', async () => {
  await threeDays()
  await platform.client(community, owner).changeCircle({ params: { id }, body: { name: '安全圈', desc: '' } })
  for (const call of [as(stayer).circleFigures, as(stayer).exportCircleFigures])
    expect(await refusal(call({ params: { id } }))).toMatchObject({ status: 403, errorCode: 10138 })
  const stranger = await buildCompanyElsewhere(platform)
  for (const call of [as(stranger).circleFigures, as(stranger).exportCircleFigures])
    expect(await refusal(call({ params: { id } }))).toMatchObject({ errorCode: 900005 })
  const answer = await platform.app.inject({
    url: `/api/v1/knowledge-operation/knowledge-circle/${id}/figures-export?by=month&format=csv`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('安全圈 数据.csv'))
  expect(answer.body.trim().split('\r\n')).toEqual([
    '月份,成员,新加入,已退出,分享内容,阅读,评论',
    '2026-10,1,1,0,0,0,0',
    '2026-11,2,2,1,1,3,1',
  ])
})
