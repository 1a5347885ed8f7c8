import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { ask } from '../contract.ts'
import { buildAnswer, buildQuestion, questionBody } from './ask.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { administrator: ['super-admin'] })
let asker: BuiltMember
let reader: BuiltMember
/** A moderator of the company of the roles; their administrator has one organization alone. */
let chief: BuiltMember
const as = (member?: BuiltMember) => platform.client(ask, member)

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  asker = await buildMember(platform.db, { companyId, fullName: '林知远' })
  reader = await buildMember(platform.db, { companyId, fullName: '陈思' })
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
})

const build = (input: object = {}) =>
  buildQuestion(platform.db, { companyId: asker.companyId, authorId: asker.id, now: platform.now, ...input })

describe('asking', () => {
  it('shows the question with its answers, and the same key asks once', async () => {
    const topic = await platform.client(topics, asker).quickAddTopic({ body: { name: '假期' } })
    const source = {
      businessType: 1,
      businessId: uuid(),
      sectionId: uuid(),
      second: 75,
      page: null,
      title: '入职培训',
      link: '/study/course/detail/1?second=75',
    }
    const body = questionBody({ topicIds: [topic.id], source })
    const { id } = await as(asker).askQuestion({ body })
    expect(await as(asker).askQuestion({ body })).toEqual({ id })
    await proves('COMMUNITY-126', async () => {
      expect(await as(reader).question({ params: { id } })).toMatchObject({
        title: body.title,
        content: body.content,
        author: { fullName: '林知远' },
        topics: [{ name: '假期' }],
        source,
        mayAnswer: true,
        isOwn: false,
      })
    })
    const answer = await as(reader).answerQuestion({ params: { id }, body: { content: '<p>三天</p>' } })
    await proves('COMMUNITY-125', async () => {
      expect(await as(asker).question({ params: { id } })).toMatchObject({ answerCount: 1, mayAnswer: true })
      expect(await as(asker).listAnswers({ params: { id } })).toMatchObject({
        items: [{ id: answer.id, content: '<p>三天</p>', author: { fullName: '陈思' } }],
        recordCount: 1,
      })
    })
  })

  it('refuses what is too long, from both sides, and links that lead away', async () => {
    const about = (input: object) => as(asker).askQuestion({ body: questionBody(input) })
    await bounds(100, (length) => about({ title: '题'.repeat(length) }), { refused: 900001, path: 'title' })
    await bounds(5000, (length) => about({ content: '文'.repeat(length) }), { refused: 900001, path: 'content' })
    const mentions = Array.from({ length: 10_000 }, () => uuid())
    await bounds(20, (count) => about({ mentionIds: mentions.slice(0, count) }), {
      refused: 900001,
      path: 'mentionIds',
    })
    expect(await refusal(about({ mentionIds: mentions }))).toMatchObject({ errorCode: 900001 })
    const source = { businessType: 1, businessId: uuid(), sectionId: null, second: null, page: 3, title: '手册' }
    for (const link of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/a?b=<script>', 'study'])
      expect(await refusal(about({ source: { ...source, link } }))).toMatchObject({ errorCode: 900001 })
    expect(await about({ source: { ...source, link: '/study/knowledge/1?page=3' } })).toMatchObject({
      id: expect.any(String),
    })
  })

  it('keeps no script of a text, neither of a question nor of an answer', async () => {
    const content = `<p onclick="x()">早<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x()">好</a></p>
      <svg onload=alert(1)></svg><a href="data:text/html,x">链</a>`
    const { id } = await as(asker).askQuestion({ body: questionBody({ content }) })
    await as(reader).answerQuestion({ params: { id }, body: { content } })
    const shown = [
      (await as(reader).question({ params: { id } })).content,
      ...(await as(reader).listAnswers({ params: { id } })).items.map((answer) => answer.content),
    ]
    expect(shown).toHaveLength(2)
    for (const text of shown) expect(text).not.toMatch(/script|onclick|onerror|onload|svg|data:|<img/)
    expect(await refusal(as(reader).answerQuestion({ params: { id }, body: { content: '<p> </p>' } }))).toMatchObject({
      errorCode: 900001,
    })
  })

  it('keeps each edit in the history and refuses an edit of an old text', async () => {
    const id = await build()
    const body = { title: '如何申请病假', content: '<p>一</p>', topicIds: [], expertsOnly: false, revision: 0 }
    const mentioned = { ...body, mentionIds: [reader.id, asker.id] }
    expect(await as(asker).editQuestion({ params: { id }, body: mentioned })).toEqual({ revision: 1 })
    const late = await refusal(as(asker).editQuestion({ params: { id }, body }))
    expect(late).toMatchObject({ errorCode: 70603, data: { revision: 1 } })
    expect(await refusal(as(reader).editQuestion({ params: { id }, body }))).toMatchObject({ errorCode: 10138 })
    expect(await as(reader).questionRevisions({ params: { id } })).toMatchObject({
      items: [{ number: 0, title: '如何申请年假' }],
      recordCount: 1,
    })
    const { items } = await platform.client(messages, reader).listNotifications({ query: {} })
    expect(items[0]).toMatchObject({ title: '林知远在问吧中提到了您' })
  })
})

describe('lists of questions', () => {
  it('go on after the last one, tab by tab', async () => {
    const company = { companyId: await buildCompany(platform.db) }
    const own = await buildMember(platform.db, company)
    const other = await buildMember(platform.db, company)
    const days = [4, 3, 2, 1].map((day) => platform.now - day * 86_400_000)
    const ids: string[] = []
    for (const now of days) ids.push(await buildQuestion(platform.db, { ...company, authorId: own.id, now }))
    const [first = '', second = '', third = '', fourth = ''] = ids
    await buildAnswer(platform.db, { ...company, questionId: second, authorId: other.id, now: platform.now })
    await as(other).voteQuestion({ params: { id: first }, body: { value: 1 } })
    const listed = async (query: object, member = other) => {
      const { items, next } = await as(member).listQuestions({ query })
      return { ids: items.map(({ id }) => id), next }
    }
    expect(await listed({ pageSize: 3 })).toEqual({ ids: [fourth, third, second], next: second })
    expect(await listed({ pageSize: 3, after: second })).toEqual({ ids: [first], next: null })
    expect(await listed({ tab: 'unanswered' })).toEqual({ ids: [fourth, third, first], next: null })
    expect(await listed({ tab: 'answered' })).toEqual({ ids: [second], next: null })
    expect(await listed({ tab: 'mine' })).toEqual({ ids: [], next: null })
    expect((await listed({ tab: 'mine' }, own)).ids).toEqual([fourth, third, second, first])
    expect((await listed({ tab: 'hot' })).ids).toHaveLength(4)
    expect(await listed({ tab: 'bounty' })).toEqual({ ids: [], next: null })
    expect((await listed({ search: '年假' })).ids).toHaveLength(4)
    expect((await listed({ search: '报销' })).ids).toEqual([])
    await proves('COMMUNITY-224', async () => {
      const query = { ids: [`${third},${first}`, uuid()] }
      const found = await as(other).recommendedQuestions({ query })
      expect(found.items.map(({ id }) => id)).toEqual([third, first])
      expect(await refusal(as(other).recommendedQuestions({ query: { ids: ['x'] } }))).toMatchObject({
        errorCode: 900001,
      })
    })
  })

  it('finds similar questions while one types, and only what the caller may read', async () => {
    const id = await build({ title: '差旅报销需要哪些发票' })
    await build({ title: '差旅报销需要什么材料', state: 'withdrawn', authorId: reader.id })
    await build({ title: '食堂几点开门' })
    const { items } = await as(asker).similarQuestions({ query: { title: '差旅报销要什么发票' } })
    expect(items.map((item) => item.id)).toEqual([id])
    const none = await as(asker).similarQuestions({ query: { title: '差旅报销要什么发票', exceptId: id } })
    expect(none.items).toEqual([])
    expect((await as(asker).similarQuestions({ query: { title: '？！' } })).items).toEqual([])
  })
})

describe('closing a question', () => {
  it('is for the asker or a moderator, and a colleague, a stranger and other companies change nothing', async () => {
    const owned = () =>
      buildQuestion(platform.db, { companyId: roles.companyId, authorId: roles.owner.id, now: platform.now })
    const [id, target] = [await owned(), await owned()]
    const state = async () => (await as(roles.owner).question({ params: { id } })).state
    const refused = { colleague: 10138, member: 10138, stranger: 10138, otherCompany: 900005, nobody: 401 } as const
    await expectRoles(roles, {
      withdrawQuestion: {
        ...refused,
        administrator: 10138,
        owner: 'accepted',
        state,
        call: (caller) => as(caller).withdrawQuestion({ params: { id } }),
      },
    })
    // Withdrawn, it is there for the asker alone.
    expect(await refusal(as(roles.colleague).question({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(chief).reopenQuestion({ params: { id } }))).toMatchObject({
      errorCode: 900005,
    })
    await as(roles.owner).reopenQuestion({ params: { id } })
    await expectRoles(roles, {
      closeAsDuplicate: {
        ...refused,
        administrator: 10138,
        owner: 'accepted',
        call: (caller) => as(caller).closeAsDuplicate({ params: { id }, body: { duplicateOfId: target } }),
      },
    })
    expect(await as(roles.member).question({ params: { id } })).toMatchObject({
      state: 'duplicate',
      duplicateOf: { id: target },
      mayAnswer: false,
    })
    const circular = as(roles.owner).closeAsDuplicate({ params: { id: target }, body: { duplicateOfId: id } })
    expect(await refusal(circular)).toMatchObject({ errorCode: 70613 })
    const itself = { params: { id: target }, body: { duplicateOfId: target } }
    expect(await refusal(as(roles.owner).closeAsDuplicate(itself))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(as(roles.member).reopenQuestion({ params: { id } }))).toMatchObject({ errorCode: 10138 })
    expect(await as(roles.owner).reopenQuestion({ params: { id } })).toEqual({})
    expect(await state()).toBe('open')
    await as(chief).closeAsDuplicate({ params: { id }, body: { duplicateOfId: target } })
    const again = as(roles.owner).closeAsDuplicate({ params: { id }, body: { duplicateOfId: target } })
    expect(await refusal(again)).toMatchObject({ errorCode: 70601 })
    expect(await as(chief).reopenQuestion({ params: { id } })).toEqual({})
  })

  it('leaves answered questions; a moderator removes with a reason that the asker reads', async () => {
    const { companyId, owner, member, administrator, colleague } = roles
    const id = await buildQuestion(platform.db, { companyId, authorId: owner.id, now: platform.now })
    await buildAnswer(platform.db, { companyId, questionId: id, authorId: member.id, now: platform.now })
    expect(await refusal(as(owner).withdrawQuestion({ params: { id } }))).toMatchObject({ errorCode: 70602 })
    expect(await refusal(as(owner).deleteQuestion({ params: { id } }))).toMatchObject({ errorCode: 70602 })
    expect(await refusal(as(member).deleteQuestion({ params: { id } }))).toMatchObject({ errorCode: 10138 })
    const removal = { params: { id }, body: { reason: '与工作无关' } }
    expect(await refusal(as(owner).removeQuestion(removal))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(administrator).removeQuestion(removal))).toMatchObject({ errorCode: 10138 })
    await as(chief).removeQuestion(removal)
    expect(await refusal(as(colleague).question({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await as(owner).question({ params: { id } })).toMatchObject({
      state: 'removed',
      removedReason: '与工作无关',
    })
    expect(await refusal(as(owner).reopenQuestion({ params: { id } }))).toMatchObject({ errorCode: 70601 })
    const answering = as(owner).answerQuestion({ params: { id }, body: { content: '好' } })
    expect(await refusal(answering)).toMatchObject({ errorCode: 70601 })
    const gone = { params: { id: uuid() }, body: removal.body }
    expect(await refusal(as(chief).removeQuestion(gone))).toMatchObject({ errorCode: 900005 })
    const own = await buildQuestion(platform.db, { companyId, authorId: owner.id, now: platform.now })
    await as(owner).deleteQuestion({ params: { id: own } })
    expect(await refusal(as(colleague).question({ params: { id: own } }))).toMatchObject({ errorCode: 900005 })
    const late = { title: '新', content: '', topicIds: [], expertsOnly: false, revision: 0 }
    expect(await refusal(as(owner).editQuestion({ params: { id: own }, body: late }))).toMatchObject({
      errorCode: 70601,
    })
  })
})
