/** Appeals over HTTP: who makes them when, how they are answered, and what the examinee hears. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { APPEAL_CLOSED, APPEAL_NOT_OPEN, APPEAL_WAITING, MARK_TOO_HIGH } from '../../contract/codes.ts'
import { newMarking } from '../../contract/marking.ts'
import { examsTables } from '../db.ts'
import { contents, examsOn, rightAnswers } from '../taking.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const dayMs = 86_400_000
let grader: BuiltMember
const wrong: QuestionAnswer[] = [{ kind: 'single-choice', chosen: [1] }, ...rightAnswers.slice(1)]
const learner = () => as(roles.member)

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  grader = await buildMember(platform.db, { companyId, organizationId, fullName: '申诉员' })
})

async function failed(appealDays: number | null = 3, settings = {}) {
  const exam = await build({ graderIds: [grader.id], rules: { passTenths: 700, viewingRule: 'after-submission' } })
  await as(roles.owner).changeMarkingSettings({ ...exam, body: { ...newMarking, appealDays, ...settings } })
  const id = await sit(roles.member, exam, wrong)
  return { exam, params: { id } }
}

const body = { place: 1, subject: 'key', text: '每年检查也符合规定' } as const

describe('an appeal', () => {
  it('is upheld with another mark, which changes the result', async () => {
    const { exam, params } = await failed()
    const { id } = await learner().appeal({ params, body })
    expect(await refusal(learner().appeal({ params, body }))).toMatchObject({ errorCode: APPEAL_WAITING.code })
    const todos = await platform.client(messages, grader).findMyUnfinished({ query: {} })
    expect(todos.items).toContainEqual(expect.objectContaining({ kind: 'exam.appeal', amount: 1, action: 'go-answer' }))
    const queue = await as(grader).appeals({ ...exam, query: { state: 'open' } })
    expect(queue.items).toMatchObject([{ id, memberName: 'member', given: wrong[0], earnedTenths: 0, maxTenths: 400 }])
    const answer = (tenths?: number) =>
      as(grader).answerAppeal({
        params: { id },
        body: { isUpheld: true, answer: '成立', ...(tenths !== undefined && { tenths }) },
      })
    expect(await refusal(answer(401))).toMatchObject({ errorCode: MARK_TOO_HIGH.code, data: { maxTenths: 400 } })
    await answer(400)
    expect(await learner().attemptOutcome({ params })).toMatchObject({ scoreTenths: 1000, result: 'pass' })
    expect((await learner().attemptTrail({ params })).appeals).toMatchObject([
      { state: 'upheld', answer: '成立', tenthsBefore: 0, tenthsAfter: 400 },
    ])
    const heard = await platform.client(messages, roles.member).listNotifications({ query: {} })
    expect(heard.items.map(({ type }) => type)).toContain('exam.appeal-upheld')
    expect(await refusal(answer(1))).toMatchObject({ errorCode: APPEAL_CLOSED.code, data: { state: 'upheld' } })
    expect(await refusal(learner().withdrawAppeal({ params: { id } }))).toMatchObject({ errorCode: APPEAL_CLOSED.code })
  })

  it('is refused without a change, or withdrawn, and may then be made again', async () => {
    const { exam, params } = await failed()
    const { id } = await learner().appeal({ params, body })
    await as(roles.owner).answerAppeal({ params: { id }, body: { isUpheld: false, answer: '维持', tenths: 400 } })
    expect(await learner().attemptOutcome({ params })).toMatchObject({ scoreTenths: 600, result: 'fail' })
    const again = await learner().appeal({ params, body })
    await learner().withdrawAppeal({ params: { id: again.id } })
    const states = (await as(grader).appeals({ ...exam, query: {} })).items.map(({ state }) => state)
    expect(states).toEqual(['refused', 'withdrawn'])
  })

  it('has the days of the exam from the first look at the score on', async () => {
    const { params } = await failed(3)
    expect(await learner().attemptTrail({ params })).toMatchObject({ mayAppeal: true })
    await learner().attemptOutcome({ params })
    await learner().attemptOutcome({ params })
    const seenAt = (ms: number) =>
      sql`update exams.attempt set result_seen_at = ${ms} where id = ${params.id} and result_seen_at = ${platform.now}`
    const limit = platform.now - 3 * dayMs
    await seenAt(limit).execute(examsTables(platform.db))
    expect(await learner().attemptTrail({ params })).toMatchObject({ mayAppeal: true, appealUntil: platform.now })
    platform.now += 1
    expect(await learner().attemptTrail({ params })).toMatchObject({ mayAppeal: false })
    expect(await refusal(learner().appeal({ params, body }))).toMatchObject({ errorCode: APPEAL_NOT_OPEN.code })
  })

  it('needs an exam that takes appeals, an own paper and a question in it', async () => {
    const off = await failed(null)
    expect(await refusal(learner().appeal({ params: off.params, body }))).toMatchObject({
      errorCode: APPEAL_NOT_OPEN.code,
    })
    const { exam, params } = await failed()
    const { id } = await learner().appeal({ params, body })
    const fileId = roles.member.id
    const answer = { isUpheld: true, answer: '好' }
    const refused = await refusals([
      learner().appeal({ params, body: { ...body, place: 9 } }),
      learner().appeal({ params, body: { ...body, place: 2, fileId } }),
      as(roles.colleague).appeal({ params, body }),
      as(roles.colleague).withdrawAppeal({ params: { id } }),
      as(roles.otherCompany).answerAppeal({ params: { id }, body: answer }),
      as(roles.otherCompany).appeals({ ...exam, query: {} }),
      as(roles.colleague).appeals({ ...exam, query: {} }),
      as(roles.member).answerAppeal({ params: { id }, body: answer }),
    ])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([...Array(6).fill(900_005), 10_138, 10_138])
  })

  it('on one question is open once, also of two at the same moment', async () => {
    const { params } = await failed()
    const both = await Promise.allSettled([learner().appeal({ params, body }), learner().appeal({ params, body })])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('keeps the name and the ids of files from graders of a blind exam, and not from its author', async () => {
    const { companyId, member, owner } = roles
    const rules = { viewingRule: 'after-submission' } as const
    const question = { content: contents['file-answer'], scoreTenths: 400 }
    const exam = await build({ graderIds: [grader.id], rules }, [question])
    await as(owner).changeMarkingSettings({ ...exam, body: { ...newMarking, appealDays: 3, isBlind: true } })
    const { id: fileId } = await buildFile(platform.db, { companyId, ownerId: member.id })
    const id = await sit(member, exam, [{ kind: 'file-answer', fileIds: [fileId] }])
    const { items } = await as(grader).markedAnswers({ ...exam, query: {} })
    const marked = { params: { id: items[0]?.attemptId ?? '' } }
    await as(grader).markAnswer({ params: { ...marked.params, place: 1 }, body: { tenths: 0, comment: '' } })
    await as(grader).finishMarking(marked)
    await learner().appeal({ params: { id }, body: { ...body, subject: 'mark' } })
    const seenBy = async (one: BuiltMember) => {
      const [queued] = (await as(one).appeals({ ...exam, query: {} })).items
      return [queued?.memberName, queued?.given]
    }
    expect(await seenBy(grader)).toEqual(['', { kind: 'file-answer', fileIds: [] }])
    expect(await seenBy(owner)).toEqual(['member', { kind: 'file-answer', fileIds: [fileId] }])
  })

  it('stands against no attempt that was reset', async () => {
    const { params } = await failed()
    await as(roles.owner).resetAttempt({ params, body: { reason: '' } })
    const refused = await refusals([learner().appeal({ params, body }), learner().attemptTrail({ params })])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([34_008, 34_008])
  })
})
