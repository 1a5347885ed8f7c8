import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import {
  announceFinished,
  creditRulesOf,
  type FinishedStudy,
  keyOf,
  learningEvents,
  setCreditRule,
  studyKind,
} from '#modules/content/study/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { studyTables } from './db.ts'

/** Training classes of its own in place of those of the platform, so that no other module's rules have a say. */
const trainingClass = 6
const open = { name: '新员工训练营', link: '/class/1', coverFileId: null, percent: 40 }
const classes = studyKind({
  businessType: trainingClass,
  label: { cn: '培训班', en: 'Class' },
  items: async () => [],
  visible: async () => new Set(),
  search: async () => [],
  states: async () => [],
  figures: async (_db, _companyId, memberIds) =>
    memberIds.map((memberId) => ({ memberId, finishedCount: 3, studySeconds: 5430 })),
  open: async () => [
    { ...open, id: firstClass, lastStudiedAt: 1_000 },
    { ...open, id: secondClass, lastStudiedAt: 2_000 },
  ],
})
const [firstClass, secondClass] = [uuid(), uuid()]
/** Seven happenings at one time, and one before it: pages are to split them without losing or repeating any. */
const happenings = Array.from({ length: 8 }, (_, index) => ({
  key: `attended:${trainingClass}:${index}`,
  at: index === 0 ? 4_000 : 5_000,
  kind: 'attended' as const,
  businessType: trainingClass,
  name: `第 ${index} 期`,
  link: '',
}))
const attended = learningEvents({
  before: async (_db, { beforeAt, beforeKey, limit }) =>
    happenings
      .filter(({ at, key }) => at < beforeAt || (at === beforeAt && key < beforeKey))
      .toReversed()
      .slice(0, limit),
})
const fixture = { name: 'classes', contract: {}, routes: {}, extensions: [classes, attended] }
const others = serverModules.filter(({ name }) => name !== fixture.name)
const platform = testPlatform({ poolSize: 6, modules: [fixture, ...others] })

let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const inTransaction = (run: (db: Connection) => Promise<void>) =>
  platform.root.transaction().execute((transaction) => run(transaction as unknown as Connection))

async function newItem(classHourHundredths: number, creditHundredths: number) {
  const ref = { businessType: trainingClass, businessId: uuid() }
  const now = platform.now
  await inTransaction((db) => setCreditRule(db, { companyId, ref, classHourHundredths, creditHundredths, now }))
  return ref
}

type Finish = Pick<FinishedStudy, 'businessType' | 'businessId'> & { name?: string; finishedAt?: number }
const finish = (member: BuiltMember, item: Finish) =>
  inTransaction((db) =>
    announceFinished(db, { companyId, memberId: member.id, name: '安全生产', finishedAt: platform.now, ...item }),
  )

const newLearner = async () => {
  const member = await buildMember(platform.db, { companyId })
  return { ...member, calls: platform.client(study, member) }
}

async function setCap(type: 1 | 2, maxScore: string | null) {
  const params = { businessType: trainingClass, type }
  return platform.client(study, chief).changeCreditCap({ params, body: { maxScore } })
}

