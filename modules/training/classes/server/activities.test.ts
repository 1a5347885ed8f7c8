/** What a class consists of, over HTTP: written by those who run it, met by its participants and nobody else. */

import { describe, expect, it } from 'vitest'
import { exams } from '#modules/assessment/exams/contract.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { buildSurvey, contentWith } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildLive } from '#modules/live/live/server/live.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import type { ActivityInput } from '../contract/activities.ts'
import { activityInputOf } from '../contract/activities.ts'
import { CONTENT_TWICE, CONTENT_UNKNOWN, NO_PARTICIPANT, NOT_RELEASED } from '../contract/codes.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform({ poolSize: 5 })
const roles = testRoles(platform, { owner: ['class-teacher', 'lecturer'], otherCompany: ['super-admin'] })
const { as, build } = classesOn(platform, () => roles.owner)
const dayMs = 86_400_000

const activity = (rest: Partial<ActivityInput> = {}): ActivityInput => ({
  ...{ kind: 'notice', phase: 0, isRequired: true, opensAt: null, dueAt: null, businessType: null, businessId: null },
  ...{
    title: '开班通知',
    text: '请带身份证',
    url: '',
    venue: '',
    startsAt: null,
    endsAt: null,
    roomId: null,
    lecturerIds: [],
    fileIds: [],
    ...rest,
  },
})
const exam = (businessId: string) => activity({ kind: 'content', businessType: 3, businessId, title: '', text: '' })

async function write(
  one: TestClass,
  activities: readonly ActivityInput[],
  phases = [{ title: '课前' }, { title: '课中' }],
) {
  const { revision } = await as(roles.owner).editedActivities(one)
  return as(roles.owner).changeActivities({ ...one, body: { phases, activities: [...activities], revision } })
}
const running = () => ({ startsAt: platform.now - 1, endsAt: platform.now + dayMs, participants: [roles.member.id] })

describe('the activities of a class', () => {
  it('keep their order, their phase and their ids', async () => {
    const one = await build()
    await write(one, [activity(), activity({ kind: 'link', title: '预习', url: 'https://example.com/a', phase: 1 })])
    const { activities, phases } = await as(roles.owner).editedActivities(one)
    expect(phases).toEqual([{ title: '课前' }, { title: '课中' }])
    expect(activities.map(({ kind, phase, name }) => [kind, phase, name])).toEqual([
      ['notice', 0, '开班通知'],
      ['link', 1, '预习'],
    ])
    const back = activities.toReversed().map(activityInputOf)
    await write(one, back)
    const turned = (await as(roles.owner).editedActivities(one)).activities
    expect(turned.map(({ id }) => id)).toEqual(activities.toReversed().map(({ id }) => id))
  })

  it('are named in the answer, so that what was new is not made again by the next change', async () => {
    const one = await build()
    const { activityIds } = await write(one, [activity({ title: '预习' }), activity()])
    const again = await write(one, [
      activity(activityIds[1] ? { id: activityIds[1] } : {}),
      activity({ title: '新通知' }),
      activity(activityIds[0] ? { id: activityIds[0], title: '预习与讨论' } : {}),
    ])
    const { activities } = await as(roles.owner).editedActivities(one)
    expect(activities.map(({ id, title }) => [id, title])).toEqual([
      [activityIds[1], '开班通知'],
      [again.activityIds[1], '新通知'],
      [activityIds[0], '预习与讨论'],
    ])
  })

  it('have one place each', async () => {
    const one = await build()
    await write(one, [activity()])
    const [known = activity()] = (await as(roles.owner).editedActivities(one)).activities.map(activityInputOf)
    for (const id of [known.id ?? '', one.params.id]) {
      const twice = await refusal(write(one, [{ ...known, id }, activity(), { ...known, id, title: '又一次' }]))
      expect(twice).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'activities.2.id' }] } })
    }
    expect((await as(roles.owner).editedActivities(one)).activities).toMatchObject([{ title: '开班通知' }])
  })

  it('[TRAINING-048] are at most 500', async () => {
    const one = await build()
    const many = (count: number) => Array.from({ length: count }, (_, at) => activity({ title: `通知 ${at + 1}` }))
    expect(await refusal(write(one, many(501)))).toMatchObject({ status: 422, errorCode: 900_001 })
    await write(one, many(500))
    expect((await as(roles.owner).editedActivities(one)).activities).toHaveLength(500)
  })

  it('name content that their author may choose, each once', async () => {
    const one = await build()
    const examId = await buildExam(platform.db, { author: roles.owner, now: platform.now })
    const foreign = await buildExam(platform.db, { author: roles.otherCompany, now: platform.now })
    const draft = await buildExam(platform.db, { author: roles.owner, now: platform.now, status: 'draft' })
    for (const id of [foreign, draft, roles.member.id])
      expect(await refusal(write(one, [exam(id)]))).toMatchObject({ errorCode: CONTENT_UNKNOWN.code })
    const itself = { ...exam(one.params.id), businessType: 6 }
    expect(await refusal(write(one, [itself]))).toMatchObject({ errorCode: CONTENT_UNKNOWN.code })
    expect(await refusal(write(one, [exam(examId), exam(examId)]))).toMatchObject({ errorCode: CONTENT_TWICE.code })
    await write(one, [exam(examId)])
    expect((await as(roles.owner).editedActivities(one)).activities).toMatchObject([
      { kind: 'content', name: '新员工考试', isAvailable: true, title: '' },
    ])
  })
})

