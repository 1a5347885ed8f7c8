import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { following, topicBusinessType } from '#modules/community/following/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { community } from '../contract.ts'
import { accountAdministratorSql, accountBusinessType, accountCards } from '../server.ts'
import { buildAccount } from './accounts.fixture.ts'

const platform = testPlatform({ poolSize: 2 })
let companyId: string
let reader: BuiltMember
let number = 0

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  reader = await buildMember(platform.db, { companyId })
})

const as = (member: BuiltMember) => platform.client(community, member)
const callerOf = ({ companyId: company, id }: BuiltMember) => ({ companyId: company, memberId: id }) as Caller
const someone = () => buildMember(platform.db, { companyId })

async function expert(name: string, { topicId, at }: { topicId?: string; at?: number } = {}) {
  const owner = await someone()
  number += 1
  const now = at ?? platform.now + number
  const id = await buildAccount(platform.db, { companyId, enjoyType: 0, name, memberIds: [owner.id], now })
  if (topicId !== undefined)
    await setTopics(platform.db, {
      ...{ companyId, businessType: accountBusinessType, businessId: id, topicIds: [topicId] },
    })
  return { id, owner }
}

async function followedBy(id: string, ...members: BuiltMember[]) {
  for (const member of members)
    await platform.client(following, member).attention({ body: { businessType: accountBusinessType, businessId: id } })
}

const freeze = (id: string) => sql`update community.account set frozen_at = 1 where id = ${id}`.execute(platform.root)

const names = ({ items }: { items: readonly { name: string }[] }) => items.map(({ name }) => name)

describe('accounts are found', () => {
  it('[COMMUNITY-146] as hot: the most followed first, then the newest; frozen ones and those of others never', async () => {
    const [much, little, older, newer, frozen] = [
      await expert('热门'),
      await expert('一般'),
      await expert('较早'),
      await expert('较新'),
      await expert('冻结的'),
    ]
    const [first, second] = [await someone(), await someone()]
    await followedBy(much.id, first, second)
    await followedBy(frozen.id, first, second, reader)
    await followedBy(little.id, first)
    await freeze(frozen.id)
    const elsewhere = await buildCompany(platform.db)
    const stranger = await buildMember(platform.db, { companyId: elsewhere })
    await buildAccount(platform.db, { companyId: elsewhere, name: '别家', memberIds: [stranger.id] })
    const hot = await as(reader).hotAccounts({ query: {} })
    expect(names(hot)).toEqual(['热门', '一般', '较新', '较早'])
    expect(hot.items[0]).toMatchObject({ id: much.id, attentionNum: 2, attention: false, own: false, frozen: false })
    expect(names(await as(reader).hotAccounts({ query: { pageSize: 3 } }))).toEqual(['热门', '一般', '较新'])
    expect(names(await as(stranger).hotAccounts({ query: {} }))).toEqual(['别家'])
    expect([older.id, newer.id]).toHaveLength(2)
  })

  it('[COMMUNITY-147] as recommended: by the topics that the caller follows, without what they follow or belong to', async () => {
    const { id: topicId } = await platform.client(topics, reader).quickAddTopic({ body: { name: '焊接' } })
    const [known, many, matching, own] = [
      await expert('已关注'),
      await expert('粉丝多'),
      await expert('同话题', { topicId }),
      await buildAccount(platform.db, { companyId, name: '自己的', memberIds: [reader.id] }),
    ]
    const other = await someone()
    await followedBy(known.id, reader)
    await followedBy(many.id, other)
    await followedBy(matching.id)
    await platform
      .client(following, reader)
      .attention({ body: { businessType: topicBusinessType, businessId: topicId } })
    const found = await as(reader).recommendedAccounts({ query: {} })
    expect(names(found)).toEqual(['同话题', '粉丝多'])
    expect(found).toMatchObject({ recordCount: 2 })
    expect(names(await as(reader).recommendedAccounts({ query: { page: 2, pageSize: 1 } }))).toEqual(['粉丝多'])
    expect(own).toBeTypeOf('string')
  })

  it('[COMMUNITY-148] at random: each time some of them, none twice, never a followed, own or frozen one', async () => {
    const experts = []
    for (let count = 0; count < 8; count += 1) experts.push(await expert(`专家 ${count}`))
    const [followed, frozen, ...rest] = experts
    await followedBy(followed?.id ?? '', reader)
    await freeze(frozen?.id ?? '')
    await buildAccount(platform.db, { companyId, name: '自己的', memberIds: [reader.id] })
    const allowed = new Set(rest.map(({ id }) => id))
    const orders = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const { items } = await as(reader).randomAccounts({ query: { pageSize: 4 } })
      expect(new Set(items.map(({ id }) => id)).size).toBe(4)
      expect(items.every(({ id }) => allowed.has(id))).toBe(true)
      orders.add(items.map(({ id }) => id).join())
    }
    // 360 orders are possible: twelve equal ones by chance never come.
    expect(orders.size).toBeGreaterThan(1)
    expect((await as(reader).randomAccounts({ query: { pageSize: 50 } })).items).toHaveLength(6)
  })

  it('[COMMUNITY-151] among those that the caller follows, the newest follow first', async () => {
    const [first, second] = [await expert('先关注'), await expert('后关注')]
    await expert('没关注')
    await followedBy(first.id, reader)
    platform.now += 1000
    await followedBy(second.id, reader)
    await freeze(first.id)
    const page = await as(reader).followedAccounts({ query: {} })
    expect(page).toMatchObject({
      recordCount: 2,
      items: [
        { name: '后关注', attention: true, attentionId: expect.any(String), frozen: false },
        { name: '先关注', attention: true, frozen: true },
      ],
    })
    expect(names(await as(reader).followedAccounts({ query: { page: 2, pageSize: 1 } }))).toEqual(['先关注'])
    expect((await as(second.owner).followedAccounts({ query: {} })).items).toEqual([])
  })

  it('in the expert square: personal accounts by name, topic and order', async () => {
    const { id: topicId } = await platform.client(topics, reader).quickAddTopic({ body: { name: '涂装' } })
    const [lin, wang, frozen] = [await expert('林工', { topicId }), await expert('王工'), await expert('停用')]
    await freeze(frozen.id)
    await buildAccount(platform.db, { companyId, name: '一个团队', memberIds: [reader.id] })
    await followedBy(lin.id, reader)
    const experts = (query: object = {}) => as(reader).experts({ query })
    expect(names(await experts())).toEqual(['林工', '王工'])
    expect(names(await experts({ order: 'newest' }))).toEqual(['王工', '林工'])
    expect(names(await experts({ search: '王' }))).toEqual(['王工'])
    expect(await experts({ topicId })).toMatchObject({
      recordCount: 1,
      items: [{ id: lin.id, attention: true, attentionNum: 1, lstRelationTopic: [{ topicId, topicName: '涂装' }] }],
    })
    expect(names(await experts({ search: '%' }))).toEqual([])
    expect((await as(wang.owner).experts({ query: { search: '王工' } })).items).toMatchObject([{ own: true }])
  })
})

