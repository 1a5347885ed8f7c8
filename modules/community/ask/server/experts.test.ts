import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { ask } from '../contract.ts'
import { buildAnswer, buildQuestion } from './ask.fixture.ts'

const platform = testPlatform()
let companyId: string
let reader: BuiltMember
let first: BuiltMember
let second: BuiltMember
let firstId: string
let secondId: string
let teamId: string
let otherId: string
const as = (one: BuiltMember) => platform.client(ask, one)

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  reader = await buildMember(platform.db, { companyId })
  first = await buildMember(platform.db, { companyId, fullName: '陈思' })
  second = await buildMember(platform.db, { companyId, fullName: '周宁' })
  const personal = { companyId, enjoyType: 0 } as const
  firstId = await buildAccount(platform.db, { ...personal, name: '陈思专栏', memberIds: [first.id] })
  secondId = await buildAccount(platform.db, { ...personal, name: '周宁专栏', memberIds: [second.id] })
  teamId = await buildAccount(platform.db, { companyId, memberIds: [first.id] })
  const otherCompany = await buildCompany(platform.db)
  const other = await buildMember(platform.db, { companyId: otherCompany })
  otherId = await buildAccount(platform.db, { companyId: otherCompany, enjoyType: 0, memberIds: [other.id] })
})