describe('class hours and credits', () => {
  it('a completion awards them by its rule, with source and time', async () => {
    const learner = await newLearner()
    await finish(learner, await newItem(250, 100))
    const [createTime, source] = [platform.now, '安全生产']
    const hours = () => learner.calls.creditRecords({ query: { type: 1 } })
    const credits = () => learner.calls.creditRecords({ query: { type: 2 } }, { headers: { 'accept-language': 'en' } })
    const records = [
      { rule: '完成培训班', source, createTime, score: '250', askedScore: '250' },
      { rule: 'Class finished', source, createTime, score: '100', askedScore: '100' },
    ] as const
    await proves('COURSE-013', async () => {
      expect(await hours()).toMatchObject({ recordCount: 1, items: [records[0]] })
    })
    await proves('COURSE-014', async () => {
      expect(await credits()).toMatchObject({ recordCount: 1, items: [records[1]] })
    })
    await proves('COURSE-027', async () => {
      const without = { maxScore: null, availableScore: null }
      expect((await hours()).items).toMatchObject([{ ...records[0], ...without }])
      await setCap(1, '1000')
      platform.now += 1
      await finish(learner, await newItem(150, 0))
      const withMaximum = { score: '150', maxScore: '1000', availableScore: '600' }
      expect((await hours()).items).toMatchObject([
        { ...records[0], ...withMaximum, createTime: platform.now, askedScore: '150' },
        records[0],
      ])
      await setCap(1, null)
    })
    await proves('COURSE-061', async () => {
      const stranger = await newLearner()
      expect((await hours()).items.map(({ rule, score }) => [rule, score])).toEqual([
        ['完成培训班', '150'],
        ['完成培训班', '250'],
      ])
      expect(await stranger.calls.creditRecords({ query: { type: 1 } })).toEqual({ items: [], recordCount: 0 })
    })
  })

  it('are awarded once for repeated announcements, and never without a rule', async () => {
    const learner = await newLearner()
    const item = await newItem(100, 0)
    await finish(learner, item)
    await finish(learner, { ...item, finishedAt: platform.now + 5 })
    await finish(learner, await newItem(0, 0))
    expect(await learner.calls.creditRecords({ query: { type: 1 } })).toMatchObject({ recordCount: 1 })
    expect(await learner.calls.creditRecords({ query: { type: 2 } })).toEqual({ items: [], recordCount: 0 })
    expect(await learner.calls.creditYears({ query: { type: 1 } })).toMatchObject({ total: '100' })
  })

  it('[COURSE-062] the newest comes first, ten a page', async () => {
    const learner = await newLearner()
    for (let index = 0; index < 12; index++) {
      await finish(learner, {
        ...(await newItem(100, 20)),
        name: `课程 ${index}`,
        finishedAt: 1_700_000_000_000 + index,
      })
    }
    for (const [type, score] of [
      [1, '100'],
      [2, '20'],
    ] as const) {
      const first = await learner.calls.creditRecords({ query: { type } })
      expect(first.recordCount).toBe(12)
      expect(first.items.map(({ source }) => source)).toEqual(
        Array.from({ length: 10 }, (_, index) => `课程 ${11 - index}`),
      )
      const second = await learner.calls.creditRecords({ query: { type, page: 2 } })
      expect(second.items.map((record) => [record.source, record.score])).toEqual([
        ['课程 1', score],
        ['课程 0', score],
      ])
    }
    expect(await learner.calls.creditRecords({ query: { type: 1, year: 2022 } })).toMatchObject({ recordCount: 0 })
    expect(await learner.calls.creditRecords({ query: { type: 1, year: 2023 } })).toMatchObject({ recordCount: 12 })
  })

  it('[COURSE-063] no record takes a member above the maximum of the year: what is left is given, then nothing', async () => {
    expect(await setCap(1, '500')).toMatchObject({ maxScore: '500', label: '培训班' })
    const learner = await newLearner()
    for (const at of [1, 2, 3]) await finish(learner, { ...(await newItem(300, 0)), finishedAt: platform.now + at })
    const { items } = await learner.calls.creditRecords({ query: { type: 1 } })
    expect(items).toMatchObject([
      { score: '0', askedScore: '300', maxScore: '500', availableScore: '0' },
      { score: '200', askedScore: '300', maxScore: '500', availableScore: '0' },
      { score: '300', askedScore: '300', maxScore: '500', availableScore: '200' },
    ])
    const years = await learner.calls.creditYears({ query: { type: 1 } })
    expect(years).toMatchObject({
      total: '500',
      items: [{ score: '500', current: true, rules: [{ score: '500', maxScore: '500', availableScore: '0' }] }],
    })
    await setCap(1, null)
    await finish(learner, await newItem(300, 0))
    expect(await learner.calls.creditYears({ query: { type: 1 } })).toMatchObject({ total: '800' })
  })

  it('[COURSE-063] the maximum is that of a year of the company: the last minute of one, the first of the next', async () => {
    await setCap(2, '100')
    const learner = await newLearner()
    // 2025-12-31T23:59 and 2026-01-01T00:00 in Shanghai.
    for (const finishedAt of [Date.UTC(2025, 11, 31, 15, 59), Date.UTC(2025, 11, 31, 16, 0)])
      await finish(learner, { ...(await newItem(0, 100)), finishedAt })
    const years = await learner.calls.creditYears({ query: { type: 2 } })
    expect(years.items).toMatchObject([
      { year: 2026, score: '100' },
      { year: 2025, score: '100', current: false },
    ])
    await setCap(2, null)
  })

  it('[COURSE-063] not even by many that are finished at the same time', async () => {
    await setCap(1, '1000')
    const learner = await newLearner()
    const items = []
    for (let index = 0; index < 12; index++) items.push(await newItem(150, 0))
    await Promise.all([...items, ...items].map((item) => finish(learner, item)))
    const records = await learner.calls.creditRecords({ query: { type: 1, pageSize: 50 } })
    const sum = records.items.reduce((total, { score }) => total + Number(score), 0)
    expect([records.recordCount, sum]).toEqual([12, 1000])
    expect(await learner.calls.creditYears({ query: { type: 1 } })).toMatchObject({ total: '1000' })
    await setCap(1, null)
  })

  it('rules are kept by item, changed, taken away, and are the company’s own', async () => {
    const item = await newItem(250, 50)
    const other = await newItem(0, 30)
    const read = (company: string) => creditRulesOf(platform.db, company, [item, other])
    const keys = [item, other].map(({ businessType, businessId }) => keyOf(businessType, businessId))
    const rules = await read(companyId)
    expect(keys.map((key) => rules.get(key))).toEqual([
      { classHourHundredths: 250, creditHundredths: 50 },
      { classHourHundredths: 0, creditHundredths: 30 },
    ])
    expect((await read(await buildCompany(platform.db))).size).toBe(0)
    const now = platform.now
    await setCreditRule(platform.db, { companyId, ref: item, classHourHundredths: 0, creditHundredths: 0, now })
    expect([...(await read(companyId)).keys()]).toEqual([keys[1]])
    expect((await creditRulesOf(platform.db, companyId, [])).size).toBe(0)
  })
})

