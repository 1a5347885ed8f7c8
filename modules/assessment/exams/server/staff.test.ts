/** Marking and invigilation over HTTP: who may, what it does, and what it leaves alone. */
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { ATTEMPT_STATE, EXPORT_OVER, MARK_TOO_HIGH, MARKS_MISSING } from '../contract/codes.ts'
import { exportWindowMs } from './answers-export.ts'
import { examsTables } from './db.ts'
import { essay, examsOn, rightAnswers, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)
let helper: BuiltMember

beforeAll(async () => {
  const { companyId, organizationId } = roles.owner
  helper = await buildMember(platform.db, { companyId, organizationId, fullName: '何助理' })
})

const noRight = { errorCode: 10_138 }

describe('marking', () => {
  const withEssay = [...scoredQuestions.slice(0, 1), essay]
  const given = [rightAnswers[0] ?? null, { kind: 'short-answer', text: '因为消防' } as const]

  it('[EXAM-056] is for the graders of the exam, by question and by examinee', async () => {
    const exam = await build({ name: '问答考试', graderIds: [helper.id], rules: { passTenths: 500 } }, withEssay)
    const id = await sit(roles.member, exam, given)
    expect(await as(helper).markedExams({})).toMatchObject({
      ...{ recordCount: 1, items: [{ examId: exam.params.id, attemptsLeft: 1, answersLeft: 1 }] },
    })
    expect((await as(roles.colleague).markedExams({})).recordCount).toBe(0)
    const shown = { examName: '问答考试', answersLeft: 1, mayEdit: false }
    expect(await as(helper).markedExam(exam)).toMatchObject(shown)
    expect(await as(roles.owner).markedExam(exam)).toMatchObject({ ...shown, mayEdit: true })
    expect(await refusal(as(roles.otherCompany).markedExam(exam))).toMatchObject({ errorCode: 900_005 })
    const [question] = await as(helper).markedQuestions(exam)
    expect(question).toMatchObject({ marked: 0, total: 1, content: { kind: 'short-answer' } })
    const answers = await as(helper).markedAnswers({ ...exam, query: { versionId: question?.versionId ?? '' } })
    expect(answers.items).toMatchObject([
      { attemptId: id, place: 2, answer: given[1], scoreTenths: 300, earnedTenths: null, state: 'to-grade' },
    ])
    expect((await as(helper).markedAnswers({ ...exam, query: { attemptId: uuid() } })).recordCount).toBe(0)
    const mark = (member: BuiltMember, tenths: number, place = 2) =>
      as(member).markAnswer({ params: { id, place }, body: { tenths, comment: '思路清楚' } })
    for (const member of [roles.colleague, roles.member]) {
      expect(await refusal(mark(member, 100))).toMatchObject(noRight)
      expect(await refusal(as(member).markedExam(exam))).toMatchObject(noRight)
      expect(await refusal(as(member).markedQuestions(exam))).toMatchObject(noRight)
      expect(await refusal(as(member).markedAnswers({ ...exam, query: {} }))).toMatchObject(noRight)
    }
    expect(await refusal(mark(roles.otherCompany, 100))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(mark(helper, 301))).toMatchObject({ errorCode: MARK_TOO_HIGH.code, data: { maxTenths: 300 } })
    expect(await refusal(mark(helper, 100, 1))).toMatchObject({ errorCode: 900_005 })
    const params = { id }
    const early = await refusal(as(helper).finishMarking({ params }))
    expect(early).toMatchObject({ errorCode: MARKS_MISSING.code, data: { count: 1 } })
    expect(await refusal(as(roles.colleague).finishMarking({ params }))).toMatchObject(noRight)
    expect(await mark(helper, 300)).toEqual({ answersLeft: 0 })
    expect(await mark(helper, 155)).toEqual({ answersLeft: 0 })
    expect(await learner().attemptOutcome({ params })).toMatchObject({ state: 'to-grade', scoreTenths: null })
    expect(await as(helper).finishMarking({ params })).toEqual({ scoreTenths: 555 })
    expect(await learner().attemptOutcome({ params })).toMatchObject({
      state: 'final',
      scoreTenths: 555,
      result: 'pass',
    })
    const refused = { errorCode: ATTEMPT_STATE.code }
    expect(await refusal(mark(helper, 10))).toMatchObject(refused)
    expect(await refusal(as(helper).finishMarking({ params }))).toMatchObject(refused)
    expect(await refusal(as(roles.colleague).restartMarking({ params }))).toMatchObject(noRight)
    expect((await as(helper).markedExams({})).recordCount).toBe(0)
  })

  it('is restarted with the marks that were given; what was completed stays completed', async () => {
    const exam = await build({ rules: { passTenths: 500 } }, withEssay)
    const id = await sit(roles.member, exam, given)
    const params = { id }
    const author = as(roles.owner)
    expect(await refusal(author.restartMarking({ params }))).toMatchObject({ errorCode: ATTEMPT_STATE.code })
    await author.markAnswer({ params: { id, place: 2 }, body: { tenths: 200, comment: '' } })
    await author.finishMarking({ params })
    expect(await author.restartMarking({ params })).toEqual({ answersLeft: 0 })
    expect(await learner().ownRecord(exam)).toMatchObject({ status: 4, scoreHundredths: null })
    await author.markAnswer({ params: { id, place: 2 }, body: { tenths: 0, comment: '离题' } })
    await author.finishMarking({ params })
    expect(await learner().ownRecord(exam)).toMatchObject({ status: 5, scoreHundredths: 4000, result: 'fail' })
    const automatic = await sit(roles.member, await build())
    const none = await refusal(author.restartMarking({ params: { id: automatic } }))
    expect(none).toMatchObject({ errorCode: ATTEMPT_STATE.code })
  })

  it('is never for one’s own paper', async () => {
    const exam = await build({ graderIds: [helper.id] }, withEssay)
    const id = await sit(helper, exam, given)
    const own = await refusals([
      as(helper).markAnswer({ params: { id, place: 2 }, body: { tenths: 300, comment: '' } }),
      as(helper).finishMarking({ params: { id } }),
      as(helper).restartMarking({ params: { id } }),
    ])
    expect(own.map(({ errorCode }) => errorCode)).toEqual([900_012, 900_012, 900_012])
  })
})

