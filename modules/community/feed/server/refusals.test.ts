/** Refusals of the community that no sequence of calls meets by the way. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { ask } from '#modules/community/ask/contract.ts'
import { buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { columns } from '#modules/community/columns/contract.ts'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount, buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { contentBusinessType, contents, emptyFields } from '#modules/community/contents/contract.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'

const platform = testPlatform()
let companyId: string
let owner: BuiltMember
let member: BuiltMember
let accountId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  owner = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  member = await buildMember(platform.db, { companyId })
  accountId = await buildAccount(platform.db, { companyId, memberIds: [owner.id, member.id] })
})

it('of circles: who does not administer one adds nobody and changes no announcement; its last administrator stays', async () => {
  const id = await buildCircle(platform.db, { companyId, ownerId: owner.id, name: '维修圈' })
  const own = platform.client(community, owner)
  const others = platform.client(community, member)
  await others.joinCircle({ body: { circleId: id } })
  const announcement = await own.announceInCircle({ params: { id }, body: { title: '集合', content: '九点' } })
  const params = { id: announcement.id }
  for (const call of [
    () => others.addCircleMembers({ params: { id }, body: { memberIds: [owner.id] } }),
    () => others.removeCircleAnnouncement({ params }),
    () => others.pinCircleAnnouncement({ params, body: { pinned: true } }),
    () => others.remindOfAnnouncement({ params }),
    () => own.joinCircle({ body: { circleId: id, leave: true } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 10138 })
})

it('of columns and contents: a member of the account orders and shows nothing of others; who is none of it, nothing at all', async () => {
  const { id } = await platform
    .client(columns, owner)
    .createColumn({ body: { comeEnjoyId: accountId, title: '三十讲', introduce: '' } })
  const contentId = await buildContent(platform.db, { companyId, accountId, authorId: owner.id, state: 'closed' })
  const own = platform.client(contents, member)
  const order = { params: { id }, body: { questionIds: [contentId] } }
  expect(await refusal(platform.client(columns, member).orderContents(order))).toMatchObject({ errorCode: 10138 })
  expect(await refusal(own.activate({ params: { id: contentId } }))).toMatchObject({ errorCode: 10138 })
  expect(await refusal(own.managed({ query: { id: uuid() } }))).toMatchObject({ errorCode: 10138 })
})

it('of discussions: what was taken away is quoted no more', async () => {
  const businessId = await buildContent(platform.db, { companyId, accountId, authorId: owner.id })
  const { id } = await platform
    .client(topics, member)
    .addComment({ body: { businessType: contentBusinessType, businessId, content: '第一句' } })
  await platform.client(topics, member).removeComment({ params: { id }, query: {} })
  const body = { businessId, content: '引用', quotedId: id }
  expect(await refusal(platform.client(contents, owner).discuss({ body }))).toMatchObject({ errorCode: 900036 })
})

it('of drafts: who has left the account, whose account is frozen, and who has too many', async () => {
  const writer = await buildMember(platform.db, { companyId })
  const account = await buildAccount(platform.db, { companyId, memberIds: [writer.id] })
  const as = platform.client(contents, writer)
  const contentId = await buildContent(platform.db, { companyId, accountId: account, authorId: writer.id })
  const { rows } = await sql<{ id: string }>`select id from contents.version where content_id = ${contentId}`.execute(
    platform.root,
  )
  const restore = () => as.restoreVersion({ body: { id: rows[0]?.id ?? '', revision: 0 } })
  const fields = { ...emptyFields, title: '未写完', html: '<p>文</p>' }
  const draft = await as.saveDraft({ body: { accountId: account, type: 1, revision: 0, fields } })
  await sql`insert into contents.draft (id, company_id, member_id, account_id, type, fields, created_at, updated_at)
    select gen_random_uuid(), company_id, member_id, account_id, type, fields, 1, 1 from contents.draft, generate_series(2, 200)
    where id = ${draft.id}`.execute(platform.root)
  expect(await refusal(restore())).toMatchObject({ errorCode: 70129 })
  await sql`delete from contents.draft where member_id = ${writer.id} and id <> ${draft.id}`.execute(platform.root)
  await sql`update community.account set frozen_at = 1 where id = ${account}`.execute(platform.root)
  const caption = { accountId: account, fileId: uuid(), language: 'zh', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\n好' }
  for (const call of [restore, () => as.saveCaption({ body: caption })])
    expect(await refusal(call())).toMatchObject({ errorCode: 70306 })
  await sql`update community.account set frozen_at = null where id = ${account}`.execute(platform.root)
  await sql`delete from community.account_member where account_id = ${account}`.execute(platform.root)
  expect(await refusal(restore())).toMatchObject({ errorCode: 900005 })
  const sent = { draftId: draft.id, revision: draft.revision }
  expect(await refusal(as.publish({ body: sent }))).toMatchObject({ errorCode: 70304 })
})

it('of the ask bar: a closed question is not withdrawn and nobody is invited to it; nobody follows themselves', async () => {
  const expertId = await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [owner.id] })
  const id = await buildQuestion(platform.db, { companyId, authorId: member.id, state: 'duplicate', now: platform.now })
  const as = platform.client(ask, member)
  expect(await refusal(as.withdrawQuestion({ params: { id } }))).toMatchObject({ errorCode: 70601 })
  expect(await refusal(as.inviteExpert({ params: { id }, body: { expertId } }))).toMatchObject({ errorCode: 70601 })
  const own = platform.client(ask, owner)
  expect(await refusal(own.followExpert({ body: { expertId } }))).toMatchObject({ errorCode: 900012 })
})