describe('the content of a class', () => {
  it('is for participants and staff', async () => {
    const one = await build(running())
    await write(one, [activity()])
    await proves('TRAINING-023', async () => {
      const { activities, required, requiredFinished } = await as(roles.member).classContent(one)
      expect(activities).toMatchObject([{ name: '开班通知', text: '请带身份证', isReleased: true, isFinished: false }])
      expect([required, requiredFinished]).toEqual([1, 0])
      expect((await as(roles.owner).classContent(one)).activities).toHaveLength(1)
      expect((await as(roles.member).classmates(one)).items).toMatchObject([{ fullName: 'member' }])
    })
    await proves('TRAINING-024', async () => {
      const [id] = (await as(roles.member).classContent(one)).activities.map((row) => row.id)
      const params = { ...one.params, activityId: id ?? '' }
      for (const refused of await refusals([
        as(roles.colleague).classContent(one),
        as(roles.colleague).classmates(one),
        as(roles.colleague).openActivity({ params }),
      ]))
        expect(refused).toMatchObject({ status: 422, errorCode: NO_PARTICIPANT.code })
      expect(await refusal(as(roles.otherCompany).classContent(one))).toMatchObject({ errorCode: 64_104 })
    })
  })

  it('opens when it is released; before, it says what it is and not what it holds', async () => {
    const one = await build(running())
    const opensAt = platform.now + 1000
    await write(one, [activity({ kind: 'link', title: '课后阅读', url: 'https://example.com/secret', opensAt })])
    const shown = async () => (await as(roles.member).classContent(one)).activities[0]
    const before = await shown()
    expect(before).toMatchObject({ name: '课后阅读', isReleased: false, link: '', url: '', text: '' })
    const params = { ...one.params, activityId: before?.id ?? '' }
    const early = await refusal(as(roles.member).openActivity({ params }))
    expect(early).toMatchObject({ errorCode: NOT_RELEASED.code, data: { opensAt } })
    platform.now = opensAt
    expect(await shown()).toMatchObject({ isReleased: true, link: 'https://example.com/secret', isFinished: false })
    expect(await as(roles.member).openActivity({ params })).toEqual({ openedAt: opensAt })
    platform.now += 5
    expect(await as(roles.member).openActivity({ params })).toEqual({ openedAt: opensAt })
    expect(await shown()).toMatchObject({ isFinished: true, percent: 100 })
    const unknown = { ...one.params, activityId: roles.member.id }
    expect(await refusal(as(roles.member).openActivity({ params: unknown }))).toMatchObject({ errorCode: 900_005 })
  })

  it('[TRAINING-041] of another kind is opened for its participants, and links to its own screen', async () => {
    const one = await build(running())
    // Meant for nobody but its author: the class opens it.
    const examId = await buildExam(platform.db, { author: roles.owner, now: platform.now, memberIds: [roles.owner.id] })
    const { owner: author, companyId } = roles
    const { id: courseId } = await buildCourse(platform.db, { author, now: platform.now })
    const surveyId = await buildSurvey(platform.db, { author, now: platform.now, content: contentWith([]) })
    const liveId = await buildLive(platform.db, { companyId, hostId: author.id, now: platform.now, subject: '直播' })
    const others = [
      [1, courseId],
      [4, surveyId],
      [15, liveId],
    ] as const
    await write(one, [exam(examId), ...others.map(([businessType, id]) => ({ ...exam(id), businessType }))])
    const { activities } = await as(roles.member).classContent(one)
    expect(activities[0]).toMatchObject({ name: '新员工考试', isFinished: false })
    expect(activities.map(({ link }) => link)).toEqual([
      `/exam/detail/${examId}`,
      `/study/course/detail/${courseId}`,
      `/exam/research-activity/index/${surveyId}`,
      `/live/detail/${liveId}`,
    ])
    expect(await platform.client(exams, roles.member).exam({ params: { id: examId } })).toMatchObject({ id: examId })
  })
})
