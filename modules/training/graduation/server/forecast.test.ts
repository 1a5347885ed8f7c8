/** Conditions and the simulator over HTTP: what a class asks for, who would graduate, and why the others would not. */

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { attendance } from '#modules/training/attendance/contract.ts'
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { classes } from '#modules/training/classes/contract.ts'
import { activityInputOf } from '#modules/training/classes/server/classes.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { CONDITION_UNKNOWN } from '../contract/codes.ts'
import { newConditions } from '../contract/conditions.ts'
import { graduationsOn, type OpenClass } from './graduations-on.fixture.ts'

const platform = testPlatform({ poolSize: 2 })
const roles = testRoles(platform, { owner: ['class-teacher'], otherCompany: ['super-admin'] })
const { as, build, rule, graduate, templateId } = graduationsOn(platform, roles)

const read = (one: OpenClass, member = roles.member) =>
  platform.client(classes, member).openActivity({ params: { ...one.params, activityId: one.noticeId } })
const forecast = (one: OpenClass, query: Parameters<ReturnType<typeof as>['graduationForecast']>[0] = one) =>
  as(roles.owner).graduationForecast({ ...one, ...query })
const figures = (one: OpenClass) => as(roles.owner).graduationFigures(one)

type ActivityInput = CallInput<typeof classes.changeActivities>['body']['activities'][number]

const phases = [{ title: '第一阶段' }]

const activity = (rest: Partial<ActivityInput>): ActivityInput => ({
  ...{ kind: 'content', phase: 0, isRequired: false, opensAt: null, dueAt: null, businessType: null, businessId: null },
  ...{
    title: '',
    text: '',
    url: '',
    venue: '',
    startsAt: null,
    endsAt: null,
    roomId: null,
    lecturerIds: [],
    fileIds: [],
  },
  ...rest,
})

/** Adds an exam to the class; answers the exam and the activity. */
async function addExam(one: OpenClass) {
  const examId = await buildExam(platform.db, { author: roles.owner, now: platform.now })
  const client = platform.client(classes, roles.owner)
  const { activities, revision } = await client.editedActivities(one)
  const kept = activities.map(activityInputOf)
  const body = { phases, activities: [...kept, activity({ businessType: 3, businessId: examId })], revision }
  await client.changeActivities({ ...one, body })
  const { choices } = await as(roles.owner).graduationRule(one)
  return { examId, activityId: choices.find(({ name }) => name === '新员工考试')?.id ?? '' }
}

/** What the exam has given a member: hundredths of points, of 100. */
const score = (examId: string, memberId: string, points: number, isPassed: boolean) =>
  sql`update exams.record set score_hundredths = ${points * 100}, total_tenths = 1000,
      result = ${isPassed ? 'pass' : 'fail'}, finished_at = ${isPassed ? platform.now : null}
    where exam_id = ${examId} and member_id = ${memberId}`.execute(platform.root)

describe('the conditions of a class', () => {
  it('are its required activities until others are written', async () => {
    const one = await build()
    const before = await as(roles.owner).graduationRule(one)
    expect(before).toMatchObject({ conditions: newConditions, choices: [{ id: one.noticeId, name: '班规' }] })
    expect(before.gives).toEqual({ classHourHundredths: 0, creditHundredths: 0, certificate: null })
    const conditions = {
      ...{ attendancePercent: 80, requiresActivities: false, minCreditHundredths: 150, retrainingMonths: 12 },
      activities: [{ activityId: one.noticeId, score: null }],
    }
    const awards = { classHourHundredths: 800, creditHundredths: 200, certificateTemplateId: templateId() }
    await rule(one, { ...conditions, ...awards })
    expect(await as(roles.owner).graduationRule(one)).toMatchObject({
      conditions,
      gives: { classHourHundredths: 800, creditHundredths: 200, certificate: { templateId: templateId() } },
    })
    // What is left out keeps its value.
    await rule(one, conditions)
    expect((await as(roles.owner).graduationRule(one)).gives.creditHundredths).toBe(200)
  })

  it('have limits, and name activities of the class, and scores only where there are any', async () => {
    const one = await build()
    const other = await build()
    const of = (part: object) => as(roles.owner).changeGraduationRule({ ...one, body: { ...newConditions, ...part } })
    await bounds(100, (attendancePercent) => of({ attendancePercent }), { refused: 900_001 })
    await bounds(1, (attendancePercent) => of({ attendancePercent }), {
      ...{ refused: 900_001, beyond: 0 },
    })
    await bounds(120, (retrainingMonths) => of({ retrainingMonths }), { refused: 900_001 })
    const named = (activityId: string, least: number | null) => of({ activities: [{ activityId, score: least }] })
    const wrong = [named(other.noticeId, null), named(roles.member.id, null), named(one.noticeId, 60)]
    for (const refused of await refusals(wrong))
      expect(refused).toMatchObject({ status: 422, errorCode: CONDITION_UNKNOWN.code })
    expect(await refusal(of({ certificateTemplateId: roles.member.id }))).toMatchObject({ errorCode: 380_201 })
    expect(await refusal(of({ other: 'red' }))).toMatchObject({ errorCode: 900_001 })
  })
})

