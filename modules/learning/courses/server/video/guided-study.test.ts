import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Exercise, type ExerciseInput, exercises } from '#modules/assessment/exercises/contract.ts'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'
import { contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { questionsMax } from '../../contract/guided.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let lecturer: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const publish = (status: 'on-shelf' | 'off-shelf' | 'draft' = 'on-shelf') =>
  buildCourse(platform.db, {
    author: lecturer,
    status,
    chapters: [
      {
        sections: [
          { kind: 'video', title: '灭火', durationMs: 10 * minute },
          { kind: 'text' },
          { kind: 'video', title: '逃生', durationMs: 5 * minute },
        ],
      },
    ],
  })

const author = () => platform.client(courses, lecturer)
const sectionOf = (course: BuiltCourse, index = 0) => course.sections[index]?.id ?? ''
const place = (course: BuiltCourse, index = 0) => ({ params: { id: course.id, sectionId: sectionOf(course, index) } })

const asking = (at: number, content: QuestionContent, mustAnswer = true): ExerciseInput => ({
  ...{ at, mustAnswer, attemptsMax: 2, questions: [{ content }] },
})
const single = asking(minute, contentOf['single-choice'])
const multiple = asking(2 * minute, contentOf['multiple-choice'])
const truth = asking(3 * minute, contentOf['true-false'], false)

async function guided(...inputs: ExerciseInput[]) {
  const course = await publish()
  await author().saveExercises({ ...place(course), body: { exercises: inputs } })
  const member = await buildMember(platform.db, { companyId })
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: course.id } })
  const list = async () => (await calls.sectionTimedContent(place(course))).exercises
  const answer = (exercise: Exercise | undefined, given: QuestionAnswer) =>
    platform.client(exercises, member).submitTemporaryQuestion({
      body: { questionId: exercise?.questions[0]?.id ?? '', answer: JSON.stringify(given) },
    })
  return { course, member, calls, list, answer, query: { courseId: course.id } }
}

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode

