import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ExerciseInput, exercises } from '#modules/assessment/exercises/contract.ts'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import {
  buildDirectory,
  buildQuestions,
  contentOf,
  currentVersionsOf,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let lecturer: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const author = () => platform.client(courses, lecturer)
const choice = { ...contentOf['single-choice'], explanation: '<p>不拔销压不下去</p>' }
const asking = (content: QuestionContent, more: Partial<ExerciseInput> = {}): ExerciseInput => ({
  ...{ at: minute, mustAnswer: true, attemptsMax: 2, questions: [{ content }], ...more },
})

async function newCourse(status: 'on-shelf' | 'draft' = 'on-shelf') {
  const sections = [
    { kind: 'video' as const, title: '灭火', durationMs: 10 * minute },
    { kind: 'text' as const, title: '文字' },
    { kind: 'link' as const, title: '链接' },
  ]
  return buildCourse(platform.db, { author: lecturer, status, chapters: [{ sections }] })
}

const place = (course: BuiltCourse, index = 0) => ({
  params: { id: course.id, sectionId: course.sections[index]?.id ?? '' },
})
const save = (course: BuiltCourse, inputs: ExerciseInput[], index = 0) =>
  author().saveExercises({ ...place(course, index), body: { exercises: inputs } })
const authored = async (course: BuiltCourse) => (await author().authoredTimedContent(place(course))).exercises

async function newLearner(course: BuiltCourse) {
  const member = await buildMember(platform.db, { companyId })
  await platform.client(courses, member).registerForCourse({ params: { id: course.id } })
  return member
}

/** A published course with these exercises, and one who studies it. */
async function studied(...inputs: ExerciseInput[]) {
  const course = await newCourse()
  await save(course, inputs)
  const member = await newLearner(course)
  const calls = platform.client(exercises, member)
  const query = { businessId: course.id }
  const list = async () => (await calls.findExercises({ query })).items
  const idOf = async (at = 0) => (await list())[at]?.questions[0]?.id ?? ''
  const answer = (questionId: string, given: QuestionAnswer, submissionId?: string) =>
    calls.submitTemporaryQuestion({
      body: { questionId, answer: JSON.stringify(given), ...(submissionId !== undefined && { submissionId }) },
    })
  return { course, member, calls, list, idOf, answer, query }
}

const choose = (...chosen: number[]): QuestionAnswer => ({ kind: 'single-choice', chosen })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const newId = () => crypto.randomUUID()

describe('exercises in a course', () => {
  it('are listed with their section and time, and answered with a result at once', async () => {
    const { course, member, idOf } = await studied(asking(choice))
    await save(course, [asking(contentOf['true-false'], { at: null, mustAnswer: false })], 1)
    const path = 'GET /exam/interactive-exercise/front/findList'
    await proves(['EXAM-061', 'EXAM-072'], async () => {
      expect(await literalCall(platform, member, path, { query: { businessId: course.id } })).toMatchObject({
        recordCount: 2,
        items: [
          { sectionTitle: '灭火', at: minute, mustAnswer: true, questions: [{ question: { options: [{}, {}, {}] } }] },
          { sectionTitle: '文字', at: null, mustAnswer: false, questions: [{ state: null }] },
        ],
      })
    })
    const questionId = await idOf()
    await proves('EXAM-070', async () => {
      const met = await literalCall(platform, member, `GET /exam/temp-question/front/${questionId}`)
      expect(met).toMatchObject({
        id: questionId,
        businessId: course.id,
        question: { kind: 'single-choice' },
        state: null,
      })
    })
    await proves('EXAM-071', async () => {
      const found = await literalCall(platform, lecturer, `GET /exam/temp-question/${questionId}`)
      expect(found).toMatchObject({ id: questionId, content: { right: 0 }, answeredCount: 0, optionCounts: [0, 0, 0] })
    })
    await proves(['EXAM-060', 'EXAM-069'], async () => {
      const form = { questionId, answer: JSON.stringify(choose(0)) }
      expect(await literalCall(platform, member, 'POST /exam/temp-question/front/submit', { form })).toMatchObject({
        ...{ verdict: 'right', wasRightFirst: true, attempts: 1, isSettled: true },
        key: { right: 0, explanation: '<p>不拔销压不下去</p>' },
      })
    })
  })

  it('do not tell their key before the question is settled', async () => {
    const { course, member, calls, idOf, answer, query } = await studied(asking(choice))
    const questionId = await idOf()
    const seen = async () =>
      JSON.stringify([
        await calls.findExercises({ query }),
        await calls.temporaryQuestion({ params: { id: questionId } }),
        await platform.client(courses, member).sectionTimedContent(place(course)),
        await platform.client(courses, member).guideRecord({ query: { courseId: course.id } }),
      ])
    const secrets = ['"right":0', '"right":[', '不拔销']
    for (const secret of secrets) expect(await seen()).not.toContain(secret)
    expect(await answer(questionId, choose(1))).toMatchObject({ verdict: 'wrong', isSettled: false, key: null })
    for (const secret of secrets) expect(await seen()).not.toContain(secret)
    expect(await codeOf(calls.authoredQuestion({ params: { id: questionId } }))).toBe(10138)
    expect(await answer(questionId, choose(2))).toMatchObject({ attempts: 2, isSettled: true, key: { right: 0 } })
    expect(await codeOf(answer(questionId, choose(0)))).toBe(388001)
    expect((await calls.temporaryQuestion({ params: { id: questionId } })).state).toMatchObject({
      ...{ verdict: 'wrong', attempts: 2 },
      answer: { chosen: [2] },
    })
  })

  it('count an attempt once, however often it is sent and from however many tabs', async () => {
    const { idOf, answer, list } = await studied(asking(choice, { attemptsMax: 3 }))
    const questionId = await idOf()
    const submission = newId()
    const all = await Promise.all(Array.from({ length: 5 }, () => answer(questionId, choose(1), submission)))
    expect(all.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
    const others = await Promise.allSettled(Array.from({ length: 6 }, () => answer(questionId, choose(2), newId())))
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await list())[0]?.questions[0]?.state).toMatchObject({ attempts: 3, isSettled: true })
    expect(await answer(questionId, choose(1), submission)).toMatchObject({ attempts: 3, isSettled: true })
  })

  it('refuse what is no answer to their question', async () => {
    const { calls, idOf, list } = await studied(asking(choice))
    const questionId = await idOf()
    const send = (text: string) => codeOf(calls.submitTemporaryQuestion({ body: { questionId, answer: text } }))
    const wrong = [
      ...['{', 'null', '[]', '"a"', '{"kind":"single-choice"}', '{"kind":"single-choice","chosen":[]}'],
      ...['{"kind":"single-choice","chosen":[0,1]}', '{"kind":"single-choice","chosen":[3]}'],
      ...[
        '{"kind":"single-choice","chosen":[-1]}',
        '{"kind":"true-false","isTrue":true}',
        '{"kind":"group","parts":[]}',
      ],
      ...['{"kind":"single-choice","chosen":[0],"right":0}', `${'['.repeat(50_000)}${']'.repeat(49_000)}`],
    ]
    for (const text of wrong) expect([text.slice(0, 60), await send(text)]).toEqual([text.slice(0, 60), 388003])
    expect(await send('0'.repeat(100_001))).toBe(900001)
    expect((await list())[0]?.questions[0]?.state).toBeNull()
  })

  it('are met and answered by learners of the course alone', async () => {
    const { course, idOf } = await studied(asking(choice))
    const questionId = await idOf()
    const reaches = async (member: BuiltMember) => {
      const calls = platform.client(exercises, member)
      return Promise.all([
        codeOf(calls.findExercises({ query: { businessId: course.id } })),
        codeOf(calls.temporaryQuestion({ params: { id: questionId } })),
        codeOf(calls.submitTemporaryQuestion({ body: { questionId, answer: JSON.stringify(choose(0)) } })),
      ])
    }
    const colleague = await buildMember(platform.db, { companyId })
    expect(await reaches(colleague)).toEqual([40460, 40460, 40460])
    await sql`update courses.course set visible_to_all = false where id = ${course.id}`.execute(platform.root)
    expect(await reaches(colleague)).toEqual([10138, 10138, 10138])
    await sql`update courses.course set visible_to_all = true, status = 'off-shelf' where id = ${course.id}`.execute(
      platform.root,
    )
    expect(await reaches(colleague)).toEqual([30207, 30207, 30207])
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db, '另一家'),
      roles: ['admin'],
    })
    expect(await reaches(stranger)).toEqual([900005, 900005, 900005])
    expect(await codeOf(platform.client(exercises, stranger).authoredQuestion({ params: { id: questionId } }))).toBe(
      900005,
    )
    const query = { businessId: course.id, businessType: 999 }
    expect(await codeOf(platform.client(exercises, lecturer).findExercises({ query }))).toBe(900005)
  })
})