describe('the simulator', () => {
  it('says who would graduate now and what stands in the way of the others, and writes nothing', async () => {
    const one = await build()
    await read(one)
    expect(await figures(one)).toEqual({
      ...{ participants: 2, graduated: 0, passing: 1, failing: 1, retraining: 0 },
      obstacles: [{ kind: 'activities', name: '', members: 1 }],
    })
    const { items, recordCount } = await forecast(one)
    expect(recordCount).toBe(2)
    const obstacles = new Map(items.map((row) => [row.member.id, row.obstacles]))
    expect(obstacles.get(roles.member.id)).toEqual([])
    expect(obstacles.get(roles.colleague.id)).toEqual([
      { kind: 'activities', name: '', actual: 0, needed: 1, isMet: false },
    ])
    const ids = async (query: object) => (await forecast(one, { ...one, query })).items.map(({ member }) => member.id)
    expect(await ids({ outcome: 'passing' })).toEqual([roles.member.id])
    expect(await ids({ outcome: 'failing' })).toEqual([roles.colleague.id])
    expect(await ids({ outcome: 'graduated' })).toEqual([])
    expect(await ids({ search: 'colleag' })).toEqual([roles.colleague.id])
    expect(await ids({ search: '%' })).toEqual([])
    expect(await ids({ outcome: 'failing', search: 'member' })).toEqual([])
    expect((await as(roles.member).ownGraduation(one)).graduation).toBe(1)
    expect((await as(roles.owner).graduationBatch(one)).batch).toBeNull()
  })

  it('asks an exam to be passed, or for a score; the learner is not shown the score', async () => {
    const one = await build()
    const { examId, activityId } = await addExam(one)
    await rule(one, { requiresActivities: false, activities: [{ activityId, score: 75 }] })
    const ofMember = async () => (await forecast(one)).items.find(({ member }) => member.id === roles.member.id)
    expect(await ofMember()).toMatchObject({ passes: false, obstacles: [{ kind: 'score', actual: null, needed: 75 }] })
    await score(examId, roles.member.id, 74, true)
    expect(await ofMember()).toMatchObject({ passes: false, obstacles: [{ name: '新员工考试', actual: 74 }] })
    expect((await as(roles.member).ownGraduation(one)).standings).toMatchObject([
      { kind: 'score', actual: null, needed: 75, isMet: false },
    ])
    await score(examId, roles.member.id, 75, true)
    expect(await ofMember()).toMatchObject({ passes: true, obstacles: [] })
    await rule(one, { requiresActivities: false, activities: [{ activityId, score: null }] })
    expect(await ofMember()).toMatchObject({ passes: true })
    await score(examId, roles.member.id, 30, false)
    expect(await ofMember()).toMatchObject({ passes: false, obstacles: [{ kind: 'activity', isMet: false }] })
  })

  it('asks for attendance: sessions to come count, leave is no attendance, and a correction is seen at once', async () => {
    const { companyId } = roles
    const one = await build()
    await rule(one, { requiresActivities: false, attendancePercent: 50 })
    const classId = one.params.id
    const startsAt = platform.now - 6 * 3_600_000
    const listId = await buildCheckIn(platform.db, { classId, companyId, startsAt })
    await buildCheckIn(platform.db, { classId, companyId, startsAt: platform.now + 86_400_000 })
    const obstacles = async () =>
      (await forecast(one)).items.flatMap((row) => (row.member.id === roles.member.id ? row.obstacles : []))
    expect(await obstacles()).toEqual([{ kind: 'attendance', name: '', actual: 0, needed: 50, isMet: false }])
    const correct = (state: 'present' | 'leave') =>
      platform.client(attendance, roles.owner).correctAttendance({
        params: { ...one.params, checkInId: listId },
        body: { memberIds: [roles.member.id], state, minutes: null, reason: '现场核对' },
      })
    await correct('present')
    expect(await obstacles()).toEqual([])
    expect((await as(roles.member).ownGraduation(one)).standings).toMatchObject([{ actual: 50, isMet: true }])
    await correct('leave')
    expect(await obstacles()).toMatchObject([{ actual: 0 }])
    await rule(one, { requiresActivities: false, attendancePercent: 51 })
    await correct('present')
    expect(await obstacles()).toMatchObject([{ actual: 50, needed: 51 }])
  })

  it('counts the credits that the content of the class has given, and forgets activities that have left it', async () => {
    const one = await build()
    const { activityId } = await addExam(one)
    await rule(one, { requiresActivities: false, minCreditHundredths: 100, activities: [{ activityId, score: null }] })
    expect((await figures(one)).obstacles.map(({ kind, members }) => [kind, members])).toEqual([
      ['activity', 2],
      ['credit', 2],
    ])
    const client = platform.client(classes, roles.owner)
    const { revision } = await client.editedActivities(one)
    await client.changeActivities({ ...one, body: { phases, activities: [], revision } })
    expect((await figures(one)).obstacles).toEqual([{ kind: 'credit', name: '', members: 2 }])
    expect((await as(roles.owner).graduationRule(one)).conditions.activities).toEqual([])
  })

  it('turns pages, and shows what was given', async () => {
    const { companyId, organizationId } = roles
    const participants: string[] = []
    for (let count = 0; count < 5; count += 1)
      participants.push((await buildMember(platform.db, { companyId, organizationId })).id)
    const one = await build({ participants })
    await rule(one, { requiresActivities: false, certificateTemplateId: templateId() })
    const page = (number: number, outcome: 'passing' | 'graduated') =>
      forecast(one, { ...one, query: { page: number, pageSize: 2, outcome } })
    const seen = new Set<string>()
    for (const number of [1, 2, 3]) for (const { member } of (await page(number, 'passing')).items) seen.add(member.id)
    expect(seen).toEqual(new Set(participants))
    expect(await page(4, 'passing')).toEqual({ items: [], recordCount: 5 })
    await graduate(one)
    await platform.runJobs()
    const { items, recordCount } = await page(1, 'graduated')
    expect([items.length, recordCount]).toEqual([2, 5])
    expect(items[0]).toMatchObject({ graduatedAt: platform.now, certificate: { validity: 'valid' }, reason: '' })
    expect(await figures(one)).toMatchObject({ participants: 5, graduated: 5, passing: 0, failing: 0 })
  })
})