describe('invigilation', () => {
  it('[EXAM-057] is for the invigilators of the exam and for its editors', async () => {
    const exam = await build({ invigilatorIds: [helper.id] })
    const { id } = await learner().startAttempt({ ...exam, body: {} })
    expect((await as(helper).invigilatedExams({})).items.map(({ examId }) => examId)).toContain(exam.params.id)
    expect((await as(roles.colleague).invigilatedExams({})).items).toEqual([])
    const params = { id }
    const body = { reason: '' }
    const calls = (member: BuiltMember) => [
      as(member).examFigures(exam),
      as(member).examinees({ ...exam, query: {} }),
      as(member).leaves({ params }),
      as(member).extendAttempt({ params, body: { minutes: 1 } }),
      as(member).extendExam({ ...exam, body: { minutes: 1 } }),
      as(member).exportAnswers(exam),
    ]
    const ending = (member: BuiltMember) => [
      as(member).forceSubmit({ params }),
      as(member).resetAttempt({ params, body }),
    ]
    const codesOf = async (member: BuiltMember) =>
      new Set((await refusals([...calls(member), ...ending(member)])).map(({ errorCode }) => errorCode))
    expect(await codesOf(roles.colleague)).toEqual(new Set([10_138]))
    expect(await codesOf(roles.otherCompany)).toEqual(new Set([900_005]))
    await Promise.all(calls(helper))
    expect(await as(helper).forceSubmit({ params })).toEqual({ state: 'final' })
    await as(helper).resetAttempt({ params, body })
  })

  it('lists attempts in the numbers of the second list, and those who have none', async () => {
    await proves(['EXAM-017', 'EXAM-020', 'EXAM-021'], async () => {
      const listed = [roles.member.id, roles.colleague.id, helper.id]
      const exam = await build({ memberIds: listed })
      await sit(roles.member, exam)
      await as(roles.colleague).startAttempt({ ...exam, body: {} })
      const list = async (query: object) => {
        const { items } = await as(roles.owner).examinees({ ...exam, query })
        return items.map((row) => [row.member.id, row.status, row.result])
      }
      expect(await list({})).toEqual([
        [roles.colleague.id, 2, null],
        [roles.member.id, 6, 'pass'],
      ])
      expect(await list({ status: 1 })).toEqual([[helper.id, 1, null]])
      expect(await list({ status: 2 })).toEqual([[roles.colleague.id, 2, null]])
      expect(await list({ status: 6 })).toEqual([[roles.member.id, 6, 'pass']])
      expect(await list({ status: 1, search: '何' })).toHaveLength(1)
      expect(await list({ status: 1, search: '不存在' })).toEqual([])
      expect(await learner().ownRecord(exam)).toMatchObject({ status: 6, result: 'pass' })
      expect(await as(roles.owner).examFigures(exam)).toMatchObject({
        ...{
          examinees: 3,
          started: 2,
          inProgress: 1,
          silent: 0,
          toGrade: 0,
          final: 1,
          passed: 1,
          state: 5,
          mayEdit: true,
        },
      })
      platform.now += 61_000
      expect(await as(roles.owner).examFigures(exam)).toMatchObject({ silent: 1 })
    })
  })

  it('gives more time to one or to all, also beyond the end of the exam', async () => {
    const endAt = platform.now + 600_000
    const exam = await build({ rules: { endAt, durationMinutes: 60 } })
    const one = await learner().startAttempt({ ...exam, body: {} })
    const two = await as(roles.colleague).startAttempt({ ...exam, body: {} })
    expect([one.endsAt, two.endsAt]).toEqual([endAt, endAt])
    const author = as(roles.owner)
    const minute = 60_000
    const params = { id: one.id }
    expect(await author.extendAttempt({ params, body: { minutes: 10 } })).toEqual({ endsAt: endAt + 10 * minute })
    expect(await author.extendExam({ ...exam, body: { minutes: 5 } })).toEqual({ attempts: 2 })
    expect(await learner().attempt({ params })).toMatchObject({ endsAt: endAt + 15 * minute })
    expect(await as(roles.colleague).attempt({ params: { id: two.id } })).toMatchObject({ endsAt: endAt + 5 * minute })
    platform.now = endAt + minute
    expect(await as(roles.stranger).startAttempt({ ...exam, body: {} })).toMatchObject({ endsAt: endAt + 5 * minute })
    for (const minutes of [0, 601])
      expect(await refusal(author.extendAttempt({ params, body: { minutes } }))).toMatchObject({ errorCode: 900_001 })
    await author.forceSubmit({ params })
    const over = { errorCode: ATTEMPT_STATE.code }
    expect(await refusal(author.extendAttempt({ params, body: { minutes: 1 } }))).toMatchObject(over)
    expect(await refusal(author.forceSubmit({ params }))).toMatchObject(over)
    expect(await learner().attemptOutcome({ params })).toMatchObject({ cause: 'invigilator' })
  })

  it('voids a leave once, and it counts no longer', async () => {
    const exam = await build({ rules: { leavesMax: 3 } })
    const { id } = await learner().startAttempt({ ...exam, body: {} })
    const params = { id }
    const leave = { leave: 'blur', at: platform.now, ms: 8000, isOffline: false } as const
    const writer = uuid()
    await learner().recordEvents({ params, body: { writer, first: 1, events: [leave, { ...leave, ms: 10 }] } })
    const author = as(roles.owner)
    const leaves = await author.leaves({ params })
    expect(leaves).toMatchObject([
      { kind: 'blur', ms: 8000, isCounted: true, voidedAt: null },
      { ms: 10, isCounted: false },
    ])
    const counted = { params: { id: leaves[0]?.id ?? '' }, body: { reason: '接听领导电话' } }
    expect(await refusal(as(roles.colleague).voidLeave(counted))).toMatchObject(noRight)
    expect(await refusal(as(roles.otherCompany).voidLeave(counted))).toMatchObject({ errorCode: 900_005 })
    for (const _ of [1, 2]) await author.voidLeave(counted)
    await author.voidLeave({ params: { id: leaves[1]?.id ?? '' }, body: { reason: '' } })
    expect(await learner().attempt({ params })).toMatchObject({ leaveCount: 0 })
    expect((await author.leaves({ params }))[0]).toMatchObject({ reason: '接听领导电话', voidedBy: 'owner' })
  })
})

