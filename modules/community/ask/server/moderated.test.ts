import { beforeEach, describe, expect, it } from 'vitest'
import { moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { ask } from '../contract.ts'
import { questionBody } from './ask.fixture.ts'

const platform = testPlatform()
let asker: BuiltMember
let reader: BuiltMember
let chief: BuiltMember

beforeEach(async () => {
  const companyId = await buildCompany(platform.db)
  asker = await buildMember(platform.db, { companyId, fullName: '无名氏', now: platform.now })
  reader = await buildMember(platform.db, { companyId, fullName: '陈思', now: platform.now })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
})

const as = (one: BuiltMember) => platform.client(ask, one)
const moderating = (one: BuiltMember) => platform.client(moderation, one)
const asked = async (change: object = {}) => (await as(asker).askQuestion({ body: questionBody(change) })).id
const shown = (id: string, by = reader) => as(by).question({ params: { id } })

/** The case of a content that the member reports. */
async function reported(businessId: string, by = reader) {
  await moderating(by).accuse({ body: { businessId, reason: '广告', reasonCode: 'spam' } })
  const found = (await moderating(chief).queue({ query: {} })).items.find((row) => row.businessId === businessId)
  if (!found) throw new Error('a report has a case')
  return found
}

const decide = (id: string, body: object = {}) =>
  moderating(chief).decide({
    params: { id },
    body: {
      ...{ revision: 0, outcome: 'remove', reasonCode: 'spam', note: '请勿发布广告', warn: false, muteDays: 0 },
      ...body,
    },
  })
const restore = (id: string, revision = 1) =>
  moderating(chief).restore({ params: { id }, body: { revision, note: '' } })

describe('a reported question', () => {
  it('is removed and shown again by moderators', async () => {
    const id = await asked({ title: '加微信领优惠' })
    const found = await reported(id)
    expect(found).toMatchObject({ title: '加微信领优惠', author: { memberId: asker.id }, isAnonymous: false })
    await decide(found.id)
    expect(await refusal(shown(id))).toMatchObject({ errorCode: 900005 })
    expect(await shown(id, asker)).toMatchObject({ state: 'removed' })
    await restore(found.id)
    expect(await shown(id)).toMatchObject({ state: 'open' })
  })

  it('leaves the queue when its asker withdraws or deletes it', async () => {
    const params = { id: await asked() }
    await reported(params.id)
    await as(asker).withdrawQuestion({ params })
    const other = { id: await asked({ title: '另一个问题' }) }
    await reported(other.id)
    await as(asker).deleteQuestion({ params: other })
    expect((await moderating(chief).queue({ query: {} })).items).toEqual([])
    const decided = (await moderating(chief).queue({ query: { state: 'decided' } })).items
    expect(decided.map(({ outcome }) => outcome)).toEqual(['withdrawn', 'withdrawn'])
    // Nobody evades a report: what is open again waits again.
    await as(asker).reopenQuestion({ params })
    const waiting = (await moderating(chief).queue({ query: {} })).items
    expect(waiting).toMatchObject([{ businessId: params.id, reportCount: 1, state: 'open', outcome: null }])
  })

  it('that is anonymous stays so for moderators, and its asker learns of the decision and is muted', async () => {
    const named = await asked({ title: '署名的' })
    const id = await asked({ isAnonymous: true, title: '匿名的' })
    const found = await reported(id)
    expect(found).toMatchObject({ author: null, isAnonymous: true })
    const whole = await moderating(chief).details({ params: { id: found.id } })
    await decide(found.id, { muteDays: 3 })
    const after = await moderating(chief).details({ params: { id: found.id } })
    const list = await moderating(chief).queue({ query: { state: 'decided' } })
    const { items } = await platform.client(messages, chief).listNotifications({ query: {} })
    for (const answer of [whole, after, list, items])
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${asker.id}|无名氏`))
    const second = await reported(named)
    // Neither does the history of a named content tell of the anonymous one.
    expect((await moderating(chief).details({ params: { id: second.id } })).history).toEqual([])
    expect((await moderating(asker).ownDecisions()).items).toMatchObject([{ businessId: id, muteDays: 3 }])
    expect(await refusal(asked())).toMatchObject({ errorCode: 900034, data: { until: platform.now + 3 * 86_400_000 } })
  })
})

describe('a reported answer', () => {
  it('is removed with its place in the count, and comes back', async () => {
    const questionId = await asked()
    const params = { id: questionId }
    const { id } = await as(reader).answerQuestion({ params, body: { content: '加微信' } })
    const found = await reported(id, asker)
    await decide(found.id)
    expect(await shown(questionId)).toMatchObject({ answerCount: 0 })
    expect((await as(asker).listAnswers({ params })).items).toEqual([])
    await restore(found.id)
    expect(await shown(questionId)).toMatchObject({ answerCount: 1 })
    expect((await as(asker).listAnswers({ params })).items).toMatchObject([{ id }])
  })

  it('whose author has answered again since stays removed', async () => {
    const params = { id: await asked() }
    const first = await as(reader).answerQuestion({ params, body: { content: '加微信' } })
    const found = await reported(first.id, asker)
    await decide(found.id)
    const { id } = await as(reader).answerQuestion({ params, body: { content: '见制度' } })
    await restore(found.id)
    expect((await as(asker).listAnswers({ params })).items).toMatchObject([{ id }])
  })

  it('leaves the queue when its author deletes it or a moderator removes it', async () => {
    const params = { id: await asked() }
    const { id } = await as(reader).answerQuestion({ params, body: { content: '加微信' } })
    await reported(id, asker)
    await as(reader).deleteAnswer({ params: { id } })
    const again = await as(reader).answerQuestion({ params, body: { content: '又加微信' } })
    await reported(again.id, asker)
    await as(chief).removeAnswer({ params: { id: again.id }, body: { reason: '广告' } })
    const { items } = await moderating(chief).queue({ query: { state: 'decided' } })
    expect(items.map(({ outcome }) => outcome).toSorted()).toEqual(['remove', 'withdrawn'])
  })
})

describe('words for review', () => {
  it('bring a question, an answer and their edits into the queue, and readers see them meanwhile', async () => {
    const words = [{ word: '加班', level: 'review' as const }]
    await buildWords(platform.db, { companyId: chief.companyId, by: chief.id, words, now: platform.now })
    const params = { id: await asked({ title: '又要加班吗' }) }
    const plain = { id: await asked({ title: '排班' }) }
    const answer = await as(reader).answerQuestion({ params, body: { content: '加班有调休' } })
    const waiting = async () => {
      const { items } = await moderating(chief).queue({ query: {} })
      expect(items.every(({ causes }) => causes.join() === 'words')).toBe(true)
      return items.map(({ businessId }) => businessId)
    }
    expect(await waiting()).toEqual([params.id, answer.id])
    expect(await shown(params.id)).toMatchObject({ state: 'open', answerCount: 1 })
    for (const { id } of (await moderating(chief).queue({ query: {} })).items)
      await decide(id, { outcome: 'keep', reasonCode: 'none' })
    expect(await waiting()).toEqual([])
    const edit = { title: '排班与加班', content: '', topicIds: [], expertsOnly: false, revision: 0 }
    await as(asker).editQuestion({ params: plain, body: edit })
    await as(reader).editAnswer({ params: answer, body: { content: '加班折算调休', revision: 0 } })
    expect(await waiting()).toEqual([plain.id, answer.id])
  })
})

describe('a muted member', () => {
  it('neither asks nor answers nor edits', async () => {
    const params = { id: await asked() }
    const answer = await as(reader).answerQuestion({ params, body: { content: '见制度' } })
    const until = platform.now + 60_000
    for (const { id } of [asker, reader])
      await platform.client(topics, chief).muteMember({ params: { id }, body: { until, reason: '' } })
    const edit = { title: '改过的', content: '', topicIds: [], expertsOnly: false, revision: 0 }
    for (const call of [
      () => asked(),
      () => as(asker).editQuestion({ params, body: edit }),
      () => as(asker).answerQuestion({ params, body: { content: '好' } }),
      () => as(reader).editAnswer({ params: { id: answer.id }, body: { content: '改', revision: 0 } }),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
    platform.now = until
    await as(asker).editQuestion({ params, body: edit })
  })
})
