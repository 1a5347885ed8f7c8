/** What members with bad intent, and moderators with an interest of their own, try in the ask bar. */
import { beforeAll, describe, expect, it } from 'vitest'
import { moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { ask } from '../contract.ts'
import { buildAnswer, buildQuestion, questionBody } from './ask.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let companyId: string
/** Asks, and moderates the ask bar. */
let chief: BuiltMember
let member: BuiltMember
let other: BuiltMember
let second: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  second = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  member = await buildMember(platform.db, { companyId })
  other = await buildMember(platform.db, { companyId })
  const issue = { companyId, owner: { kind: 'person', id: chief.id }, amount: 10_000n } as const
  await inTransaction(platform.root, (within) => buildIssue(within, issue))
})

const as = (one: BuiltMember) => platform.client(ask, one)
const reason = { reason: '不需要了' }
const build = (input: object = {}) =>
  buildQuestion(platform.db, { companyId, authorId: chief.id, now: platform.now, ...input })
const answer = (id: string, one: BuiltMember) =>
  as(one).answerQuestion({ params: { id }, body: { content: '<p>三天</p>' } })

describe('a moderator who asks with a bounty', () => {
  it('does not take it back from those who answered, by removing the question or the answers', async () => {
    const { id } = await as(chief).askQuestion({ body: questionBody({ bounty: '500' }) })
    const { id: answerId } = await answer(id, member)
    for (const call of [
      () => as(chief).removeQuestion({ params: { id }, body: reason }),
      () => as(chief).removeAnswer({ params: { id: answerId }, body: reason }),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: 900012 })
    const moderating = platform.client(moderation, chief)
    await platform
      .client(moderation, other)
      .accuse({ body: { businessId: answerId, reason: '广告', reasonCode: 'spam' } })
    const found = (await moderating.queue({ query: {} })).items.find(({ businessId }) => businessId === answerId)
    const decision = { outcome: 'remove', reasonCode: 'spam', note: '', warn: false, muteDays: 0, revision: 0 } as const
    const params = { id: found?.id ?? '' }
    expect(await refusal(moderating.decide({ params, body: decision }))).toMatchObject({ errorCode: 900012 })
    const balance = await balanceOf(platform.db, companyId, { kind: 'person', id: chief.id }, 1)
    expect(balance.reserved).toBe('500')
    await as(second).removeQuestion({ params: { id }, body: reason })
    expect((await balanceOf(platform.db, companyId, { kind: 'person', id: chief.id }, 1)).reserved).toBe('0')
  })
})

describe('a moderator who has answered as well', () => {
  it('removes no other answer while a bounty waits, neither at once nor by a case', async () => {
    const { id } = await as(chief).askQuestion({ body: questionBody({ bounty: '500' }) })
    const { id: answerId } = await answer(id, member)
    const { id: ownId } = await answer(id, second)
    await platform
      .client(moderation, other)
      .accuse({ body: { businessId: answerId, reason: '广告', reasonCode: 'spam' } })
    const moderating = platform.client(moderation, second)
    const found = (await moderating.queue({ query: {} })).items.find(({ businessId }) => businessId === answerId)
    const params = { id: found?.id ?? '' }
    const decision = { outcome: 'remove', reasonCode: 'spam', note: '', warn: false, muteDays: 0, revision: 0 } as const
    const remove = () => as(second).removeAnswer({ params: { id: answerId }, body: reason })
    const decide = () => moderating.decide({ params, body: decision })
    for (const call of [remove, decide]) expect(await refusal(call())).toMatchObject({ errorCode: 900012 })
    // Who takes the own answer back has nothing to gain any more.
    await as(second).deleteAnswer({ params: { id: ownId } })
    await decide()
    expect((await as(other).listAnswers({ params: { id } })).items).toEqual([])
  })
})

describe('two questions', () => {
  it('do not become duplicates of each other, at one moment either', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = [await build({ title: `甲${round}` }), await build({ title: `乙${round}` })] as const
      const result = await race(
        platform,
        2,
        (at) =>
          as(at === 0 ? chief : second).closeAsDuplicate({
            params: { id: ids[at === 0 ? 0 : 1] },
            body: { duplicateOfId: ids[at === 0 ? 1 : 0] },
          }),
        { begin: () => Promise.resolve() },
      )
      expect(result.accepted).toBe(1)
      const states = [
        await as(chief).question({ params: { id: ids[0] } }),
        await as(chief).question({ params: { id: ids[1] } }),
      ]
      expect(states.map(({ state }) => state).toSorted()).toEqual(['duplicate', 'open'])
    }
  })
})

it('a muted member opens no question again and makes no card', async () => {
  const muted = await buildMember(platform.db, { companyId })
  const id = await build({ authorId: muted.id, state: 'withdrawn' })
  const answered = await build()
  const answerId = await buildAnswer(platform.db, {
    ...{ companyId, questionId: answered, authorId: muted.id, now: platform.now, accepted: true },
  })
  const until = platform.now + 60_000
  await platform.client(topics, chief).muteMember({ params: { id: muted.id }, body: { until, reason: '' } })
  for (const call of [
    () => as(muted).reopenQuestion({ params: { id } }),
    () => as(muted).makeCard({ params: { id: answerId }, body: { title: '卡片' } }),
    () => platform.client(topics, muted).quickAddTopic({ body: { name: '新话题' } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
})

describe('an anonymous question', () => {
  it('names its asker in no answer of any call, to nobody but the asker', async () => {
    const hidden = await buildMember(platform.db, { companyId, fullName: '上官无名' })
    const { id } = await as(hidden).askQuestion({ body: questionBody({ title: '匿名的问题', isAnonymous: true }) })
    await answer(id, member)
    await as(other).followQuestion({ params: { id }, body: { following: true } })
    const answers = await as(hidden).listAnswers({ params: { id } })
    await as(hidden).acceptAnswer({ params: { id: answers.items[0]?.id ?? '' } })
    await platform.client(moderation, other).accuse({ body: { businessId: id, reason: '广告', reasonCode: 'spam' } })
    const moderating = platform.client(moderation, chief)
    const [found] = (await moderating.queue({ query: {} })).items.filter(({ businessId }) => businessId === id)
    const texts = JSON.stringify([
      await as(other).question({ params: { id } }),
      await as(chief).question({ params: { id } }),
      await as(other).listQuestions({ query: {} }),
      await as(other).similarQuestions({ query: { title: '匿名的问题' } }),
      await as(other).questionRevisions({ params: { id } }),
      await as(other).expertTrends({ query: {} }),
      await moderating.details({ params: { id: found?.id ?? '' } }),
      await moderating.queue({ query: {} }),
    ])
    expect(texts).toContain('匿名的问题')
    expect(texts).not.toContain(hidden.id)
    expect(texts).not.toContain('上官无名')
  })
})