describe('to-dos', () => {
  const todosOf = async (member: BuiltMember, examId: string) => {
    const { items } = await platform.client(messages, member).findMyUnfinished({ query: { pageSize: 100 } })
    return items.filter((item) => item.businessId === examId).map(({ kind, action }) => `${kind} ${action}`)
  }

  it('of graders are there while a paper waits, to start and then to restart', async () => {
    const exam = await build({ graderIds: [helper.id] }, [essay])
    const { id } = exam.params
    expect(await todosOf(helper, id)).toEqual([])
    const attempt = await sit(roles.member, exam, [{ kind: 'short-answer', text: '因为' }])
    expect(await todosOf(helper, id)).toEqual(['exam.mark start-marking'])
    expect(await todosOf(roles.colleague, id)).toEqual([])
    await as(helper).markAnswer({ params: { id: attempt, place: 1 }, body: { tenths: 100, comment: '' } })
    expect(await todosOf(helper, id)).toEqual(['exam.mark restart-marking'])
    await as(helper).finishMarking({ params: { id: attempt } })
    expect(await todosOf(helper, id)).toEqual([])
  })

  it('of invigilators are there from a day before the start until the end', async () => {
    const startAt = platform.now + 24 * 3_600_000
    const exam = await build({ invigilatorIds: [helper.id], rules: { startAt, endAt: startAt + 1 } })
    const { id } = exam.params
    expect(await todosOf(helper, id)).toEqual(['exam.invigilate enter-invigilation'])
    expect(await todosOf(roles.colleague, id)).toEqual([])
    const early = await build({
      invigilatorIds: [helper.id],
      rules: { startAt: startAt + 1000, endAt: startAt + 2000 },
    })
    expect(await todosOf(helper, early.params.id)).toEqual([])
    const over = await build({ invigilatorIds: [helper.id], rules: { endAt: platform.now } })
    expect(await todosOf(helper, over.params.id)).toEqual([])
  })
})