describe('guided study', () => {
  it('answers the guide of a course, the state and the record of the learner', async () => {
    const { course, member, calls, list, query, answer } = await guided(single, truth)
    const guideStudy = '/course-study/guide-study'
    const askStatus = (who = member) => literalCall(platform, who, `GET ${guideStudy}/status`, { query })
    const askRecord = (who = member) => literalCall(platform, who, `GET ${guideStudy}/get-guide-record`, { query })
    await author().saveExercises({ ...place(course, 2), body: { exercises: [multiple] } })
    await proves(['COURSE-092', 'COURSE-120'], async () => {
      expect(await literalCall(platform, member, `GET ${guideStudy}/get-guide-study-info`, { query })).toMatchObject({
        ...{ courseId: course.id, isGuided: true, stopCount: 3, questionCount: 0 },
        sections: [
          { title: '灭火', stops: [{ at: minute, mustAnswer: true, questionCount: 1 }, { at: 3 * minute }] },
          { title: '逃生', stops: [{ at: 2 * minute }] },
        ],
      })
    })
    await proves(['COURSE-092', 'COURSE-122'], async () => {
      expect(await askStatus()).toEqual({ status: 0, stopCount: 3, answeredCount: 0 })
    })
    await proves(['COURSE-092', 'COURSE-123'], async () => {
      expect(await askRecord()).toMatchObject({ status: 0, startedAt: null, lastAnsweredAt: null, answers: [] })
    })
    const [choice, word] = await list()
    const startedAt = platform.now
    await answer(choice, { kind: 'single-choice', chosen: [2] })
    platform.now += minute
    await answer(word, { kind: 'true-false', isTrue: true })
    const neighbor = await buildMember(platform.db, { companyId })
    await platform.client(courses, neighbor).registerForCourse({ params: { id: course.id } })
    await proves(['COURSE-092', 'COURSE-123'], async () => {
      expect(await askRecord()).toMatchObject({
        status: 1,
        answeredCount: 2,
        rightCount: 1,
        rightFirstCount: 1,
        askedCount: 0,
        startedAt,
        lastAnsweredAt: platform.now,
        answers: [
          { at: minute, question: { state: { answer: { chosen: [2] }, verdict: 'wrong', key: null } } },
          { at: 3 * minute, question: { state: { answer: { isTrue: true }, verdict: 'right' } } },
        ],
      })
      expect(await askRecord(neighbor)).toMatchObject({ status: 0, answeredCount: 0, answers: [] })
    })
    const last = (await calls.sectionTimedContent(place(course, 2))).exercises[0]
    await proves(['COURSE-092', 'COURSE-122'], async () => {
      expect(await askStatus()).toEqual({ status: 1, stopCount: 3, answeredCount: 2 })
      await answer(last, { kind: 'multiple-choice', chosen: [0, 1] })
      expect(await askStatus()).toEqual({ status: 2, stopCount: 3, answeredCount: 3 })
      expect(await askStatus(neighbor)).toEqual({ status: 0, stopCount: 3, answeredCount: 0 })
    })
  })

  it('is none of a course without exercises and questions', async () => {
    const { calls, query } = await guided()
    expect(await calls.guideStudyInfo({ query })).toMatchObject({ isGuided: false, sections: [], stopCount: 0 })
    expect(await calls.guideStatus({ query })).toEqual({ status: 0, stopCount: 0, answeredCount: 0 })
  })

  it('shows a question to all who reach the time at which it was asked', async () => {
    const { course, member, calls, query } = await guided()
    const ask = (time: number, text: string, index = 0) =>
      calls.saveBarrageQuestion({ body: { ...query, sectionId: sectionOf(course, index), time, text } })
    await proves('COURSE-124', async () => {
      const body = { ...query, sectionId: sectionOf(course), time: 90_000, text: ' 为什么先拔销？ ' }
      await literalCall(platform, member, 'POST /course-study/guide-study/save-barrage-question', { body })
      expect((await calls.barrageQuestions({ query })).items).toMatchObject([{ time: 90_000, text: '为什么先拔销？' }])
    })
    await ask(30_000, '这是什么？')
    await ask(1000, '另一节', 2)
    const reader = await buildMember(platform.db, { companyId })
    const other = platform.client(courses, reader)
    await other.registerForCourse({ params: { id: course.id } })
    const times = async (more: object) =>
      (await other.barrageQuestions({ query: { ...query, ...more } })).items.map(({ time }) => time)
    await proves('COURSE-121', async () => {
      const answer = await literalCall(platform, reader, 'GET /course-study/guide-study/query-barrage-question', {
        query: { ...query, time: 60_000 },
      })
      expect(answer).toMatchObject({ items: [{ time: 90_000, text: '为什么先拔销？' }] })
      expect(await times({})).toHaveLength(3)
    })
    await proves('COURSE-091', async () => {
      const ofVideo = { sectionId: sectionOf(course) }
      expect(await times(ofVideo)).toEqual([30_000, 90_000])
      expect(await times({ ...ofVideo, time: 60_000, until: 89_999 })).toEqual([])
      expect(await times({ ...ofVideo, time: 60_000, until: 90_000 })).toEqual([90_000])
      expect(await times({ ...ofVideo, time: 90_001, until: 120_000 })).toEqual([])
    })
    await proves('COURSE-094', async () => {
      const [, question] = (await calls.barrageQuestions({ query: { ...query, sectionId: sectionOf(course) } })).items
      expect(question).toEqual({
        id: expect.any(String),
        courseId: course.id,
        sectionId: sectionOf(course),
        time: 90_000,
        text: '为什么先拔销？',
        createTime: platform.now,
        member: { id: member.id, fullName: expect.any(String), avatarPath: expect.any(String) },
        mayDelete: true,
        answer: null,
        mayAnswer: false,
      })
    })
    expect((await other.barrageQuestions({ query })).items.every(({ mayDelete }) => !mayDelete)).toBe(true)
    expect(await calls.guideStudyInfo({ query })).toMatchObject({ isGuided: true, questionCount: 3 })
    expect((await calls.guideRecord({ query })).askedCount).toBe(3)
  })

  it('questions stand at a time of a video, and are so many at most', async () => {
    const { course, member, calls, query } = await guided()
    const ask = (change: object) =>
      calls.saveBarrageQuestion({
        body: { ...query, sectionId: sectionOf(course), time: 0, text: '问', ...change },
      })
    expect(await codeOf(ask({ time: 10 * minute + 1 }))).toBe(900001)
    expect(await codeOf(ask({ text: '问'.repeat(101) }))).toBe(900001)
    expect(await codeOf(ask({ sectionId: course.id }))).toBe(900005)
    expect(await codeOf(ask({ sectionId: sectionOf(course, 1) }))).toBe(40458)
    await sql`insert into courses.barrage_question (id, company_id, course_id, section_id, member_id, time_ms, content,
        created_at)
      select gen_random_uuid(), ${companyId}::uuid, ${course.id}::uuid, ${sectionOf(course)}::uuid, ${member.id}::uuid,
        0, '满', 1 from generate_series(1, ${questionsMax}::int)`.execute(platform.root)
    expect(await refusal(ask({}))).toMatchObject({ errorCode: 40459, data: { max: questionsMax } })
    await ask({ sectionId: sectionOf(course, 2) })
  })

  it('questions are deleted by who asked, and by who edits the course', async () => {
    const { course, calls, query } = await guided()
    const ask = () =>
      calls.saveBarrageQuestion({ body: { ...query, sectionId: sectionOf(course), time: 0, text: '问' } })
    const [one, two] = [await ask(), await ask()]
    const other = platform.client(courses, await buildMember(platform.db, { companyId }))
    expect(await refusal(other.deleteBarrageQuestion({ params: one }))).toMatchObject({ status: 403, errorCode: 10138 })
    await sql`update courses.course set status = 'off-shelf' where id = ${course.id}`.execute(platform.root)
    expect(await codeOf(other.deleteBarrageQuestion({ params: one }))).toBe(10138)
    await calls.deleteBarrageQuestion({ params: one })
    await author().deleteBarrageQuestion({ params: two })
    expect((await calls.barrageQuestions({ query })).items).toEqual([])
    expect(await codeOf(calls.deleteBarrageQuestion({ params: one }))).toBe(900005)
  })

  it('is for those who may open the course', async () => {
    const [gone, draft, narrow, open] = [
      await publish('off-shelf'),
      await publish('draft'),
      await publish(),
      await publish(),
    ]
    await sql`update courses.course set visible_to_all = false where id = ${narrow.id}`.execute(platform.root)
    const calls = platform.client(courses, await buildMember(platform.db, { companyId }))
    const all = (course: BuiltCourse) => {
      const query = { courseId: course.id }
      const body = { ...query, sectionId: sectionOf(course), time: 0, text: '问' }
      return [
        calls.guideStudyInfo({ query }),
        calls.barrageQuestions({ query }),
        calls.guideStatus({ query }),
        calls.guideRecord({ query }),
        calls.saveBarrageQuestion({ body }),
      ]
    }
    for (const [course, code] of [
      [gone, 30207],
      [draft, 900005],
      [narrow, 10138],
    ] as const)
      expect(await Promise.all(all(course).map(codeOf))).toEqual([code, code, code, code, code])
    const body = { courseId: open.id, sectionId: sectionOf(open), time: 0, text: '问' }
    expect(await codeOf(calls.saveBarrageQuestion({ body }))).toBe(40460)
  })
})