describe('exercises as their author writes them', () => {
  it('stand where the section has a place for them', async () => {
    const course = await newCourse()
    const path = async (input: ExerciseInput, index = 0) => {
      const { errorCode, data } = await refusal(save(course, [input], index))
      return [errorCode, (data?.fields as { path: string }[] | undefined)?.[0]?.path]
    }
    expect(await path(asking(choice, { at: 10 * minute + 1 }))).toEqual([900001, 'exercises.0.at'])
    expect(await path(asking(choice, { backTo: minute + 1 }))).toEqual([900001, 'exercises.0.backTo'])
    expect(await path(asking(choice), 1)).toEqual([900001, 'exercises.0.at'])
    expect(await path(asking(choice, { at: null }), 1)).toEqual([900001, 'exercises.0.mustAnswer'])
    expect(await path(asking(choice, { at: null, mustAnswer: false }), 2)).toEqual([40458, undefined])
    await save(course, [asking(choice, { at: 10 * minute, backTo: 10 * minute }), asking(choice, { at: null })])
    expect((await authored(course)).map(({ at }) => at)).toEqual([10 * minute, null])
  })

  it('ask what is marked at once, without contradictions', async () => {
    const course = await newCourse()
    expect(await refusal(save(course, [asking(choice), asking(contentOf['short-answer'])]))).toMatchObject({
      errorCode: 388002,
      data: { exercise: 1, question: 0 },
    })
    expect(await codeOf(save(course, [asking({ ...choice, right: 20 })]))).toBe(383006)
    expect(await codeOf(save(course, [asking(choice, { questions: [{ id: newId() }] })]))).toBe(900005)
    const scripted = { ...choice, stem: '<p>安全<script>alert(1)</script></p>' }
    await save(course, [asking(scripted)])
    expect(JSON.stringify(await authored(course))).not.toContain('script')
  })

  it('are taken from the bank at the version of that day, by who manages it', async () => {
    const course = await newCourse()
    const chief = await buildMember(platform.db, { companyId, roles: ['admin'] })
    const directoryId = await buildDirectory(platform.db, { author: chief })
    const [bankQuestionId = ''] = await buildQuestions(platform.db, { author: chief, directoryId }, [
      { content: choice },
    ])
    const picked = asking(choice, { questions: [{ bankQuestionId }] })
    expect(await codeOf(save(course, [picked]))).toBe(10138)
    const body = { exercises: [picked] }
    await platform.client(courses, chief).saveExercises({ ...place(course), body })
    const versionId = (await currentVersionsOf(platform.db, [bankQuestionId])).get(bankQuestionId)
    expect((await authored(course))[0]?.questions[0]).toMatchObject({ bankVersionId: versionId, content: { right: 0 } })
  })

  it('keep the answers of what stays, and the content that was answered', async () => {
    const { course, idOf, answer, list } = await studied(
      asking(choice),
      asking(contentOf['true-false'], { at: 2 * minute }),
    )
    const [one, two] = [await idOf(), await idOf(1)]
    await answer(one, choose(0))
    await answer(two, { kind: 'true-false', isTrue: false })
    const [first, second] = await authored(course)
    expect(first?.questions[0]).toMatchObject({ answeredCount: 1, rightFirstCount: 1, optionCounts: [1, 0, 0] })
    expect(second?.questions[0]).toMatchObject({ answeredCount: 1, rightFirstCount: 0, optionCounts: [0, 1] })
    const changed = { ...choice, options: ['改一', '改二'], right: 1 }
    await save(course, [
      asking(choice, { id: first?.id ?? '', at: 3 * minute, questions: [{ id: one, content: changed }] }),
      asking(choice, { id: second?.id ?? '', at: 2 * minute, questions: [{ id: two }] }),
    ])
    const [kept, moved] = await list()
    expect(kept?.questions[0]).toMatchObject({ id: two, state: { attempts: 1, answer: { isTrue: false } } })
    expect(moved).toMatchObject({ id: first?.id, at: 3 * minute })
    expect(moved?.questions[0]).toMatchObject({
      question: { options: [{ text: '每月' }, {}, {}] },
      state: { verdict: 'right', key: { right: 0 } },
    })
    const other = platform.client(exercises, await newLearner(course))
    const met = await other.temporaryQuestion({ params: { id: one } })
    expect(met).toMatchObject({ question: { options: [{ text: '改一' }, {}] }, state: null })
    const stale = { questionId: one, contentId: newId(), answer: JSON.stringify(choose(1)) }
    expect(await codeOf(other.submitTemporaryQuestion({ body: stale }))).toBe(388004)
    expect((await authored(course))[1]?.questions[0]).toMatchObject({ answeredCount: 0, optionCounts: [0, 0] })
    await save(course, [])
    expect(await list()).toEqual([])
    expect(await codeOf(answer(two, { kind: 'true-false', isTrue: true }))).toBe(900005)
  })
})
