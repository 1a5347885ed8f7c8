import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { following } from '#modules/community/following/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { words } from '#modules/platform/words/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { community } from '../contract.ts'
import { buildAccount } from './accounts.fixture.ts'
import { countVisitsJob } from './visits.ts'

const platform = testPlatform({ poolSize: 6 })
let companyId: string
let chief: BuiltMember
let topicId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  topicId = (await platform.client(topics, chief).quickAddTopic({ body: { name: '数据安全' } })).id
})

const as = (member: BuiltMember) => platform.client(community, member)
const someone = (fullName?: string) => buildMember(platform.db, { companyId, ...(fullName && { fullName }) })

async function picture(owner: BuiltMember): Promise<string> {
  const file = { companyId: owner.companyId, ownerId: owner.id, kind: 'avatar', contentType: 'image/png' } as const
  return (await buildFile(platform.db, file)).id
}

/** A call by the address of the specification; with a body it is a POST. */
async function ask(member: BuiltMember, address: string, body?: object) {
  const answer = await platform.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/v1/knowledge-operation/come-enjoy/${address}`,
    headers: { authorization: `Bearer ${member.token}` },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, json: answer.json() as unknown }
}

let number = 0
async function input(owner: BuiltMember, change: object = {}) {
  number += 1
  const fields = {
    name: `数据安全小组${number}`,
    topicIds: topicId,
    headPortrait: await picture(owner),
    desc: '一起学',
  }
  return { ...fields, enjoyType: 1 as const, ...change }
}

describe('a share account', () => {
  it('of a team exists at once without an approval template', async () => {
    const founder = await someone('周明')
    const body = await input(founder, { name: '安全先锋' })
    const { id } = await proves('COMMUNITY-143', async () => {
      const { json } = await ask(founder, 'apply', body)
      expect(json).toEqual({ code: 0, id: expect.any(String) })
      return json as { id: string }
    })
    const account = await proves('COMMUNITY-127', async () => {
      const { status, json } = await ask(founder, `get-comeenjoy-brief-info?id=${id}`)
      expect(status).toBe(200)
      return json
    })
    await proves('COMMUNITY-033', () =>
      expect(account).toMatchObject({
        id,
        name: '安全先锋',
        desc: '一起学',
        headPortrait: body.headPortrait,
        headPortraitPath: `files/${body.headPortrait}`,
        enjoyType: 1,
        lstRelationTopic: [{ topicId, topicName: '数据安全' }],
        currentMember: expect.any(Object),
      }),
    )
    await proves('COMMUNITY-034', async () => {
      expect(account).toMatchObject({ currentMember: { memberId: founder.id, memberName: '周明', memberType: 0 } })
      expect(await as(await someone()).account({ query: { id } })).toMatchObject({ currentMember: null })
    })
    await proves('COMMUNITY-136', async () => {
      const { json } = await ask(founder, `get-enjoy-relationtopics?id=${id}`)
      expect(json).toMatchObject({ items: [{ topicId, topicName: '数据安全' }], recordCount: 1 })
    })
    await proves('COMMUNITY-129', async () => {
      const { json } = await ask(founder, 'get-enjoylist-for-user')
      expect(json).toMatchObject({ items: [{ id, name: '安全先锋' }], recordCount: 1 })
      expect((await ask(await someone(), 'get-enjoylist-for-user')).json).toEqual({ items: [], recordCount: 0 })
    })
  })

  it('[COMMUNITY-050] takes applications from forms too', async () => {
    const founder = await someone()
    const body = await input(founder)
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/knowledge-operation/come-enjoy/apply',
      headers: {
        authorization: `Bearer ${founder.token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(
        Object.entries(body).map(([name, value]) => [name, String(value)] as [string, string]),
      ).toString(),
    })
    expect(answer.json()).toMatchObject({ code: 0 })
  })

  it('is limited to one per person', async () => {
    const expert = await someone()
    const has = async () => (await ask(expert, 'has-identity-of-enjoyer')).json
    const before = await has()
    await as(expert).apply({ body: await input(expert, { enjoyType: 0 }) })
    await proves('COMMUNITY-132', async () => expect([before, await has()]).toEqual([{ flag: false }, { flag: true }]))
    await proves('COMMUNITY-049', async () => {
      const second = await refusal(as(expert).apply({ body: await input(expert, { enjoyType: 0 }) }))
      expect(second).toMatchObject({ status: 422, errorCode: 70303 })
    })
  })

  it('is limited to one per person among ten concurrent applications', async () => {
    const expert = await someone()
    const bodies = await Promise.all(Array.from({ length: 10 }, () => input(expert, { enjoyType: 0 })))
    const begin = async () => as(expert).apply({ body: await input(expert, { enjoyType: 1 }) })
    const apply = (index: number) => as(expert).apply({ body: bodies[index] as (typeof bodies)[number] })
    expect(await race(platform, 10, apply, { begin })).toMatchObject({ accepted: 1, refused: { 70303: 9 } })
    expect((await as(expert).myAccounts()).recordCount).toBe(2)
  })

  it('of an organization needs the permission to manage it', async () => {
    const member = await someone()
    const refused = await refusal(as(member).apply({ body: await input(member, { enjoyType: 2 }) }))
    expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await as(chief).apply({ body: await input(chief, { enjoyType: 2 }) })).toMatchObject({ code: 0 })
  })

  it.each([
    ['[COMMUNITY-053] an empty name', { name: '  ' }],
    ['[COMMUNITY-054] no topic', { topicIds: '' }],
    ['[COMMUNITY-055] no picture', { headPortrait: undefined }],
    ['another kind', { enjoyType: 3 }],
  ])('is refused with %s', async (_, change) => {
    const founder = await someone()
    const body = (await input(founder, change)) as never
    expect(await refusal(as(founder).apply({ body }))).toMatchObject({ errorCode: 900001 })
  })

  const applyWith = async (change: object) => {
    const founder = await someone()
    return as(founder).apply({ body: await input(founder, change) })
  }

  it('[COMMUNITY-053] takes a name of 20 characters', async () => {
    number += 1
    const named = (length: number) => applyWith({ name: `${number}`.padStart(length, '书') })
    await bounds(20, named, { refused: 900001, path: 'name' })
  })

  it('[COMMUNITY-056] takes a description of 200 characters', async () => {
    await bounds(200, (length) => applyWith({ desc: '书'.repeat(length) }), { refused: 900001, path: 'desc' })
  })

  it('[COMMUNITY-054] takes one to five topics', async () => {
    const { quickAddTopic } = platform.client(topics, chief)
    const ids: string[] = []
    for (let count = 1; count <= 6; count += 1) ids.push((await quickAddTopic({ body: { name: `话题${count}` } })).id)
    const about = (count: number) => applyWith({ topicIds: ids.slice(0, count).join(',') })
    await bounds(5, about, { refused: 900001, path: 'topicIds' })
    await bounds(1, about, { refused: 900001, path: 'topicIds', beyond: 0 })
  })

  it('refuses another member’s picture, an unknown topic and another company’s topic', async () => {
    const founder = await someone()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    for (const change of [
      { headPortrait: await picture(await someone()) },
      { headPortrait: await picture(stranger) },
      { headPortrait: uuid() },
      { topicIds: uuid() },
    ]) {
      const body = await input(founder, change)
      expect(await refusal(as(founder).apply({ body }))).toMatchObject({ errorCode: 900005 })
    }
  })

  it('has a unique name, regardless of width, case and spaces', async () => {
    const founder = await someone()
    await as(founder).apply({ body: await input(founder, { name: 'Data 小组' }) })
    const exists = (name: string) => as(founder).nameExists({ query: { name } })
    await proves('COMMUNITY-052', async () => {
      expect(await exists('ｄａｔａ小 组')).toEqual({ flag: true })
      expect(await exists('数字小组')).toEqual({ flag: false })
    })
    await proves('COMMUNITY-139', async () => {
      const { json } = await ask(founder, `checkNameExist?name=${encodeURIComponent('Data 小组')}`)
      expect(json).toEqual({ flag: true })
    })
    const refused = await refusal(as(founder).apply({ body: await input(founder, { name: 'DATA小组' }) }))
    expect(refused.errorCode).toBe(70308)
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await as(stranger).nameExists({ query: { name: 'Data 小组' } })).toEqual({ flag: false })
  })

  it('[SYSTEM-121] refuses sensitive words in its name and description', async () => {
    await platform.client(words, chief).addWords({ body: { words: ['传销'], category: '', level: 'refuse' } } as never)
    const founder = await someone()
    const refused = await refusal(as(founder).apply({ body: await input(founder, { desc: '一起做传 销' }) }))
    expect(refused).toMatchObject({ errorCode: 900010, data: { fields: [{ path: 'desc' }] } })
  })

  const countVisits = async () => {
    await enqueue(platform.db, countVisitsJob, {})
    await platform.runJobs()
  }

  it('is visited without a wait for whoever changes it; each visit counts once, also where two count at one moment', async () => {
    const [owner, visitor] = [await someone(), await someone()]
    const id = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
    const goneId = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
    const visit = (accountId: string) => as(visitor).account({ query: { id: accountId } })
    await visit(goneId)
    await sql`delete from community.account where id = ${goneId}`.execute(platform.root)
    await platform.root.transaction().execute(async (publisher) => {
      await sql`select from community.account where id = ${id} for update`.execute(publisher)
      await Promise.all([visit(id), visit(id), visit(id)])
    })
    const run = () => countVisitsJob.run(platform.db, {}, { now: platform.now, outside: platform.outside })
    await Promise.all([run(), run()])
    expect((await as(owner).trend({ query: { id } })).read).toBe(3)
    const { rows } = await sql<{ days: number; visits: number; waiting: number }>`
      select count(*) as days, sum(visit_count)::int as visits,
        (select count(*) from community.account_visit v where v.company_id = ${companyId}) as waiting
      from community.account_day where account_id = ${id}`.execute(platform.root)
    expect(rows).toEqual([{ days: 1, visits: 3, waiting: 0 }])
  })

  it('counts its followers, likes, visits and rewards', async () => {
    const [owner, visitor, fan] = [await someone(), await someone(), await someone()]
    const id = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
    const trend = () => as(owner).trend({ query: { id } })
    expect(await trend()).toEqual({ attentionNum: 0, praise: 0, read: 0, rewardCoin: '0' })
    await as(owner).account({ query: { id } })
    for (const one of [visitor, fan]) {
      await as(one).account({ query: { id } })
      await platform.client(following, one).attention({ body: { businessId: id, businessType: 101 } })
      // Who only keeps it for later is no follower.
      await platform.client(topics, one).collect({ body: { businessId: id, businessType: 101 } })
    }
    for (const [index, one] of [owner, visitor, fan].entries())
      await platform.client(topics, one).giveScore({ body: { businessId: id, businessType: 101, score: 3 + index } })
    const team = { kind: 'team', id } as const
    await buildIssue(platform.db, { companyId, owner: team, amount: 1250n, balanceKind: 'reward' })
    await buildIssue(platform.db, { companyId, owner: team, amount: 9900n, balanceKind: 'allocated' })
    expect((await trend()).read).toBe(0)
    await countVisits()
    await countVisits()
    // Visits of its own members and allocated coins don’t count.
    const expected = { attentionNum: 2, praise: 3, read: 2, rewardCoin: '1250' }
    await proves('COMMUNITY-035', async () => expect(await trend()).toEqual(expected))
    await proves('COMMUNITY-128', async () => {
      const { json } = await ask(visitor, `get-comeenjoy-business-trend?id=${id}`)
      expect(json).toEqual(expected)
    })
  })
})
