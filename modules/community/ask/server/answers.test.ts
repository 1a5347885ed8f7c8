import { beforeAll, describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { ask } from '../contract.ts'
import { buildAnswer, buildQuestion } from './ask.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let companyId: string
let asker: BuiltMember
let expert: BuiltMember
let member: BuiltMember
let chief: BuiltMember
let stranger: BuiltMember
let expertId: string
const as = (one?: BuiltMember) => platform.client(ask, one)

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  asker = await buildMember(platform.db, { companyId, fullName: '林知远' })
  expert = await buildMember(platform.db, { companyId, fullName: '陈思' })
  member = await buildMember(platform.db, { companyId, fullName: '周宁' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  expertId = await buildAccount(platform.db, { companyId, enjoyType: 0, name: '陈思专栏', memberIds: [expert.id] })
})

/** A session ends within hours: everybody signs in again. */
async function goTo(instant: number): Promise<void> {
  platform.now = instant
  const again = async (one: BuiltMember) => ({ ...one, token: await buildSession(platform.db, one, instant) })
  ;[asker, expert, member, chief] = [await again(asker), await again(expert), await again(member), await again(chief)]
  stranger = await again(stranger)
}

const build = (input: object = {}) =>
  buildQuestion(platform.db, { companyId, authorId: asker.id, now: platform.now, ...input })
const answer = (id: string, one: BuiltMember, content = '<p>三天</p>') =>
  as(one).answerQuestion({ params: { id }, body: { content } })

describe('answers', () => {
  it('[COMMUNITY-046] come from experts with their mark, and from members unless experts alone are asked', async () => {
    const id = await build({ expertsOnly: true })
    expect(await refusal(answer(id, member))).toMatchObject({ errorCode: 70605 })
    await answer(id, expert)
    expect(await as(member).listAnswers({ params: { id } })).toMatchObject({
      items: [{ author: { fullName: '陈思', expertId } }],
    })
    const open = await build()
    await answer(open, member)
    expect((await as(asker).listAnswers({ params: { id: open } })).items[0]?.author).toMatchObject({
      fullName: '周宁',
      expertId: null,
    })
    expect(await refusal(answer(open, stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).listAnswers({ params: { id: open } }))).toMatchObject({ errorCode: 900005 })
  })

  it('are one a member, however many are sent at once', async () => {
    const begin = async () => {
      question = await build()
    }
    let question = ''
    const result = await race(platform, 5, () => answer(question, member), { begin })
    expect(result).toMatchObject({ accepted: 1, refused: { 70604: 4 } })
    expect(await as(asker).question({ params: { id: question } })).toMatchObject({ answerCount: 1 })
  })

  it('of a frozen expert are refused', async () => {
    const frozen = await buildMember(platform.db, { companyId })
    const accountId = await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [frozen.id] })
    const id = await build()
    const { id: answerId } = await answer(id, frozen)
    const other = await build()
    await platform.client(community, chief).freezeAccount({ params: { id: accountId }, body: { reason: '离职交接' } })
    expect(await refusal(answer(other, frozen))).toMatchObject({ errorCode: 70307 })
    const edit = { params: { id: answerId }, body: { content: '四天', revision: 0 } }
    expect(await refusal(as(frozen).editAnswer(edit))).toMatchObject({ errorCode: 70307 })
    const invitation = { params: { id: other }, body: { expertId: accountId } }
    expect(await refusal(as(asker).inviteExpert(invitation))).toMatchObject({ errorCode: 70611 })
  })

  it('are edited by their author with a history, and removed unless accepted', async () => {
    const id = await build()
    const { id: answerId } = await answer(id, member)
    const edit = { params: { id: answerId }, body: { content: '<p>四天</p>', revision: 0 } }
    expect(await refusal(as(expert).editAnswer(edit))).toMatchObject({ errorCode: 10138 })
    expect(await as(member).editAnswer(edit)).toEqual({ revision: 1 })
    expect(await refusal(as(member).editAnswer(edit))).toMatchObject({ errorCode: 70603, data: { revision: 1 } })
    expect(await as(asker).answerRevisions({ params: { id: answerId } })).toMatchObject({
      items: [{ number: 0, title: null, content: '<p>三天</p>' }],
    })
    expect(await refusal(as(stranger).answerRevisions({ params: { id: answerId } }))).toMatchObject({
      errorCode: 900005,
    })
    await as(asker).acceptAnswer({ params: { id: answerId } })
    expect(await refusal(as(expert).deleteAnswer({ params: { id: answerId } }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(member).deleteAnswer({ params: { id: answerId } }))).toMatchObject({ errorCode: 70612 })
    const removal = { params: { id: answerId }, body: { reason: '不准确' } }
    await as(chief).removeAnswer(removal)
    expect(await refusal(as(chief).removeAnswer(removal))).toMatchObject({ errorCode: 900005 })
    expect(await as(asker).question({ params: { id } })).toMatchObject({ answerCount: 0, acceptedAnswerId: null })
    const second = await answer(id, member)
    await as(member).deleteAnswer({ params: { id: second.id } })
    expect(await refusal(as(asker).acceptAnswer({ params: { id: second.id } }))).toMatchObject({ errorCode: 900005 })
  })

  it('are accepted by the asker alone, who may choose another', async () => {
    const id = await build()
    const first = await answer(id, member)
    const second = await answer(id, expert)
    expect(await refusal(as(member).acceptAnswer({ params: { id: first.id } }))).toMatchObject({ errorCode: 10138 })
    expect(await as(asker).acceptAnswer({ params: { id: first.id } })).toEqual({ bounty: 'none' })
    expect(await as(asker).acceptAnswer({ params: { id: first.id } })).toEqual({ bounty: 'none' })
    await as(asker).acceptAnswer({ params: { id: second.id } })
    const { items } = await as(member).listAnswers({ params: { id }, query: { order: 'newest' } })
    expect(items.map((one) => [one.id, one.accepted])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
    await platform.runJobs()
    await as(asker).closeAsDuplicate({ params: { id }, body: { duplicateOfId: await build() } })
    expect(await refusal(as(asker).acceptAnswer({ params: { id: first.id } }))).toMatchObject({ errorCode: 70601 })
  })
})

describe('votes', () => {
  it('count once a member, go back, and are never for oneself', async () => {
    const id = await build()
    const { id: answerId } = await answer(id, member)
    const vote = (one: BuiltMember, value: -1 | 0 | 1) =>
      as(one).voteAnswer({ params: { id: answerId }, body: { value } })
    expect(await vote(asker, 1)).toEqual({ score: 1, ownVote: 1 })
    expect(await vote(asker, 1)).toEqual({ score: 1, ownVote: 1 })
    expect(await vote(expert, -1)).toEqual({ score: 0, ownVote: -1 })
    expect(await vote(asker, -1)).toEqual({ score: -2, ownVote: -1 })
    expect(await vote(asker, 0)).toEqual({ score: -1, ownVote: 0 })
    expect(await refusal(vote(member, 1))).toMatchObject({ errorCode: 900012 })
    expect(await refusal(vote(stranger, 1))).toMatchObject({ errorCode: 900005 })
    const question = (one: BuiltMember) => as(one).voteQuestion({ params: { id }, body: { value: 1 } })
    expect(await question(member)).toEqual({ score: 1, ownVote: 1 })
    expect(await refusal(question(asker))).toMatchObject({ errorCode: 900012 })
    expect(await refusal(question(stranger))).toMatchObject({ errorCode: 900005 })
  })

  it('that come in a flood count once', async () => {
    let id = ''
    const begin = async () => {
      id = await build()
    }
    const call = () => as(member).voteQuestion({ params: { id }, body: { value: 1 } })
    const { answers } = await race(platform, 20, call, { begin })
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ score: 1, ownVote: 1 })))
  })
})