describe('scoring a course', () => {
  it('is done once, by a learner who has started it', async () => {
    const { course, member, calls } = await guided()
    const body = (stars: number) => ({ courseId: course.id, score: stars })
    const score = (stars: number) => calls.scoreCourse({ body: body(stars) })
    const scoreOf = async () => (await calls.courseDetail({ params: { id: course.id } })).score
    expect(await codeOf(score(5))).toBe(900039)
    await calls.startPlayback({ params: place(course).params, body: {} })
    await proves('COURSE-102', async () => {
      await literalCall(platform, member, 'POST /course-study/course-front/score', { body: body(4) })
      expect(await scoreOf()).toEqual({ average: 4, count: 1 })
    })
    await proves('COURSE-064', async () => {
      expect(await refusal(score(5))).toMatchObject({ status: 422, errorCode: 40208 })
      expect(await scoreOf()).toEqual({ average: 4, count: 1 })
      const other = platform.client(courses, await buildMember(platform.db, { companyId }))
      await other.registerForCourse({ params: { id: course.id } })
      await other.startPlayback({ params: place(course).params, body: {} })
      await other.scoreCourse({ body: body(2) })
      expect(await scoreOf()).toEqual({ average: 3, count: 2 })
    })
    await proves('COURSE-125', async () => {
      expect((await refusal(score(5))).message).toBe('422 40208 已评分')
      const english = calls.scoreCourse({ body: body(5) }, { headers: { 'accept-language': 'en' } })
      expect((await refusal(english)).message).toBe('422 40208 You have already rated this')
    })
    const query = { businessType: 1, businessId: course.id }
    expect(await platform.client(topics, member).findScore({ query })).toMatchObject({ score: 4, mayScore: false })
    expect(await codeOf(score(6))).toBe(900001)
    expect(await codeOf(calls.scoreCourse({ body: { courseId: member.id, score: 3 } }))).toBe(900005)
  })
})
