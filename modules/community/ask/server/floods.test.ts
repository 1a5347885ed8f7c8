/** What one member could fill the ask bar and the lists of colleagues with. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { ask } from '../contract.ts'
import { questionBody } from './ask.fixture.ts'

const platform = testPlatform()
let companyId: string
let asker: BuiltMember
let reader: BuiltMember
let other: BuiltMember
const as = (one: BuiltMember) => platform.client(ask, one)
const news = async (one: BuiltMember) =>
  (await platform.client(messages, one).listNotifications({ query: {} })).items.map(({ title }) => title)

beforeEach(async () => {
  // All tests call from one address.
  await sql`delete from server.rate`.execute(platform.root)
  companyId = await buildCompany(platform.db)
  asker = await buildMember(platform.db, { companyId, fullName: '林知远', now: platform.now })
  reader = await buildMember(platform.db, { companyId, fullName: '陈思', now: platform.now })
  other = await buildMember(platform.db, { companyId, now: platform.now })
})

it('a text that grows when it is cleaned has the limit of what is sent', async () => {
  const content = '<a>'.repeat(16_000)
  const tooLong = { status: 422, errorCode: 900001, data: { fields: [{ path: 'content', rule: 'maxLength' }] } }
  expect(await refusal(as(asker).askQuestion({ body: questionBody({ content }) }))).toMatchObject(tooLong)
  const { id } = await as(asker).askQuestion({ body: questionBody({ content: '<a>'.repeat(900) }) })
  const answer = (text: string) => as(reader).answerQuestion({ params: { id }, body: { content: text } })
  expect(await refusal(answer(`好${content}`))).toMatchObject(tooLong)
  const followUp = { params: { id }, body: { content: `补充${content}` } }
  expect(await refusal(as(asker).addFollowUp(followUp))).toMatchObject(tooLong)
})

it('the name of what a question came from holds no sensitive words', async () => {
  await buildWords(platform.db, { companyId, by: other.id, words: ['违禁词'], now: platform.now })
  const from = (title: string) => ({
    ...{ businessType: 1, businessId: asker.id, sectionId: null, second: 12, page: null },
    ...{ title, link: '/study/course/detail/1' },
  })
  const asking = (title: string) => as(asker).askQuestion({ body: questionBody({ source: from(title) }) })
  expect(await refusal(asking('违禁词课程'))).toMatchObject({
    errorCode: 900010,
    data: { fields: [{ path: 'source.title' }] },
  })
  expect(await asking('安全课程')).toMatchObject({ id: expect.any(String) })
})

it.each([true, false])(
  'edits that mention a colleague again are one message, unread: anonymous %s',
  async (isAnonymous) => {
    const mentionIds = [reader.id]
    const { id } = await as(asker).askQuestion({ body: questionBody({ isAnonymous, mentionIds }) })
    for (let revision = 0; revision < 5; revision += 1) {
      const body = { title: `第 ${revision} 稿`, content: '', topicIds: [], expertsOnly: false, revision, mentionIds }
      await as(asker).editQuestion({ params: { id }, body })
    }
    expect(await news(reader)).toHaveLength(1)
    // Another member who mentions them is other news.
    await as(other).answerQuestion({ params: { id }, body: { content: '请看', mentionIds } })
    expect(await news(reader)).toHaveLength(2)
  },
)

it('members of another company are mentioned by nobody', async () => {
  const outside = await buildMember(platform.db, { companyId: await buildCompany(platform.db), now: platform.now })
  await as(asker).askQuestion({ body: questionBody({ mentionIds: [outside.id] }) })
  expect(await news(outside)).toEqual([])
})

it.each(['question', 'answer'] as const)(
  'who follows a question hears nothing where its %s is gone by then',
  async (gone) => {
    const moderator = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const { id } = await as(asker).askQuestion({ body: questionBody({ title: '加微信领优惠' }) })
    await as(other).followQuestion({ params: { id }, body: { following: true } })
    const { id: answerId } = await as(reader).answerQuestion({ params: { id }, body: { content: '三天' } })
    const reason = { reason: '广告' }
    if (gone === 'question') await as(moderator).removeQuestion({ params: { id }, body: reason })
    else await as(moderator).removeAnswer({ params: { id: answerId }, body: reason })
    await platform.runJobs()
    expect(await news(other)).toEqual([])
  },
)
