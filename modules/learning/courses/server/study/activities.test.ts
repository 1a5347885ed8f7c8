/** Exams and surveys as sections of a course: what is finished on their own screens finishes the section, and the course. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { exams } from '#modules/assessment/exams/contract.ts'
import { type BuiltExam, buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { buildExamPaper, essay, examsOn, scoredQuestions } from '#modules/assessment/exams/server/taking.fixture.ts'
import { surveys } from '#modules/assessment/surveys/contract.ts'
import { buildSurvey, choiceQuestion, contentWith } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { withTables } from '#server/db/connection.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { studySteps } from '../study.fixture.ts'

const platform = testPlatform()
let lecturer: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const { newLearner, publish, studying } = studySteps(platform, () => lecturer)
const taking = examsOn(platform, () => lecturer)
const color = choiceQuestion('颜色', ['红', '蓝'])

const newSurveyId = (rest: Parameters<typeof contentWith>[1] = {}) =>
  buildSurvey(platform.db, { author: lecturer, now: platform.now, content: contentWith([color], rest) })

async function answerSurvey(member: BuiltMember, id: string): Promise<void> {
  const answers = [{ questionId: color.id, answer: { kind: 'single-choice' as const, chosen: [1], otherText: '' } }]
  await platform.client(surveys, member).submitSurvey({ params: { id }, body: { answers, versionNumber: 1 } })
  await platform.runJobs()
}

type Studying = Awaited<ReturnType<typeof studying>>

const open = { registered: true, status: 1, percent: 0, finishedCount: 0 }
const done = { registered: true, status: 2, percent: 100, finishedCount: 1 }
const progressOf = async (learner: Studying) => (await learner.detail()).progress

describe('an exam in a course', () => {
  const newExam = async (rules: BuiltExam['rules'] = {}, questions = scoredQuestions) =>
    (await taking.build({ rules: { attemptsMax: 0, passTenths: 600, ...rules } }, questions)).params.id
  const sit = async (learner: Studying, examId: string, answers?: Parameters<typeof taking.sit>[2]) => {
    const attemptId = await taking.sit(learner.member, { params: { id: examId } }, answers)
    await platform.runJobs()
    return attemptId
  }

  it('is opened from its section, and finishes section and course once it is passed', async () => {
    const examId = await newExam()
    const learner = await studying(await publish({ kind: 'exam', activityId: examId }))
    const opened = await learner.start()
    expect(opened).toMatchObject({
      kind: 'exam',
      activity: { id: examId, launchPath: `/exam/detail/${examId}` },
      progress: { finished: false },
    })
    await sit(learner, examId, [])
    expect(await progressOf(learner)).toMatchObject(open)
    await sit(learner, examId)
    expect(await progressOf(learner)).toMatchObject(done)
    expect((await learner.start()).progress).toMatchObject({ finished: true })
    // A later failure takes nothing away.
    await sit(learner, examId, [])
    expect(await progressOf(learner)).toMatchObject(done)
  })

  it('counts when it was passed before the course was started, and for nobody else', async () => {
    const examId = await newExam()
    const course = await publish({ kind: 'exam', activityId: examId })
    const early = await newLearner()
    await taking.sit(early, { params: { id: examId } })
    await platform.runJobs()
    const learner = await studying(course, early)
    expect((await learner.start()).progress).toMatchObject({ finished: true })
    expect(await progressOf(learner)).toMatchObject(done)
    const other = await studying(course)
    expect((await other.start()).progress).toMatchObject({ finished: false })
    expect(await progressOf(other)).toMatchObject(open)
  })

  it('that a person marks finishes the section with the last mark', async () => {
    const examId = await newExam({ passTenths: 500 }, [...scoredQuestions.slice(0, 1), essay])
    await sql`update exams.exam set grader_ids = array[${lecturer.id}]::uuid[] where id = ${examId}`.execute(
      withTables<unknown>(platform.db),
    )
    const learner = await studying(await publish({ kind: 'exam', activityId: examId }))
    await learner.start()
    const id = await sit(learner, examId, [
      { kind: 'single-choice', chosen: [0] },
      { kind: 'short-answer', text: '略' },
    ])
    expect(await progressOf(learner)).toMatchObject(open)
    const desk = platform.client(exams, lecturer)
    await desk.markAnswer({ params: { id, place: 2 }, body: { tenths: 300, comment: '' } })
    await desk.finishMarking({ params: { id } })
    await platform.runJobs()
    expect(await progressOf(learner)).toMatchObject(done)
  })

  it('stands nowhere for members outside its audience', async () => {
    const paperId = await buildExamPaper(platform.db, lecturer, scoredQuestions)
    const examId = await buildExam(platform.db, {
      ...{ author: lecturer, now: platform.now, memberIds: [lecturer.id] },
      rules: { paperId },
    })
    const learner = await studying(await publish({ kind: 'exam', activityId: examId }))
    expect((await learner.start()).activity).toEqual({ id: examId, name: '', launchPath: null })
    const start = platform.client(exams, learner.member).startAttempt({ params: { id: examId }, body: {} })
    expect(await refusal(start)).toMatchObject({ errorCode: 30_142 })
  })
})

describe('a survey in a course', () => {
  it.each([false, true])('finishes section and course once it is answered (anonymous: %s)', async (isAnonymous) => {
    const surveyId = await newSurveyId({ isAnonymous })
    const course = await publish({ kind: 'survey', activityId: surveyId })
    const learner = await studying(course)
    expect(await learner.start()).toMatchObject({
      kind: 'survey',
      activity: { id: surveyId, launchPath: `/exam/research-activity/index/${surveyId}` },
      progress: { finished: false },
    })
    expect(await progressOf(learner)).toMatchObject(open)
    await answerSurvey(learner.member, surveyId)
    expect(await progressOf(learner)).toMatchObject(done)
    expect((await learner.start()).progress).toMatchObject({ finished: true })
  })

  it('counts when it was answered before the course was started', async () => {
    const surveyId = await newSurveyId({ isAnonymous: true })
    const early = await newLearner()
    await answerSurvey(early, surveyId)
    const learner = await studying(await publish({ kind: 'survey', activityId: surveyId }), early)
    expect((await learner.start()).progress).toMatchObject({ finished: true })
    expect(await progressOf(learner)).toMatchObject(done)
  })

  it('that is anonymous leaves no time in the course by which its answers could be found', async () => {
    const surveyId = await newSurveyId({ isAnonymous: true })
    const learner = await studying(await publish({ kind: 'survey', activityId: surveyId }))
    await learner.start()
    platform.now += 61_000
    await answerSurvey(learner.member, surveyId)
    const { rows: answers } = await sql<{ row: string }>`
      select p::text as row from surveys.answer_pool p where p.survey_id = ${surveyId}`.execute(
      withTables<unknown>(platform.db),
    )
    const { rows: times } = await sql<{ at: string }>`
      select p.finished_at::text as at from courses.section_progress p
      where p.member_id = ${learner.member.id}`.execute(withTables<unknown>(platform.db))
    expect(answers[0]?.row).toContain(color.id)
    for (const known of [times[0]?.at, learner.member.id]) expect(answers[0]?.row).not.toContain(known)
  })
})
