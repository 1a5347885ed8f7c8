/** What a copy of a class takes from it, and what stays, over HTTP: with all modules that keep something of a class. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { attendance } from '#modules/training/attendance/contract.ts'
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { graduation } from '#modules/training/graduation/contract.ts'
import { homework } from '#modules/training/homework/contract.ts'
import { plans } from '#modules/training/plans/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { seriesAtOnceMax } from '../contract/series.ts'
import { buildActivity } from './classes.fixture.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'], colleague: ['class-teacher'] })
const { as, build } = classesOn(platform, () => roles.owner)
const dayMs = 86_400_000
/** So many check-in lists a class may have. */
const checkInsMax = 200
const owner = () => roles.owner
const conditions = {
  ...{
    attendancePercent: 80,
    requiresActivities: false,
    activities: [],
    minCreditHundredths: null,
    retrainingMonths: 12,
  },
}
const rules = { lateRule: 'refuse', versionsMax: 3, maxTenths: 500, passTenths: 300, rubric: null } as const
const place = { latitude: 31.23, longitude: 121.47, radius: 200 }

let templates = 0

/** A class in which everything is set, and has happened. */
async function buildFull() {
  const { now } = platform
  const form = [{ key: 'size', label: '衣服尺码', kind: 'text' as const, choices: [], isRequired: false }]
  const enrollment = { form, isReviewed: true, acceptanceHours: 12 }
  const quotas = [{ organizationId: roles.organizationId, places: 5 }]
  const one = await build({
    ...{ participants: [roles.member.id], enrollment, quotas, managerIds: [roles.colleague.id], capacity: 30 },
  })
  const of = { classId: one.params.id, companyId: roles.companyId }
  const notice = await buildActivity(platform.db, { ...of, title: '班规' })
  const task = await buildActivity(platform.db, { ...of, title: '结业报告', kind: 'homework', dueAt: now + 8 * dayMs })
  const params = { ...one.params, activityId: task }
  await platform.client(homework, owner()).changeHomeworkTask({ params, body: rules })
  const list = await buildCheckIn(platform.db, { ...of, startsAt: now + 7 * dayMs, place, codeWord: '桂花' })
  await buildCheckIn(platform.db, { ...of, startsAt: now + 8 * dayMs, makesUpFor: list, title: '补课' })
  const certificateTemplateId = await buildTemplate(platform.db, {
    author: owner(),
    name: `培训班结业证 ${templates++}`,
  })
  const gone = await buildActivity(platform.db, { ...of, title: '取消的通知' })
  await platform.client(graduation, owner()).changeGraduationRule({
    ...one,
    body: {
      ...conditions,
      activities: [notice, gone].map((activityId) => ({ activityId, score: null })),
      ...{ classHourHundredths: 800, creditHundredths: 200, certificateTemplateId },
    },
  })
  const line = { category: 'venue', label: '场地', costHundredths: 500_000, note: '', voucherFileId: null } as const
  for (const kind of ['planned', 'actual'] as const)
    await platform.client(plans, owner()).addCost({ ...one, body: { ...line, kind, spentOn: null } })
  return { one, notice, gone }
}

const ruleOf = (one: TestClass) => platform.client(graduation, owner()).graduationRule(one)
const activitiesOf = async (one: TestClass) => (await as(owner()).editedActivities(one)).activities
const listsOf = async (one: TestClass) => (await platform.client(attendance, owner()).checkIns(one)).checkIns
const costsOf = async (one: TestClass) => (await platform.client(plans, owner()).classCosts(one)).lines
const copyOf = (id: string): TestClass => ({ params: { id } })

