import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { following, followsMax, topicBusinessType } from '../contract.ts'
import {
  followedAmong,
  followersAfter,
  followersByDay,
  isFollowedByAnyone,
  mostFollowedSql,
  removeFollowsOf,
  unfollowById,
} from '../server.ts'
import { followedNotes, notes, notesModule, noteType } from './notes.fixture.ts'

const platform = testPlatform({ poolSize: 6, modules: [...serverModules, notesModule] })
let companyId: string
let reader: BuiltMember
let other: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  reader = await buildMember(platform.db, { companyId })
  other = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const as = (member: BuiltMember) => platform.client(following, member)
const callerOf = (member: BuiltMember) => ({ companyId: member.companyId, memberId: member.id }) as Caller

function note(more: { name?: string; ownerId?: string } = {}) {
  const businessId = uuid()
  notes.set(businessId, { name: '装配笔记', companyId, ...more })
  return { businessType: noteType, businessId }
}
type Ref = ReturnType<typeof note>

async function topic(name: string, member = reader): Promise<Ref> {
  const { id } = await platform.client(topics, member).quickAddTopic({ body: { name } })
  return { businessType: topicBusinessType, businessId: id }
}

const attention = (ref: Ref, member = reader, wanted?: boolean) =>
  as(member).attention({ body: { ...ref, ...(wanted !== undefined && { following: wanted }) } })
const numberOf = async (ref: Ref) => (await as(other).attentionState({ query: ref })).attentionNum

/** Counters beside their rows: both say the same. */
async function expectAgreement(ref: Ref) {
  const { rows } = await sql<{ counted: number; kept: number }>`
    select (select count(*)::int from following.follow where business_id = ${ref.businessId}) as counted,
      coalesce((select follower_count from following.followed where business_id = ${ref.businessId}), 0) as kept`.execute(
    platform.root,
  )
  expect(rows[0]?.kept).toBe(rows[0]?.counted)
}