describe('what administrators do', () => {
  it('sets a maximum within its range, for a kind that exists, and it is logged', async () => {
    const calls = platform.client(study, chief)
    await setCap(2, '3000')
    const { items } = await calls.creditCaps()
    expect(items.filter(({ businessType }) => businessType === trainingClass)).toMatchObject([
      { type: 1, maxScore: null, updatedAt: null },
      { type: 2, maxScore: '3000', updatedAt: platform.now },
    ])
    for (const maxScore of ['0', '-5', '100000001', '99999999999999999999999']) {
      expect(await refusal(setCap(2, maxScore))).toMatchObject({ errorCode: 380191, data: { max: 1_000_000 } })
    }
    const unknown = calls.changeCreditCap({ params: { businessType: 999, type: 1 }, body: { maxScore: '100' } })
    expect(await refusal(unknown)).toMatchObject({ errorCode: 900005 })
    await setCap(2, null)
  })

  it('enters what was studied elsewhere, once a request, beside every maximum', async () => {
    const calls = platform.client(study, chief)
    const [one, other] = [await newLearner(), await newLearner()]
    const body = {
      ...{ requestId: uuid(), memberIds: [one.id, other.id], type: 1 as const, score: '1600' },
      ...{ reason: '省厅安全管理培训', finishedAt: platform.now - 86_400_000 },
    }
    expect(await calls.grantCredits({ body })).toEqual({ recordCount: 2 })
    expect(await calls.grantCredits({ body })).toEqual({ recordCount: 0 })
    expect(await calls.grantCredits({ body: { ...body, requestId: uuid(), memberIds: [one.id] } })).toEqual({
      recordCount: 1,
    })
    expect(await one.calls.creditRecords({ query: { type: 1 } })).toMatchObject({
      recordCount: 2,
      items: [{ rule: '管理员登记', source: '省厅安全管理培训', score: '1600' }, {}],
    })
    expect(await one.calls.creditYears({ query: { type: 1 } })).toMatchObject({ total: '3200' })
    // What is dated in the future counts from now.
    const early = { ...body, requestId: uuid(), memberIds: [one.id], finishedAt: platform.now + 86_400_000 }
    await calls.grantCredits({ body: early })
    const [newest] = (await one.calls.creditRecords({ query: { type: 1 } })).items
    expect(newest?.createTime).toBe(platform.now)
    expect(await other.calls.learningFigures()).toMatchObject({ classHours: '1600', credits: '0' })
  })

  it('not for members of another company, and not beyond what a record holds', async () => {
    const calls = platform.client(study, chief)
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const body = { requestId: uuid(), memberIds: [stranger.id], type: 1 as const, score: '100', reason: '外部培训' }
    expect(await refusal(calls.grantCredits({ body }))).toMatchObject({ errorCode: 900005 })
    const colleague = await buildMember(platform.db, { companyId })
    const tooMuch = { ...body, memberIds: [colleague.id], score: '1000001' }
    expect(await refusal(calls.grantCredits({ body: tooMuch }))).toMatchObject({ errorCode: 380191 })
    const blank = { ...body, memberIds: [chief.id], reason: '  ' }
    expect(await refusal(calls.grantCredits({ body: blank }))).toMatchObject({ errorCode: 900001 })
    const learner = await newLearner()
    expect(await refusal(learner.calls.grantCredits({ body }))).toMatchObject({ status: 403 })
  })
})

