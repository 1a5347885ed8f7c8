/** The life of one exam over HTTP: written, published, registered for, answered, marked twice, taken down. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { newExam, newRules } from '../contract/authoring.ts'
import { EXAM_NOT_OPEN, EXAM_NOT_READY } from '../contract/codes.ts'
import { buildExamPaper, essay, examsOn, rightAnswers, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
const { as } = examsOn(platform, () => roles.owner)
const [author, learner] = [() => as(roles.owner), () => as(roles.member)]

const rules = {
  ...newRules,
  ...{ durationMinutes: 45, attemptsMax: 3, leavesMax: 2, password: '246810', addressRanges: ['127.0.0.0/8'] },
  ...{ passTenths: 600, goodTenths: 1000, excellentTenths: 1200 },
}

async function publish(given: Partial<typeof rules> & object, minutes?: readonly (number | null)[]) {
  const paperId = await buildExamPaper(platform.db, roles.owner, [...scoredQuestions, essay], minutes)
  const body = { ...newExam, name: '上岗考试', graderIds: [roles.owner.id], rules: { ...rules, ...given, paperId } }
  const { id, revision } = await author().createExam({ body })
  const exam = { params: { id } }
  return { exam, publish: () => author().publishExam({ ...exam, body: { revision } }) }
}

describe('an exam', () => {
  it('has its settings, and goes from the registration to a second marking and off the shelf', async () => {
    await proves(['EXAM-008', 'EXAM-025', 'EXAM-058'], async () => {
      const registration = { startAt: null, endAt: null, places: 5, isReviewed: true }
      const { exam, publish: put } = await publish({ registration } as object)
      expect((await author().editedExam(exam)).rules).toMatchObject({
        ...rules,
        registration,
        paperId: expect.any(String),
      })
      await put()
      await learner().register(exam)
      const memberIds = [roles.member.id]
      await author().decideRegistrations({ ...exam, body: { memberIds, decision: 'accept', reason: '' } })
      const { id } = await learner().startAttempt({ ...exam, body: { password: '246810' } })
      const [params, writer] = [{ id }, uuid()]
      const answers = [...rightAnswers, { kind: 'short-answer' as const, text: '因为' }]
      const events = answers.map((answer, at) => ({ place: at + 1, answer, at: platform.now }))
      await learner().recordEvents({ params, body: { writer, first: 1, events } })
      await learner().submitAttempt({ params, body: { writer, lastNumber: 4 } })
      const marked = async (tenths: number) => {
        await author().markAnswer({ params: { id, place: 4 }, body: { tenths, comment: '' } })
        await author().finishMarking({ params })
        return (await learner().ownRecord(exam)).status
      }
      expect((await learner().ownRecord(exam)).status).toBe(4)
      expect(await marked(200)).toBe(8)
      await author().restartMarking({ params })
      expect((await learner().ownRecord(exam)).status).toBe(4)
      expect(await marked(199)).toBe(7)
      await author().takeExamDown(exam)
      expect(await learner().exam(exam)).toMatchObject({ state: 1, obstacle: 'not-open' })
      const again = await refusal(learner().startAttempt({ ...exam, body: { password: '246810' } }))
      expect(again).toMatchObject({ errorCode: EXAM_NOT_OPEN.code, data: { state: 1 } })
    })
  })

  it('whose sections take longer than it, or whose registration ends before it begins, is not published', async () => {
    const long = await publish({}, [20, 20, 5, 1])
    const reasons = (...names: string[]) => ({ errorCode: EXAM_NOT_READY.code, data: { reasons: names } })
    expect(await refusal(long.publish())).toMatchObject(reasons('section-times'))
    await (await publish({}, [20, 20, 5, null])).publish()
    const { now } = platform
    const registration = { startAt: now + 2, endAt: now + 2, places: null, isReviewed: false }
    expect(await refusal((await publish({ registration } as object)).publish())).toMatchObject(reasons('registration'))
  })
})