describe('following', () => {
  it('answers an attention id, lists what is followed, and takes it back by the same call', async () => {
    const safety = await topic('安全生产')
    const own = note()
    await proves('COMMUNITY-184', async () => {
      expect(await attention(safety)).toEqual({ attentionId: expect.any(String), following: true, attentionNum: 1 })
    })
    await attention(own)
    await proves('COMMUNITY-097', async () => {
      const { items, recordCount } = await as(reader).myAttention({ query: {} })
      expect(recordCount).toBe(2)
      expect(items).toMatchObject([
        { ...own, item: { name: '装配笔记', link: `/notes/${own.businessId}`, picture: null } },
        { ...safety, item: { name: '安全生产', link: `/share-study/topic-list/${safety.businessId}` } },
      ])
      expect((await as(reader).myAttention({ query: { businessType: noteType } })).items).toHaveLength(1)
      expect((await as(other).myAttention({ query: {} })).items).toEqual([])
    })
    await proves('COMMUNITY-098', async () => {
      await attention(safety, other)
      expect(await numberOf(safety)).toBe(2)
      await attention(safety, other)
      expect(await numberOf(safety)).toBe(1)
    })
    await proves('COMMUNITY-099', async () => {
      expect(await attention(safety)).toEqual({ attentionId: null, following: false, attentionNum: 0 })
      expect(await as(reader).attentionState({ query: safety })).toEqual({ attentionId: null, attentionNum: 0 })
    })
    await expectAgreement(safety)
  })

  it('does what was wanted, however often it is asked', async () => {
    const ref = note()
    const { attentionId } = await attention(ref, reader, true)
    expect(await attention(ref, reader, true)).toEqual({ attentionId, following: true, attentionNum: 1 })
    expect(await attention(ref, reader, false)).toMatchObject({ attentionId: null, attentionNum: 0 })
    expect(await attention(ref, reader, false)).toMatchObject({ attentionId: null, attentionNum: 0 })
    expect(followedNotes.filter(({ id }) => id === ref.businessId)).toEqual([
      { id: ref.businessId, memberId: reader.id },
    ])
  })

  it('refuses what is not there, hidden, of another company, of no kind, or one’s own', async () => {
    const hidden = note()
    notes.set(hidden.businessId, { name: '装配笔记', companyId, hidden: true })
    const own = note({ ownerId: reader.id })
    const foreign = await topic('别家的话题', stranger)
    for (const ref of [hidden, foreign, { ...foreign, businessId: uuid() }]) {
      expect(await refusal(attention(ref))).toMatchObject({ status: 422, errorCode: 900005 })
      expect(await refusal(as(reader).attentionState({ query: ref }))).toMatchObject({ errorCode: 900005 })
    }
    expect(await refusal(attention({ ...own, businessType: 9999 }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(attention(own))).toMatchObject({ errorCode: 900012 })
    expect((await as(reader).myAttention({ query: {} })).recordCount).toBe(0)
  })

  it('is taken back even where the thing is hidden since, and is listed without its name', async () => {
    const ref = note()
    await attention(ref)
    notes.set(ref.businessId, { name: '装配笔记', companyId, hidden: true })
    expect((await as(reader).myAttention({ query: {} })).items).toMatchObject([{ ...ref, item: null }])
    expect(await attention(ref)).toMatchObject({ attentionId: null })
    await expectAgreement(ref)
  })

  it('counts what is followed by kind', async () => {
    const refs = [await topic('设备'), await topic('工艺'), note()]
    for (const ref of refs) await attention(ref)
    await proves('COMMUNITY-182', async () => {
      expect(await as(reader).myAttentionStatistic()).toEqual({
        attentionNum: 3,
        max: followsMax,
        items: [
          { businessType: topicBusinessType, label: { cn: '话题', en: 'Topic' }, count: 2 },
          { businessType: noteType, label: { cn: '便笺', en: 'Note' }, count: 1 },
        ],
      })
      expect(await as(other).myAttentionStatistic()).toMatchObject({ attentionNum: 0, items: [] })
    })
  })

  it('[COMMUNITY-196] lists the topics, the newest first, page by page, without those that were deleted', async () => {
    const admin = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const [first, gone, last] = [await topic('焊接'), await topic('旧话题'), await topic('涂装')]
    for (const ref of [first, gone, last, note()]) await attention(ref)
    await attention(last, other)
    await platform.client(topics, admin).deleteTopics({ body: { topicIds: [gone.businessId] } })
    const page = (number: number) => as(reader).myAttentionTopics({ query: { page: number, pageSize: 1 } })
    expect(await page(1)).toMatchObject({
      recordCount: 2,
      items: [{ topicId: last.businessId, topicName: '涂装', attentionNum: 2, attentionId: expect.any(String) }],
    })
    expect((await page(2)).items).toMatchObject([{ topicId: first.businessId, topicName: '焊接', attentionNum: 1 }])
    expect((await page(3)).items).toEqual([])
  })

  it('[COMMUNITY-092] takes 2,000 follows of a member and refuses one more', async () => {
    await sql`
      insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
      select gen_random_uuid(), ${companyId}, ${reader.id}, ${noteType}, gen_random_uuid(), n
      from generate_series(1, ${followsMax - 1}) as n`.execute(platform.root)
    const [last, beyond] = [note(), note()]
    expect(await attention(last)).toMatchObject({ following: true })
    expect(await refusal(attention(beyond))).toMatchObject({ status: 422, errorCode: 700530, data: { max: 2000 } })
    expect(await numberOf(beyond)).toBe(0)
    // What is followed already is no further one, and a place that is free again can be used.
    expect(await attention(last, reader, true)).toMatchObject({ following: true })
    await attention(last)
    expect(await attention(beyond)).toMatchObject({ following: true })
  })
})

describe('several calls at one moment', () => {
  const counter = (ref: Ref) => () =>
    sql`select from following.followed where business_id = ${ref.businessId} for update`

  it('follow once: first follows of one member end in one row', async () => {
    const ref = note()
    const begin = () => attention(ref, other)
    const { answers, accepted } = await race(platform, 6, () => attention(ref), { begin, locked: counter(ref) })
    expect(accepted).toBe(6)
    expect(new Set(answers.map(({ attentionId }) => attentionId)).size).toBe(1)
    expect(await numberOf(ref)).toBe(2)
    await expectAgreement(ref)
  })

  it('count every member once', async () => {
    const ref = note()
    const members = await Promise.all(Array.from({ length: 6 }, () => buildMember(platform.db, { companyId })))
    const begin = () => attention(ref, other)
    const call = (index: number) => attention(ref, members[index])
    expect(await race(platform, 6, call, { begin, locked: counter(ref) })).toMatchObject({ accepted: 6 })
    expect(await numberOf(ref)).toBe(7)
    await expectAgreement(ref)
  })

  it('unfollow once', async () => {
    const ref = note()
    const begin = async () => {
      await attention(ref)
      await attention(ref, other)
    }
    expect(await race(platform, 6, () => attention(ref, reader, false), { begin })).toMatchObject({ accepted: 6 })
    expect(await numberOf(ref)).toBe(1)
    await expectAgreement(ref)
  })

  it('never pass the limit together', async () => {
    await sql`
      insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
      select gen_random_uuid(), ${companyId}, ${reader.id}, ${noteType}, gen_random_uuid(), n
      from generate_series(1, ${followsMax - 2}) as n`.execute(platform.root)
    const refs = Array.from({ length: 6 }, () => note())
    const call = (index: number) => attention(refs[index] ?? note())
    expect(await race(platform, 6, call, { begin: async () => undefined })).toMatchObject({
      accepted: 2,
      refused: { 700530: 4 },
    })
  })
})

describe('follows of a topic', () => {
  const manager = () => buildMember(platform.db, { companyId, roles: ['super-admin'] })

  it('go on with the topic into which it is merged, without doubles', async () => {
    const [from, also, into] = [await topic('精益'), await topic('精益生产'), await topic('持续改进')]
    for (const ref of [from, also, into]) await attention(ref)
    for (const ref of [from, also]) await attention(ref, other)
    const { attentionId } = await as(reader).attentionState({ query: into })
    const body = { topicIds: [from.businessId, also.businessId] }
    await platform.client(topics, await manager()).mergeTopics({ params: { id: into.businessId }, body })
    expect(await numberOf(into)).toBe(2)
    expect(await as(reader).attentionState({ query: into })).toMatchObject({ attentionId, attentionNum: 2 })
    expect(await as(other).attentionState({ query: into })).toMatchObject({ attentionId: expect.any(String) })
    for (const ref of [from, also, into]) await expectAgreement(ref)
    expect(await isFollowedByAnyone(platform.db, companyId, from)).toBe(false)
    await attention(into, other)
    expect(await numberOf(into)).toBe(1)
  })

  it('end with a topic that is deleted', async () => {
    const [gone, kept] = [await topic('旧话题'), await topic('新话题')]
    for (const ref of [gone, kept]) await attention(ref)
    await platform.client(topics, await manager()).deleteTopics({ body: { topicIds: [gone.businessId] } })
    expect(await isFollowedByAnyone(platform.db, companyId, gone)).toBe(false)
    expect(await numberOf(kept)).toBe(1)
    for (const ref of [gone, kept]) await expectAgreement(ref)
  })
})

describe('the door', () => {
  it('hands out followers in batches, the most followed first, and unfollows by the id of the caller’s own follow', async () => {
    const [much, little] = [note(), note()]
    const members = await Promise.all(Array.from({ length: 3 }, () => buildMember(platform.db, { companyId })))
    for (const member of members) await attention(much, member)
    const { attentionId } = await attention(little)
    const first = await followersAfter(platform.db, companyId, much, null, 2)
    const rest = await followersAfter(platform.db, companyId, much, first.at(-1) ?? null, 2)
    expect([...first, ...rest]).toEqual(members.map(({ id }) => id).sort())
    const { rows } = await sql<{ business_id: string }>`
      select business_id from ${mostFollowedSql(companyId, noteType, 5)} as m order by follower_count desc`.execute(
      platform.root,
    )
    expect(rows.map((row) => row.business_id)).toEqual([much.businessId, little.businessId])
    const reading = callerOf(reader)
    expect(await followedAmong(platform.db, reading, noteType, [much.businessId, little.businessId])).toEqual(
      new Set([little.businessId]),
    )
    await unfollowById(platform.db, callerOf(other), attentionId ?? '', platform.now)
    expect(await numberOf(little)).toBe(1)
    await unfollowById(platform.db, reading, attentionId ?? '', platform.now)
    await unfollowById(platform.db, reading, attentionId ?? '', platform.now)
    expect(await isFollowedByAnyone(platform.db, companyId, little)).toBe(false)
    await removeFollowsOf(platform.db, companyId, noteType, [much.businessId])
    expect(await isFollowedByAnyone(platform.db, companyId, much)).toBe(false)
    await expectAgreement(much)
  })

  it('counts followers won and lost by days of the company', async () => {
    const member = await buildCompanyElsewhere(platform)
    companyId = member.companyId
    const ref = note()
    // 23:59 and 00:01 in Los Angeles, on a day of its own in UTC.
    platform.now = Date.UTC(2026, 2, 3, 7, 59)
    const dayBefore = Date.UTC(2026, 2, 2) / 86_400_000
    await attention(ref, member)
    platform.now = Date.UTC(2026, 2, 3, 8, 1)
    await attention(ref, member)
    await attention(ref, member)
    expect(await followersByDay(platform.db, companyId, ref, { from: dayBefore, to: dayBefore + 1 })).toEqual([
      { day: dayBefore, won: 1, lost: 0 },
      { day: dayBefore + 1, won: 1, lost: 1 },
    ])
  })
})