describe('following an account', () => {
  it('is refused for one’s own and for those of other companies', async () => {
    const { id, owner } = await expert('自己')
    const follow = (member: BuiltMember) =>
      platform.client(following, member).attention({ body: { businessType: accountBusinessType, businessId: id } })
    expect(await refusal(follow(owner))).toMatchObject({ errorCode: 900012 })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await refusal(follow(stranger))).toMatchObject({ errorCode: 900005 })
    expect(await accountCards(platform.db, callerOf(stranger), [id])).toEqual(new Map())
    const { rows } = await sql<{ account_id: string }>`
      select account_id from ${accountAdministratorSql(callerOf(owner))} as a`.execute(platform.root)
    expect(rows).toEqual([{ account_id: id }])
  })

  it('ends with the account: the follows of an erased expert go with it', async () => {
    const { id, owner } = await expert('离职的专家')
    await followedBy(id, reader)
    const erased = { companyId, memberId: owner.id, now: platform.now }
    for (const part of personalData.all().filter(({ module }) => ['community', 'following'].includes(module)))
      for (let time = 0; time < 2; time += 1) await part.erase(platform.db, erased)
    expect(await as(reader).followedAccounts({ query: {} })).toEqual({ items: [], recordCount: 0 })
    expect(await platform.client(following, reader).myAttentionStatistic()).toMatchObject({ attentionNum: 0 })
  })

  it('is handed out and erased with the follower, and the account counts one less', async () => {
    const { id } = await expert('有粉丝的')
    const other = await someone()
    await followedBy(id, reader, other)
    const person = { companyId, memberId: reader.id, now: platform.now }
    const part = personalData.all().find(({ module }) => module === 'following')
    expect(await part?.collect(platform.db, person)).toMatchObject([{ name: 'follows', rows: [{ business_id: id }] }])
    for (let time = 0; time < 2; time += 1) await part?.erase(platform.db, person)
    expect(await part?.collect(platform.db, person)).toMatchObject([{ rows: [] }])
    expect((await as(other).hotAccounts({ query: {} })).items).toMatchObject([{ id, attentionNum: 1 }])
  })
})
