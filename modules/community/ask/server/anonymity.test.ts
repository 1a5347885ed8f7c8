import { beforeAll, describe, expect, it } from 'vitest'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { ask } from '../contract.ts'
import { questionBody } from './ask.fixture.ts'

const platform = testPlatform()
let asker: BuiltMember
let answerer: BuiltMember
let follower: BuiltMember
let chief: BuiltMember
let expertId: string
let questionId: string
let answerId: string
const as = (one: BuiltMember) => platform.client(ask, one)

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  asker = await buildMember(platform.db, { companyId, fullName: '无名氏' })
  answerer = await buildMember(platform.db, { companyId, fullName: '陈思' })
  follower = await buildMember(platform.db, { companyId, fullName: '周宁' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [asker.id] })
  expertId = await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [answerer.id] })
  const body = questionBody({ isAnonymous: true, mentionIds: [follower.id], title: '匿名请教薪酬规则' })
  questionId = (await as(asker).askQuestion({ body })).id
  await as(follower).followQuestion({ params: { id: questionId }, body: { following: true } })
  await as(asker).inviteExpert({ params: { id: questionId }, body: { expertId } })
  answerId = (await as(answerer).answerQuestion({ params: { id: questionId }, body: { content: '见制度' } })).id
  const edit = { title: '匿名请教薪酬制度', content: '', topicIds: [], expertsOnly: false, revision: 0 }
  await as(asker).editQuestion({ params: { id: questionId }, body: edit })
  await as(asker).addFollowUp({ params: { id: questionId }, body: { content: '<p>指年终奖的部分</p>' } })
  await as(asker).acceptAnswer({ params: { id: answerId } })
  await as(answerer).makeCard({ params: { id: answerId }, body: { title: '薪酬制度' } })
  await platform.runJobs()
})

describe('an anonymous question', () => {
  it('names its asker in no answer, message and list of colleagues and moderators', async () => {
    const params = { id: questionId }
    for (const reader of [answerer, follower, chief]) {
      const answers: unknown[] = [
        await as(reader).question({ params }),
        await as(reader).listQuestions({ query: {} }),
        await as(reader).listQuestions({ query: { tab: 'hot' } }),
        await as(reader).recommendedQuestions({ query: { ids: [questionId] } }),
        await as(reader).similarQuestions({ query: { title: '匿名请教薪酬' } }),
        await as(reader).questionRevisions({ params }),
        await as(reader).listAnswers({ params }),
        await as(reader).listCards(),
        await as(reader).suggestedExperts(),
        await as(reader).expertTrends(),
        await platform.client(messages, reader).listNotifications({ query: {} }),
        await platform.client(messages, reader).findMyUnfinished({ query: {} }),
        await platform.client(topics, reader).listComments({ query: { businessType: 12, businessId: questionId } }),
      ]
      for (const one of answers) expect(JSON.stringify(one)).not.toMatch(new RegExp(`${asker.id}|无名氏`))
    }
    const { items } = await platform.client(messages, answerer).listNotifications({ query: {} })
    expect(items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['有同事邀请您回答问题', '您的回答被采纳', '您回答的问题有了补充']),
    )
    const read = await as(follower).question({ params })
    expect(read).toMatchObject({ author: null, followUps: [{ content: '<p>指年终奖的部分</p>' }] })
    const mentioned = await platform.client(messages, follower).listNotifications({ query: {} })
    expect(mentioned.items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['陈思回答了您关注的问题', '有同事在匿名提问中提到了您']),
    )
  })

  it('is nothing that its asker answers, comments on or follows under the own name', async () => {
    const params = { id: questionId }
    const other = await as(asker).askQuestion({ body: questionBody({ isAnonymous: true }) })
    const answering = as(asker).answerQuestion({ params: other, body: { content: '好' } })
    expect(await refusal(answering)).toMatchObject({ errorCode: 70608 })
    for (const [businessType, businessId] of [
      [12, questionId],
      [14, answerId],
    ] as const) {
      const comment = { body: { businessType, businessId, content: '谢谢' } }
      expect(await refusal(platform.client(topics, asker).addComment(comment))).toMatchObject({ errorCode: 900035 })
      expect(await platform.client(topics, follower).addComment(comment)).toMatchObject({ content: '谢谢' })
    }
    const following = as(asker).followQuestion({ params, body: { following: true } })
    expect(await refusal(following)).toMatchObject({ errorCode: 900012 })
    expect(await as(asker).question({ params })).toMatchObject({ isOwn: true, author: null, mayAnswer: false })
  })

  it('shows its asker to a moderator with a reason, and the log keeps who looked', async () => {
    const look = { params: { id: questionId }, body: { reason: '收到举报' } }
    expect(await refusal(as(follower).revealAuthor(look))).toMatchObject({ errorCode: 10138 })
    expect(await as(chief).revealAuthor(look)).toMatchObject({ author: { fullName: '无名氏' } })
    const { items } = await platform.client(operations, chief).listAudit({ query: {} })
    expect(JSON.stringify(items)).toContain('收到举报')
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${asker.id}|无名氏`))
    const unknown = { params: { id: answerId }, body: look.body }
    expect(await refusal(as(chief).revealAuthor(unknown))).toMatchObject({ errorCode: 900005 })
  })
})