describe('the export of answers', () => {
  it('is there from the start of the exam until 48 hours after its end', async () => {
    await proves(['EXAM-039', 'EXAM-040'], async () => {
      const endAt = platform.now + 3_600_000
      const exam = await build({ rules: { endAt } })
      const formula: QuestionAnswer = { kind: 'fill-in', texts: ['=1+1', '120'] }
      await sit(roles.member, exam, [rightAnswers[0] ?? null, { kind: 'true-false', isTrue: false }, formula])
      const table = async () => {
        const answer = (await as(roles.owner).exportAnswers(exam)) as unknown as { rawPayload: Buffer }
        return readSheet(answer.rawPayload)
      }
      const rows = await table()
      expect(rows[0]?.slice(0, 3)).toEqual(['姓名', '组织', '次数'])
      expect(rows[1]).toEqual(expect.arrayContaining(['A', '错误', '=1+1 | 120']))
      const endedAt = (ms: number) =>
        sql`update exams.exam set published_rules = jsonb_set(published_rules, '{endAt}', to_jsonb(${ms}::bigint))
          where id = ${exam.params.id}`.execute(examsTables(platform.db))
      await endedAt(platform.now - exportWindowMs)
      await table()
      await endedAt(platform.now - exportWindowMs - 1)
      expect(await refusal(as(roles.owner).exportAnswers(exam))).toMatchObject({
        ...{ errorCode: EXPORT_OVER.code, data: { until: platform.now - 1 } },
      })
      expect(await as(roles.owner).examFigures(exam)).toMatchObject({ mayExport: false })
    })
  })
})