describe('experts', () => {
  it('are followed once, and unfollowed by the attention id', async () => {
    const follow = (expertId: string, by = reader) => as(by).followExpert({ body: { expertId } })
    const { attentionId } = await follow(firstId)
    await proves('COMMUNITY-121', async () => expect(await follow(firstId)).toEqual({ attentionId }))
    await proves('COMMUNITY-225', async () => {
      expect(await as(reader).expert({ params: { id: firstId } })).toMatchObject({ attentionNum: 1, attentionId })
    })
    await follow(secondId)
    await proves('COMMUNITY-123', async () => {
      const { items, recordCount } = await as(reader).followedExpertIds()
      expect(items.toSorted()).toEqual([firstId, secondId].toSorted())
      expect(recordCount).toBe(2)
    })
    for (const id of [teamId, otherId, uuid()]) expect(await refusal(follow(id))).toMatchObject({ errorCode: 900005 })
    await as(second).unfollowExpert({ params: { id: attentionId } })
    await proves('COMMUNITY-222', async () => {
      expect((await as(reader).followedExpertIds()).items).toContain(firstId)
    })
    await as(reader).unfollowExpert({ params: { id: attentionId } })
    await proves('COMMUNITY-122', async () => {
      expect((await as(reader).followedExpertIds()).items).toEqual([secondId])
    })
    await proves('COMMUNITY-226', async () => {
      expect(await as(reader).unfollowExpert({ params: { id: attentionId } })).toEqual({})
      expect(await as(reader).expert({ params: { id: firstId } })).toMatchObject({
        attentionNum: 0,
        attentionId: null,
      })
    })
  })

  it('[COMMUNITY-223] are personal share accounts with what they have answered', async () => {
    const questionId = await buildQuestion(platform.db, { companyId, authorId: reader.id, now: platform.now })
    const answer = { companyId, questionId, authorId: second.id, expertId: secondId, now: platform.now }
    await buildAnswer(platform.db, { ...answer, accepted: true })
    expect(await as(reader).expert({ params: { id: secondId } })).toMatchObject({
      name: '周宁专栏',
      fullName: '周宁',
      answerCount: 1,
      acceptedCount: 1,
      openCount: 0,
      promiseHours: 48,
      takesInvitations: true,
      isOwn: false,
    })
    for (const id of [teamId, otherId, uuid()])
      expect(await refusal(as(reader).expert({ params: { id } }))).toMatchObject({ errorCode: 900005 })
  })

  it('have the votes for their answers among the likes of their account, without what was removed', async () => {
    const companyId = await buildCompany(platform.db)
    const [asker, expert] = [
      await buildMember(platform.db, { companyId }),
      await buildMember(platform.db, { companyId }),
    ]
    const expertId = await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [expert.id] })
    const answer = async (accountId: string | undefined) => {
      const questionId = await buildQuestion(platform.db, { companyId, authorId: asker.id, now: platform.now })
      const written = { companyId, questionId, authorId: expert.id, now: platform.now }
      return buildAnswer(platform.db, { ...written, ...(accountId !== undefined && { expertId: accountId }) })
    }
    const vote = (id: string, value: -1 | 1) => as(asker).voteAnswer({ params: { id }, body: { value } })
    const [liked, disliked, removed] = [await answer(expertId), await answer(expertId), await answer(expertId)]
    for (const id of [liked, removed, await answer(undefined)]) await vote(id, 1)
    await vote(disliked, -1)
    await as(expert).deleteAnswer({ params: { id: removed } })
    const { total, items } = await platform
      .client(community, expert)
      .accountAnalysis({ query: { id: expertId, days: 7 } })
    expect(total).toMatchObject({ praise: 1, reads: 0, contents: 0 })
    expect(items.map(({ praise }) => praise)).toEqual([0, 0, 0, 0, 0, 0, 1])
  })

  it('are suggested by topic, and who has much to answer comes later', async () => {
    const topic = await platform.client(topics, reader).quickAddTopic({ body: { name: '财务' } })
    const base = { companyId, authorId: reader.id, now: platform.now, topicIds: [topic.id] }
    const questions = [await buildQuestion(platform.db, base), await buildQuestion(platform.db, base)]
    for (const [at, questionId] of questions.entries()) {
      const answer = { companyId, questionId, now: platform.now }
      await buildAnswer(platform.db, { ...answer, authorId: first.id, expertId: firstId, accepted: true })
      if (at === 0) await buildAnswer(platform.db, { ...answer, authorId: second.id, expertId: secondId })
    }
    const suggested = async (by: BuiltMember) =>
      (await as(by).suggestedExperts({ query: { topicIds: topic.id } })).items.map(({ id }) => id)
    for (const topicIds of ['-'.repeat(36), `${topic.id},`, Array(6).fill(topic.id).join()])
      expect(await refusal(as(reader).suggestedExperts({ query: { topicIds } }))).toMatchObject({ errorCode: 900001 })
    expect(await suggested(reader)).toEqual([firstId, secondId])
    expect(await suggested(first)).toEqual([secondId])
    for (let count = 0; count < 6; count += 1) {
      const id = await buildQuestion(platform.db, base)
      await as(reader).inviteExpert({ params: { id }, body: { expertId: firstId } })
    }
    expect(await suggested(reader)).toEqual([secondId, firstId])
    expect((await as(reader).suggestedExperts()).items.map(({ id }) => id)).toContain(secondId)
    expect(await as(reader).askTopic({ params: { id: topic.id } })).toMatchObject({
      name: '财务',
      questionCount: 8,
      unansweredCount: 6,
    })
    expect(await refusal(as(reader).askTopic({ params: { id: uuid() } }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('trends of followed experts', () => {
  it('go on after the last one, and show nothing of anonymous questions', async () => {
    const member = await buildMember(platform.db, { companyId })
    await as(member).followExpert({ body: { expertId: firstId } })
    const now = platform.now + 10_000
    const asked = { companyId, authorId: first.id, expertId: firstId }
    const question = await buildQuestion(platform.db, { ...asked, now: now + 1, title: '专家的提问' })
    await buildQuestion(platform.db, { companyId, authorId: first.id, isAnonymous: true, now: now + 2 })
    const other = await buildQuestion(platform.db, { companyId, authorId: reader.id, now })
    const given = { companyId, questionId: other, authorId: first.id, expertId: firstId, now: now + 3 }
    const answer = await buildAnswer(platform.db, given)
    const newest = await as(member).expertTrends({ query: { pageSize: 1 } })
    await proves('COMMUNITY-221', async () => {
      expect(newest).toMatchObject({ items: [{ id: answer, kind: 'answer', questionId: other }], next: answer })
    })
    await proves('COMMUNITY-124', async () => {
      const following = await as(member).expertTrends({ query: { pageSize: 1, lastId: answer } })
      expect(following).toMatchObject({ items: [{ id: question, kind: 'question', title: '专家的提问' }] })
      const rest = await as(member).expertTrends({ query: { lastId: question } })
      expect(rest.items.every(({ createTime }) => createTime < now)).toBe(true)
      expect(rest.next).toBeNull()
    })
    expect((await as(second).expertTrends()).items).toEqual([])
    const own = await as(second).trendsOfExpert({ params: { id: firstId }, query: { pageSize: 2 } })
    expect(own).toMatchObject({ items: [{ id: answer }, { id: question }], next: question })
    expect((await as(second).trendsOfExpert({ params: { id: otherId } })).items).toEqual([])
  })
})
