/** What has to be bought is found by its title, and by what it says only once it is open. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { search } from '../contract.ts'
import { indexChanges } from './search.fixture.ts'

const platform = testPlatform()
let author: BuiltMember
let reader: BuiltMember
let buyer: BuiltMember

const titles = async (member: BuiltMember, query: string) =>
  (await platform.client(search, member).search({ query: { query } })).items.map(({ title }) => title)
const secret = '秘方在第三页'

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId })
  reader = await buildMember(platform.db, { companyId })
  buyer = await buildMember(platform.db, { companyId })
})

async function entitle(businessType: number, itemId: string): Promise<void> {
  await sql`insert into entitlements.entitlement (id, company_id, member_id, business_type, item_id, source, source_id,
      state, starts_at, created_at, changed_at)
    values (gen_random_uuid(), ${author.companyId}, ${buyer.id}, ${businessType}, ${itemId}, 'grant', ${itemId}, 'active', 1, 1, 1)`.execute(
    platform.root,
  )
}

/** Words, a phrase, a part of it, and what is found instead: nothing of it leads to the hidden text. */
async function expectHidden(member: BuiltMember, title: string) {
  for (const query of [secret, `"${secret}"`, '秘方', '第三页 秘方', '哪里有秘方'])
    expect(await titles(member, query)).toEqual([])
  const hits = (await platform.client(search, member).search({ query: { query: title } })).items
  expect(hits).toMatchObject([{ title, passages: [] }])
  expect(JSON.stringify(hits)).not.toContain('秘方')
}

async function expectOpen(member: BuiltMember, title: string) {
  expect(await titles(member, secret)).toEqual([title])
  expect(await titles(member, `"${secret}"`)).toEqual([title])
}

describe('the texts of a course with a price', () => {
  it('are found by who is entitled, or was registered before it had one, until that ends', async () => {
    const { companyId } = author
    const chapters = [{ sections: [{ title: '正文', body: `<p>${secret}。</p>` }] }]
    const course = await buildCourse(platform.db, { author, name: '付费课程', chapters })
    const early = await buildMember(platform.db, { companyId })
    await buildLearner(platform.db, { course, member: early, registeredAt: platform.now - 1000 })
    await indexChanges(platform)
    await expectOpen(reader, '付费课程')
    await buildPrice(platform.db, { companyId, itemId: course.id, now: platform.now })
    await expectHidden(reader, '付费课程')
    await expectHidden(buyer, '付费课程')
    await expectOpen(early, '付费课程')
    await entitle(1, course.id)
    await expectOpen(buyer, '付费课程')
    await sql`update entitlements.entitlement set state = 'revoked' where member_id = ${buyer.id}`.execute(
      platform.root,
    )
    await expectHidden(buyer, '付费课程')
    await sql`delete from courses.course where id = ${course.id}`.execute(platform.root)
    await indexChanges(platform)
  })
})

describe('a content in a column with a price', () => {
  it('is found by its text once the column is bought, and by the members of its account', async () => {
    const { companyId } = author
    const accountId = await buildAccount(platform.db, { companyId, memberIds: [author.id] })
    const id = await buildContent(platform.db, {
      ...{ companyId, accountId, authorId: author.id, title: '专栏第一讲', now: platform.now },
    })
    await sql`update contents.content set plain_text = ${secret}, excerpt = '开篇' where id = ${id}`.execute(
      platform.root,
    )
    const columnId = crypto.randomUUID()
    await sql`insert into columns.special_column (id, company_id, account_id, title, title_key, created_at, released_at)
      values (${columnId}, ${companyId}, ${accountId}, '专栏', '专栏', 1, 1)`.execute(platform.root)
    await sql`insert into columns.column_content (column_id, content_id, company_id, sort, released_at)
      values (${columnId}, ${id}, ${companyId}, 1, 1)`.execute(platform.root)
    await indexChanges(platform)
    await expectOpen(reader, '专栏第一讲')
    await buildPrice(platform.db, { companyId, businessType: 106, itemId: columnId, now: platform.now })
    await expectHidden(reader, '专栏第一讲')
    await expectOpen(author, '专栏第一讲')
    await entitle(106, columnId)
    await expectOpen(buyer, '专栏第一讲')
  })
})
