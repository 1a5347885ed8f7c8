/** Answers that come as a file: sealed as the browser seals them, handed in over HTTP. */
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import type { FiledAnswers } from '../contract/answer-file.ts'
import { ANSWER_FILE_INVALID, NOT_IN_PAPER } from '../contract/codes.ts'
import { sealAnswers } from '../contract/sealing.ts'
import { newAnswerFileKeys } from './answer-file-keys.ts'
import { essay, examsOn, rightAnswers, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, answer } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)
let helper: BuiltMember

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  helper = await buildMember(platform.db, { companyId, organizationId, fullName: '何助理' })
})

type Exam = Awaited<ReturnType<typeof build>>
const minute = 60_000
const invalid = { errorCode: ANSWER_FILE_INVALID.code }
const writer = uuid()

const start = async (exam: Exam) => {
  const { id, answerFileKey } = await learner().startAttempt({ ...exam, body: {} })
  const seal = (batches: FiledAnswers['batches'], attemptId = id) =>
    sealAnswers(answerFileKey ?? '', { attemptId, batches })
  return { id, params: { id }, seal }
}

const handIn = (exam: Exam, file: string, member = helper) => as(member).handInAnswerFile({ ...exam, body: { file } })
const right = (place: number, at = platform.now) => answer(place, rightAnswers[place - 1] ?? null, at)

it('is stored as if it had been sent, once, and goes on from what the server knows', async () => {
  const exam = await build({ invigilatorIds: [helper.id] })
  const { params, seal } = await start(exam)
  await learner().recordEvents({ params, body: { writer, first: 1, events: [right(1)] } })
  const file = await seal([
    { writer, first: 1, events: [right(1), right(2)] },
    { writer: uuid(), first: 4, events: [right(3)] },
  ])
  expect(file).not.toContain('texts')
  const taken = { taken: 2, known: 1, late: 0, state: 'in-progress', examinee: 'member', number: 1 }
  expect(await handIn(exam, file)).toMatchObject({ ...taken, lastTypedAt: platform.now })
  expect(await handIn(exam, file)).toMatchObject({ ...taken, taken: 0, known: 3 })
  await learner().submitAttempt({ params, body: { writer, lastNumber: 2 } })
  expect(await learner().attemptOutcome({ params })).toMatchObject({ scoreTenths: 1000 })
  const { items } = await as(helper).incidents({ ...exam, query: {} })
  expect(items).toMatchObject([{ kind: 'answer-file', text: '2', examinee: 'member', notedBy: '何助理' }])
})

it('scores a submitted attempt again, without what was typed after its end; other marks stay', async () => {
  const essays = [...scoredQuestions, essay, essay]
  const exam = await build({ invigilatorIds: [helper.id], rules: { durationMinutes: 10 } }, essays)
  const { id, params, seal } = await start(exam)
  const text = (place: number, value: string, at: number) => answer(place, { kind: 'short-answer', text: value }, at)
  const startedAt = platform.now
  const events = [right(1), text(4, '甲', startedAt)]
  await learner().recordEvents({ params, body: { writer, first: 1, events } })
  const outcome = () => learner().attemptOutcome({ params })
  platform.now += 11 * minute
  expect(await outcome()).toMatchObject({ state: 'to-grade' })
  const mark = (place: number, tenths: number) =>
    as(roles.owner).markAnswer({ params: { id, place }, body: { tenths, comment: '好' } })
  await mark(4, 200)
  await as(roles.owner).finishMarking({ params })
  expect(await outcome()).toMatchObject({ state: 'final', scoreTenths: 600, cause: 'time' })
  const file = await seal([
    {
      ...{ writer, first: 3 },
      events: [right(2, startedAt + 10 * minute), text(5, '乙', startedAt), right(3, startedAt + 10 * minute + 1)],
    },
  ])
  expect(await handIn(exam, file)).toMatchObject({ taken: 2, late: 1, state: 'to-grade' })
  expect(await outcome()).toMatchObject({ state: 'to-grade', cause: 'time', submittedAt: startedAt + 10 * minute })
  expect(await mark(5, 100)).toEqual({ answersLeft: 0 })
  await as(roles.owner).finishMarking({ params })
  expect(await outcome()).toMatchObject({ scoreTenths: 900 })
})

it('does not count what was typed after the submission, when the key may have been read', async () => {
  const rules = { viewingRule: 'after-submission' } as const
  const exam = await build({ invigilatorIds: [helper.id], rules })
  const { params, seal } = await start(exam)
  await learner().submitAttempt({ params, body: { writer, lastNumber: 0 } })
  expect(await learner().viewedPaper({ params })).toMatchObject({ scoreTenths: 0 })
  const submittedAt = platform.now
  platform.now += minute
  const file = await seal([{ writer, first: 1, events: [right(2, submittedAt), right(1, submittedAt + 1), right(3)] }])
  expect(await handIn(exam, file)).toMatchObject({ taken: 1, late: 2 })
  expect(await learner().attemptOutcome({ params })).toMatchObject({ scoreTenths: 200 })
})

it('is refused where it is damaged, of another exam, of an unknown attempt, or names what is not in the paper', async () => {
  const exam = await build({ invigilatorIds: [helper.id] })
  const elsewhere = await build({ invigilatorIds: [helper.id] })
  const { seal } = await start(exam)
  const foreign = await start(elsewhere)
  const batches = [{ writer, first: 1, events: [right(1)] }]
  const file = await seal(batches)
  const sealed = JSON.parse(file) as { data: string; key: string }
  const flipped = sealed.data.startsWith('A') ? `B${sealed.data.slice(1)}` : `A${sealed.data.slice(1)}`
  const bad = [
    ...['{}', 'x', 'null', '[]', file.slice(0, -5)],
    JSON.stringify({ ...sealed, data: flipped }),
    JSON.stringify({ ...sealed, data: '' }),
    JSON.stringify({ ...sealed, key: 'AAAA' }),
    JSON.stringify({ ...sealed, iv: '' }),
    await foreign.seal(batches),
    await seal(batches, foreign.id),
    await sealAnswers(newAnswerFileKeys().publicKey, { attemptId: foreign.id, batches }),
    await seal([{ writer: 'no id', first: 1, events: [] } as never]),
  ]
  for (const one of bad) expect(await refusal(handIn(exam, one)), one.slice(0, 60)).toMatchObject(invalid)
  expect(await refusal(handIn(exam, await seal(batches, uuid())))).toMatchObject({ errorCode: 900_005 })
  const outside = await seal([
    { writer, first: 1, events: [right(1), answer(9, { kind: 'true-false', isTrue: true })] },
  ])
  expect(await refusal(handIn(exam, outside))).toMatchObject({ errorCode: NOT_IN_PAPER.code, data: { number: 2 } })
  expect(await refusal(handIn(await build({ invigilatorIds: [helper.id] }), file))).toMatchObject(invalid)
})

it('is handed in by those who watch over the exam, and never by the examinee', async () => {
  const exam = await build({ invigilatorIds: [helper.id, roles.member.id] })
  const { seal } = await start(exam)
  const file = await seal([{ writer, first: 1, events: [right(1)] }])
  expect(await refusal(handIn(exam, file, roles.colleague))).toMatchObject({ errorCode: 10_138 })
  expect(await refusal(handIn(exam, file, roles.otherCompany))).toMatchObject({ errorCode: 900_005 })
  expect(await refusal(handIn(exam, file, roles.member))).toMatchObject({ errorCode: 900_012 })
  expect(await handIn(exam, file, roles.owner)).toMatchObject({ taken: 1 })
})