describe('invitations', () => {
  it('reach the expert as a to-do with the promised time, and are late after it', async () => {
    const id = await build()
    const promise = { params: { id: expertId }, body: { promiseHours: 24, takesInvitations: true } }
    expect(await refusal(as(member).setPromise(promise))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(stranger).setPromise(promise))).toMatchObject({ errorCode: 900005 })
    await as(expert).setPromise(promise)
    const invite = (one: BuiltMember, toId = expertId) =>
      as(one).inviteExpert({ params: { id }, body: { expertId: toId } })
    expect(await refusal(invite(member))).toMatchObject({ errorCode: 10138 })
    const dueAt = platform.now + 24 * 3_600_000
    expect(await invite(asker)).toEqual({ dueAt })
    expect(await invite(asker)).toEqual({ dueAt })
    const { items } = await platform.client(messages, expert).findMyUnfinished({ query: {} })
    expect(items).toMatchObject([{ kind: 'ask.invitation', businessId: id, dueAt }])
    expect(await as(member).expert({ params: { id: expertId } })).toMatchObject({ openCount: 1, promiseHours: 24 })
    await goTo(dueAt + 1)
    expect((await as(asker).question({ params: { id } })).invitations).toMatchObject([
      { fullName: '陈思', overdue: true, answered: false },
    ])
    await answer(id, expert)
    expect((await as(asker).question({ params: { id } })).invitations).toMatchObject([
      { overdue: false, answered: true },
    ])
    expect((await platform.client(messages, expert).findMyUnfinished({ query: {} })).items).toEqual([])
  })

  it('are five a question, never to oneself, and not to who takes none', async () => {
    const id = await build()
    const experts: string[] = []
    for (let count = 0; count < 6; count += 1) {
      const { id: memberId } = await buildMember(platform.db, { companyId })
      experts.push(await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [memberId] }))
    }
    const [last = '', ...invited] = experts
    const invite = (toId: string) => as(asker).inviteExpert({ params: { id }, body: { expertId: toId } })
    for (const one of invited) await invite(one)
    expect(await refusal(invite(last))).toMatchObject({ errorCode: 70610, data: { max: 5 } })
    expect(await refusal(invite(id))).toMatchObject({ errorCode: 900005 })
    const own = await buildQuestion(platform.db, { companyId, authorId: expert.id, now: platform.now })
    const oneself = as(expert).inviteExpert({ params: { id: own }, body: { expertId } })
    expect(await refusal(oneself)).toMatchObject({ errorCode: 900012 })
    const away = { params: { id: expertId }, body: { promiseHours: 24, takesInvitations: false } }
    await as(expert).setPromise(away)
    const other = await build()
    const inviteAway = as(asker).inviteExpert({ params: { id: other }, body: { expertId } })
    expect(await refusal(inviteAway)).toMatchObject({ errorCode: 70611 })
    await as(expert).setPromise({ ...away, body: { ...away.body, takesInvitations: true } })
  })
})