describe('the personal learning center', () => {
  it('[COURSE-017] counts study time, points, courses, classes, class hours and credits', async () => {
    const learner = await newLearner()
    await finish(learner, await newItem(250, 100))
    await finish(learner, await newItem(50, 20))
    expect(await learner.calls.learningFigures()).toEqual({
      studySeconds: 5430,
      studyMinutes: 91,
      points: 0,
      completedCourseCount: 0,
      attendedClassCount: 3,
      classHours: '300',
      credits: '120',
    })
  })

  it('a superior reads what subordinates have studied, and of nobody else', async () => {
    const superior = await newLearner()
    const [below, deeper, other] = [await newLearner(), await newLearner(), await newLearner()]
    const place = (member: BuiltMember, superiorId: string) =>
      platform.client(identity, chief).changeMember({ params: { id: member.id }, body: { superiorId } })
    await place(below, superior.id)
    await place(deeper, below.id)
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '别家') })
    const memberIds = [below.id, deeper.id, other.id, superior.id, stranger.id, uuid()].join(',')
    const seen = await superior.calls.subordinateFigures({ query: { memberIds } })
    const figures = { studySeconds: 5430, studyMinutes: 91, completedCourseCount: 0, attendedClassCount: 3 }
    expect(seen.items).toEqual([
      { memberId: below.id, ...figures },
      { memberId: deeper.id, ...figures },
    ])
    expect(await other.calls.subordinateFigures({ query: { memberIds } })).toEqual({ items: [] })
    expect(await platform.client(study, stranger).subordinateFigures({ query: { memberIds } })).toEqual({ items: [] })
    await place(below, other.id)
    expect((await superior.calls.subordinateFigures({ query: { memberIds } })).items).toEqual([])
    const bad = superior.calls.subordinateFigures({ query: { memberIds: 'x' } })
    expect(await refusal(bad)).toMatchObject({ status: 422 })
  })

  it('the totals of a member equal their records', async () => {
    const learner = await newLearner()
    await setCap(1, '333')
    for (const asked of [100, 120, 140, 160]) await finish(learner, await newItem(asked, asked))
    await setCap(1, null)
    const [hours, credits] = await Promise.all(
      ([1, 2] as const).map(async (kind) => {
        const rows = await studyTables(platform.db)
          .selectFrom('study.credit_record')
          .select('score')
          .where('member_id', '=', learner.id)
          .where('kind', '=', kind)
          .execute()
        return String(rows.reduce((sum, { score }) => sum + score, 0))
      }),
    )
    expect([hours, credits]).toEqual(['333', '520'])
    expect(await learner.calls.learningFigures()).toMatchObject({ classHours: hours, credits })
  })

  it('goes on with what was studied last', async () => {
    const learner = await newLearner()
    const { items } = await learner.calls.continueLearning()
    expect(items).toMatchObject([{ id: secondClass, label: '培训班', percent: 40 }, { id: firstClass }])
    expect((await learner.calls.continueLearning({ query: { limit: 1 } })).items).toHaveLength(1)
  })

  it('tells what happened, newest first, page by page, nothing twice and nothing left out', async () => {
    const learner = await newLearner()
    await finish(learner, { ...(await newItem(150, 0)), finishedAt: 5_000, name: '叉车安全' })
    const keys: string[] = []
    let query: { beforeAt?: number; beforeKey?: string; limit: number } = { limit: 3 }
    for (;;) {
      const { items, next } = await learner.calls.learningTimeline({ query })
      keys.push(...items.map(({ key }) => key))
      if (!next) break
      query = { ...next, limit: 3 }
    }
    expect(keys).toHaveLength(9)
    expect(new Set(keys).size).toBe(9)
    expect(keys.at(-1)).toBe('attended:6:0')
    const { items } = await learner.calls.learningTimeline({ query: { limit: 100 } })
    expect(items.map(({ key }) => key)).toEqual(keys)
    expect(items.find(({ kind }) => kind === 'credited')).toMatchObject({
      ...{ name: '叉车安全', label: '完成培训班', creditType: 1, score: '150', link: '/center/my/class-hour' },
    })
  })
})