/** The copy has all that is set, at the distance `shift`, and nothing of what has happened. */
async function expectCopied(copy: TestClass, shift: number) {
  const { now } = platform
  expect(await as(owner()).editedClass(copy)).toMatchObject({
    ...{ state: 1, placesTaken: 0, capacity: 30, managerIds: [roles.colleague.id], startsAt: now + 7 * dayMs + shift },
    enrollment: { isReviewed: true, acceptanceHours: 12, form: [{ key: 'size' }] },
    quotas: [{ places: 5 }],
  })
  expect((await as(owner()).roster(copy)).recordCount).toBe(0)
  const activities = await activitiesOf(copy)
  const named = (title: string) => activities.find((one) => one.title === title)?.id ?? ''
  const { conditions: asked, gives } = await ruleOf(copy)
  expect({ ...asked, activities: [] }).toEqual(conditions)
  expect(asked.activities.map(({ activityId }) => activityId)).toEqual([named('班规'), named('取消的通知')])
  expect(gives).toMatchObject({
    ...{
      classHourHundredths: 800,
      creditHundredths: 200,
      certificate: { name: expect.stringContaining('培训班结业证') },
    },
  })
  const params = { ...copy.params, activityId: named('结业报告') }
  expect(await platform.client(homework, owner()).homeworkTask({ params })).toMatchObject(rules)
  expect(activities.find(({ title }) => title === '结业报告')).toMatchObject({ dueAt: now + 8 * dayMs + shift })
  expect(await listsOf(copy)).toMatchObject([
    { title: '第一天上午', startsAt: now + 7 * dayMs + shift, place, codeWord: '桂花', makesUpFor: null },
  ])
  expect(await costsOf(copy)).toMatchObject([{ kind: 'planned', costHundredths: 500_000 }])
}

describe('a copy of a class', () => {
  it('takes what is set of it in every module, and nothing of its people and results', async () => {
    const { one } = await buildFull()
    const body = { name: '第二期', startsAt: platform.now + 37 * dayMs }
    await expectCopied(copyOf((await as(owner()).copyClass({ ...one, body })).id), 30 * dayMs)
    // The class itself is as it was.
    expect((await listsOf(one)).length).toBe(2)
    expect((await costsOf(one)).length).toBe(2)
  })

  it('without times has no check-in lists, and conditions all the same', async () => {
    const { one } = await buildFull()
    const copy = copyOf((await as(owner()).copyClass({ ...one, body: { name: '无日期', startsAt: null } })).id)
    expect(await listsOf(copy)).toEqual([])
    expect((await ruleOf(copy)).conditions).toMatchObject({ attendancePercent: 80 })
  })

  it('of a class without conditions of its own has none either', async () => {
    const one = await build()
    const copy = copyOf((await as(owner()).copyClass({ ...one, body: { name: '第二期', startsAt: null } })).id)
    expect(await ruleOf(copy)).toMatchObject({
      conditions: { attendancePercent: null, requiresActivities: true, activities: [] },
      gives: { classHourHundredths: 0, certificate: null },
    })
  })
})

describe('classes of a series and templates', () => {
  it('take the same, each for itself, and so do classes made from a template', async () => {
    const { one } = await buildFull()
    const startsAt = [37, 67].map((days) => platform.now + days * dayMs)
    const { classes: made } = await as(owner()).createSeries({ ...one, body: { name: '新任经理', startsAt } })
    await expectCopied(copyOf(made[0]?.id ?? ''), 30 * dayMs)
    await expectCopied(copyOf(made[1]?.id ?? ''), 60 * dayMs)
    const template = copyOf((await as(owner()).keepTemplate({ ...one, body: { name: '模板' } })).id)
    await expectCopied(template, 0)
    const body = { name: '第三期', startsAt: platform.now + 17 * dayMs }
    await expectCopied(copyOf((await as(owner()).copyClass({ ...template, body })).id), 10 * dayMs)
  })

  it('take as many check-in lists as a class may have, for as many classes as are made at once', async () => {
    const { now } = platform
    const one = await build()
    const list = await buildCheckIn(platform.db, {
      ...{ classId: one.params.id, companyId: roles.companyId, startsAt: now + 7 * dayMs },
    })
    await sql`
      insert into attendance.check_in select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
      from attendance.check_in c cross join generate_series(2, ${checkInsMax}::int) where c.id = ${list}`.execute(
      platform.root,
    )
    const startsAt = Array.from({ length: seriesAtOnceMax }, (_, at) => now + (37 + at) * dayMs)
    const { classes: made } = await as(owner()).createSeries({ ...one, body: { name: '每日班会', startsAt } })
    const { rows } = await sql<{ classId: string; count: number; opensAt: number }>`
      select class_id as "classId", count(*)::int as count, min(opens_at) as "opensAt" from attendance.check_in
      where class_id = any(${made.map(({ id }) => id)}::uuid[]) group by 1 order by 3`.execute(platform.root)
    expect(rows.map(({ count }) => count)).toEqual(startsAt.map(() => checkInsMax))
    expect(rows.map(({ opensAt }) => Number(opensAt))).toEqual(startsAt.map((start) => start - dayMs / 48))
  })
})