describe('knowledge cards', () => {
  it('are made of accepted answers, stale after a year, and renewed by their owner', async () => {
    const id = await build({ title: '发票怎么开' })
    const { id: answerId } = await answer(id, member, '<p>在财务系统申请</p>')
    const make = (one: BuiltMember) => as(one).makeCard({ params: { id: answerId }, body: { title: '开发票' } })
    expect(await refusal(make(member))).toMatchObject({ errorCode: 70614 })
    await as(asker).acceptAnswer({ params: { id: answerId } })
    expect(await refusal(make(expert))).toMatchObject({ errorCode: 10138 })
    const card = await make(member)
    expect(await make(chief)).toEqual(card)
    const own = async (state: 'current' | 'stale') =>
      (await as(member).listCards({ query: { state, isOwn: true } })).items
    expect(await own('current')).toMatchObject([{ title: '开发票', owner: { fullName: '周宁' }, stale: false }])
    expect((await as(stranger).listCards()).items).toEqual([])
    await goTo(card.reviewAt)
    expect(await own('stale')).toMatchObject([{ id: card.id, stale: true }])
    const { items } = await platform.client(messages, member).findMyUnfinished({ query: {} })
    expect(items).toMatchObject([{ kind: 'ask.card', title: '开发票' }])
    const renewal = { params: { id: card.id }, body: {} }
    expect(await refusal(as(expert).renewCard(renewal))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(stranger).renewCard(renewal))).toMatchObject({ errorCode: 900005 })
    const { reviewAt } = await as(member).renewCard(renewal)
    expect(new Date(reviewAt).getUTCFullYear()).toBe(new Date(card.reviewAt).getUTCFullYear() + 1)
    expect(await own('stale')).toEqual([])
    expect(await refusal(as(expert).deleteCard({ params: { id: card.id } }))).toMatchObject({ errorCode: 10138 })
    await as(chief).deleteCard({ params: { id: card.id } })
    expect(await refusal(as(chief).deleteCard({ params: { id: card.id } }))).toMatchObject({ errorCode: 900005 })
    expect(await own('current')).toEqual([])
  })

  it('lists by words, topics and nobody else', async () => {
    const id = await build()
    const answerId = await buildAnswer(platform.db, {
      ...{ companyId, questionId: id, authorId: member.id, now: platform.now, accepted: true },
    })
    await as(member).makeCard({ params: { id: answerId }, body: { title: '年假的规则', months: 1 } })
    expect((await as(asker).listCards({ query: { search: '规则' } })).recordCount).toBe(1)
    expect((await as(asker).listCards({ query: { search: '食堂' } })).recordCount).toBe(0)
    expect((await as(asker).listCards({ query: { topicId: id } })).recordCount).toBe(0)
  })

  it('of a question that is removed stand nowhere, and wait for nobody', async () => {
    const id = await build()
    const { id: answerId } = await answer(id, member, '<p>见制度</p>')
    await as(asker).acceptAnswer({ params: { id: answerId } })
    const { reviewAt } = await as(member).makeCard({ params: { id: answerId }, body: { title: '旧的' } })
    await goTo(reviewAt)
    const waiting = async () =>
      (await platform.client(messages, member).findMyUnfinished({ query: {} })).items.filter(
        ({ title }) => title === '旧的',
      )
    expect(await waiting()).toHaveLength(1)
    await as(chief).removeQuestion({ params: { id }, body: { reason: '过时' } })
    expect(await waiting()).toEqual([])
    expect((await as(member).listCards({ query: { search: '旧的' } })).recordCount).toBe(0)
  })
})
