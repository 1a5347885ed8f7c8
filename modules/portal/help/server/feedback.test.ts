import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { FEEDBACK_CLOSED } from '../contract/codes.ts'
import { help } from '../contract.ts'
import { buildFeedback } from './help.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['super-admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember | undefined) => platform.client(help, member)
const hourMs = 3_600_000
let chief: BuiltMember

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'], fullName: '齐管理' })
})

type FeedbackInput = CallInput<typeof help.sendFeedback>['body']
const send = (change: Partial<FeedbackInput> = {}, member = roles.member) =>
  as(member).sendFeedback({ body: { category: 'problem', content: '视频打不开', pictureIds: [], ...change } })
const bell = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })).items

async function screenshot(member: BuiltMember, companyId = roles.companyId) {
  const content = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#c96a86' } })
    .png()
    .toBuffer()
  const file = { companyId, ownerId: member.id, kind: 'image', name: '截图.png', content, now: platform.now } as const
  return (await storeFile(platform.db, platform.outside, file)).id
}

describe('feedback', () => {
  it('takes 3000 characters and not one more, five pictures and not six', async () => {
    await proves('SYSTEM-185', () =>
      bounds(3000, (length) => send({ content: '字'.repeat(length) }), { refused: 900_001, path: 'content' }),
    )
    const { id } = await send()
    const reply = (length: number) =>
      as(roles.member).replyToAnswer({ params: { id }, body: { content: '字'.repeat(length) } })
    await bounds(3000, reply, { refused: 900_001, path: 'content' })
    const answer = (length: number) =>
      as(chief).answerFeedback({ params: { id }, body: { content: '字'.repeat(length) } })
    await bounds(3000, answer, { refused: 900_001, path: 'content' })
    await bounds(100, (length) => send({ contact: '1'.repeat(length) }), { refused: 900_001, path: 'contact' })
    expect(await refusal(send({ content: '  \n ' }))).toMatchObject({ errorCode: 900_001 })
    const pictureIds: string[] = []
    for (let number = 0; number < 6; number += 1) pictureIds.push(await screenshot(roles.member))
    await bounds(5, (count) => send({ pictureIds: pictureIds.slice(0, count) }), {
      refused: 900_001,
      path: 'pictureIds',
    })
  })

  it('belongs to its sender and to administrators of the whole company', async () => {
    const { id } = await send()
    const params = { id }
    const state = () => as(chief).managedFeedback({ params })
    const own = {
      owner: 900_005,
      administrator: 900_005,
      member: 'accepted',
      colleague: 900_005,
      stranger: 900_005,
      ...{ otherCompany: 900_005, nobody: 401 },
    } as const
    const managing = {
      ...{ owner: 10_138, administrator: 10_138, member: 10_138, colleague: 10_138, stranger: 10_138 },
      ...{ otherCompany: 900_005, nobody: 401 },
    } as const
    const body = { content: '谢谢' }
    await expectRoles(roles, {
      ownFeedback: { ...own, call: (caller) => as(caller).ownFeedback({ params }) },
      replyToAnswer: { ...own, state, call: (caller) => as(caller).replyToAnswer({ params, body }) },
      managedFeedbackList: {
        ...managing,
        otherCompany: 'accepted',
        call: (caller) => as(caller).managedFeedbackList(),
      },
      feedbackStatistics: { ...managing, otherCompany: 'accepted', call: (caller) => as(caller).feedbackStatistics() },
      managedFeedback: { ...managing, call: (caller) => as(caller).managedFeedback({ params }) },
      answerFeedback: { ...managing, state, call: (caller) => as(caller).answerFeedback({ params, body }) },
      setFeedbackState: {
        ...{ ...managing, state },
        call: (caller) => as(caller).setFeedbackState({ params, body: { state: 'closed' } }),
      },
      assignFeedback: {
        ...{ ...managing, state },
        call: (caller) => as(caller).assignFeedback({ params, body: { memberId: null } }),
      },
    })
    expect((await as(roles.colleague).ownFeedbackList()).items.map((one) => one.id)).not.toContain(id)
    expect((await as(roles.member).ownFeedbackList()).items.map((one) => one.id)).toContain(id)
  })

  it('is answered, goes on, and is closed; both sides get messages', async () => {
    const answering = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const { id } = await send({ content: '证书没有生成', page: '/certificates', contact: '13800000000' })
    const params = { id }
    await platform.runJobs()
    expect((await bell(chief)).filter(({ link }) => link === '/manage/feedback').length).toBeGreaterThan(0)
    expect(await as(chief).managedFeedback({ params })).toMatchObject({
      ...{ state: 'new', page: '/certificates', contact: '13800000000', senderName: 'member', handlerName: null },
      browser: expect.any(String),
    })
    await as(chief).assignFeedback({ params, body: { memberId: answering.id } })
    expect(await as(chief).managedFeedback({ params })).toMatchObject({
      ...{ state: 'in-progress', handlerId: answering.id },
    })
    expect((await as(answering).managedFeedbackList({ query: { isMine: true } })).items.map((one) => one.id)).toEqual([
      id,
    ])
    platform.now += hourMs
    await as(answering).answerFeedback({ params, body: { content: '已重新生成' } })
    await platform.runJobs()
    expect((await bell(roles.member)).filter(({ link }) => link === `/help/feedback/${id}`)).toHaveLength(1)
    expect(await as(roles.member).ownFeedback({ params })).toMatchObject({
      ...{ state: 'answered', messageCount: 1, messages: [{ content: '已重新生成', isAnswer: true }] },
    })
    await as(roles.member).replyToAnswer({ params, body: { content: '还是没有' } })
    expect(await as(answering).managedFeedback({ params })).toMatchObject({
      ...{ state: 'in-progress', messageCount: 2, messages: [{}, { content: '还是没有', isAnswer: false }] },
    })
    await as(chief).setFeedbackState({ params, body: { state: 'closed' } })
    const closed = { errorCode: FEEDBACK_CLOSED.code }
    expect(await refusal(as(roles.member).replyToAnswer({ params, body: { content: '喂' } }))).toMatchObject(closed)
    expect(await refusal(as(chief).answerFeedback({ params, body: { content: '喂' } }))).toMatchObject(closed)
    await as(chief).setFeedbackState({ params, body: { state: 'in-progress' } })
    await as(chief).answerFeedback({ params, body: { content: '再看一下' } })
    const nobody = as(chief).assignFeedback({ params, body: { memberId: roles.member.id } })
    expect(await refusal(nobody)).toMatchObject({ errorCode: 900_005 })
    const foreign = as(chief).assignFeedback({ params, body: { memberId: roles.otherCompany.id } })
    expect(await refusal(foreign)).toMatchObject({ errorCode: 900_005 })
  })

  it('counts every message once when ten are sent at once', async () => {
    const { id } = await send()
    const answer = () => as(chief).answerFeedback({ params: { id }, body: { content: '好的' } })
    await race(platform, 10, answer, { begin: () => as(chief).managedFeedback({ params: { id } }) })
    const found = await as(chief).managedFeedback({ params: { id } })
    expect([found.messageCount, found.messages.length]).toEqual([10, 10])
  })

  it('shows its pictures to sender and handlers alone, and takes only own pictures', async () => {
    const pictureId = await screenshot(roles.member)
    const { id } = await send({ pictureIds: [pictureId] })
    const open = async (url: string | undefined, member: BuiltMember) =>
      (await platform.app.inject({ url: url ?? '', headers: { authorization: `Bearer ${member.token}` } })).statusCode
    const bare = `/api/v1/human/file/${pictureId}`
    expect(await open(bare, roles.colleague)).toBe(403)
    const [forSender] = (await as(roles.member).ownFeedback({ params: { id } })).pictureUrls
    expect(await open(forSender, roles.member)).toBe(200)
    const [forHandler] = (await as(chief).managedFeedback({ params: { id } })).pictureUrls
    expect(await open(forHandler, chief)).toBe(200)
    const missing = { errorCode: 900_005 }
    expect(await refusal(send({ pictureIds: [await screenshot(roles.colleague)] }))).toMatchObject(missing)
    const { companyId } = roles
    const video = await buildFile(platform.db, { companyId, ownerId: roles.member.id })
    expect(await refusal(send({ pictureIds: [video.id] }))).toMatchObject(missing)
  })

  it('is counted, filtered and exported without formulas', async () => {
    const companyId = await buildCompany(platform.db)
    const admin = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const sender = await buildMember(platform.db, { companyId, fullName: '苏晓' })
    const old = platform.now - 40 * 24 * hourMs
    const common = { companyId, senderId: sender.id }
    const answered = (hours: number) => ({
      ...{ ...common, now: old, state: 'answered' as const, category: 'idea' as const },
      answer: { authorId: admin.id, content: '好', at: old + hours * hourMs },
    })
    for (const hours of [2, 4, 30]) await buildFeedback(platform.db, answered(hours))
    await buildFeedback(platform.db, { ...common, now: platform.now, content: '=1+1' })
    const statistics = await as(admin).feedbackStatistics()
    expect(statistics).toMatchObject({ lastThirtyDays: 1, medianAnswerHours: 4 })
    expect(statistics.byState.map(({ count }) => count)).toEqual([1, 0, 3, 0])
    expect(statistics.byCategory.find(({ key }) => key === 'idea')?.count).toBe(3)
    const count = async (query: CallInput<typeof help.managedFeedbackList>['query']) =>
      (await as(admin).managedFeedbackList({ query })).recordCount
    expect(await count({ state: 'answered' })).toBe(3)
    expect(await count({ category: 'problem', search: '苏晓' })).toBe(1)
    expect(await count({ search: '没有' })).toBe(0)
    const csv = async (member: BuiltMember, query = '') =>
      platform.app.inject({
        url: `/api/v1/help-center/feedback-manage/export${query}`,
        headers: { authorization: `Bearer ${member.token}` },
      })
    const table = await csv(admin, '?category=problem')
    expect(table.headers['content-type']).toContain('text/csv')
    expect(table.body.trim().split('\r\n')).toHaveLength(2)
    expect(table.body).toContain("'=1+1")
    expect((await csv(sender)).statusCode).toBe(403)
    expect(
      (
        await as(
          await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] }),
        ).feedbackStatistics()
      ).medianAnswerHours,
    ).toBeNull()
  })
})
