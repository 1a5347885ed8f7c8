/** The limits of class hours and credits: the last hundredth, the last millisecond of a year, and what changes afterwards. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { study } from '#modules/content/study/contract.ts'
import { announceFinished, setCreditRule, studyKind } from '#modules/content/study/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'

const businessType = 6
const classes = studyKind({
  businessType,
  label: { cn: '培训班', en: 'Class' },
  items: async () => [],
  visible: async () => new Set<string>(),
  search: async () => [],
  states: async () => [],
})
const fixture = { name: 'classes', contract: {}, routes: {}, extensions: [classes] }
const platform = testPlatform({ poolSize: 6, modules: [fixture, ...serverModules] })
let companyId: string
let chief: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

beforeEach(async () => {
  learner = await buildMember(platform.db, { companyId })
})

const inTransaction = (run: (db: Connection) => Promise<void>) =>
  platform.root.transaction().execute((transaction) => run(transaction as unknown as Connection))

async function ruled(classHourHundredths: number, creditHundredths = 0) {
  const ref = { businessType, businessId: uuid() }
  await inTransaction((db) =>
    setCreditRule(db, { companyId, ref, classHourHundredths, creditHundredths, now: platform.now }),
  )
  return ref
}

const finish = (ref: { businessId: string }, finishedAt = platform.now, roundId?: string) =>
  inTransaction((db) =>
    announceFinished(db, {
      ...{ companyId, memberId: learner.id, businessType, ...ref, name: '安全生产', finishedAt },
      ...(roundId !== undefined && { roundId }),
    }),
  )

const setCap = (maxScore: string | null) =>
  platform.client(study, chief).changeCreditCap({ params: { businessType, type: 1 }, body: { maxScore } })
const hours = async () => {
  const { items } = await platform.client(study, learner).creditRecords({ query: { type: 1, pageSize: 100 } })
  return items.map(({ score, availableScore }) => [score, availableScore]).reverse()
}

describe('the maximum of a year', () => {
  it('[COURSE-063] is reached exactly, to the hundredth; what comes after gives nothing', async () => {
    await setCap('100')
    for (const [index, amount] of [99, 1, 1].entries()) await finish(await ruled(amount), platform.now + index)
    expect(await hours()).toEqual([
      ['99', '1'],
      ['1', '0'],
      ['0', '0'],
    ])
    await setCap(null)
  })

  it('[COURSE-063] lowered below what was given takes nothing back, and leaves nothing', async () => {
    await setCap('500')
    await finish(await ruled(400), platform.now)
    await setCap('300')
    await finish(await ruled(100), platform.now + 1)
    expect(await hours()).toEqual([
      ['400', '100'],
      ['0', '0'],
    ])
    const years = await platform.client(study, learner).creditYears({ query: { type: 1 } })
    expect(years).toMatchObject({ total: '400', items: [{ rules: [{ maxScore: '300', availableScore: '0' }] }] })
    await setCap(null)
  })

  it('[COURSE-063] is that of the company’s own year, wherever it lies', async () => {
    await sql`update identity.company set time_zone = 'America/New_York' where id = ${companyId}`.execute(platform.root)
    await setCap('100')
    // The last and the first millisecond of a year in New York; in Shanghai both are of 2026.
    const midnight = Date.UTC(2026, 0, 1, 5)
    for (const at of [midnight - 1, midnight]) await finish(await ruled(100), at)
    expect(await hours()).toEqual([
      ['100', '0'],
      ['100', '0'],
    ])
    const { items } = await platform.client(study, learner).creditYears({ query: { type: 1 } })
    expect(items.map(({ year, score }) => [year, score])).toEqual([
      [2026, '100'],
      [2025, '100'],
    ])
    await setCap(null)
    await sql`update identity.company set time_zone = ${defaultTimeZone} where id = ${companyId}`.execute(platform.root)
  })

  it('[COURSE-063] holds for two items that are finished at once, and for further rounds of one', async () => {
    await setCap('250')
    const [one, other] = [await ruled(200), await ruled(200)]
    await Promise.all([finish(one), finish(other)])
    expect((await hours()).reduce((sum, [score]) => sum + Number(score), 0)).toBe(250)
    const retake = uuid()
    await Promise.all([finish(one, platform.now, retake), finish(one, platform.now, retake)])
    expect((await hours()).map(([score]) => score).sort()).toEqual(['0', '200', '50'])
    await setCap(null)
  })
})

describe('what was given', () => {
  it('stays when the rule is changed or taken away, and is given once more only by a further round', async () => {
    const ref = await ruled(150)
    await finish(ref)
    for (const classHourHundredths of [900, 0]) {
      const rule = { companyId, ref, classHourHundredths, creditHundredths: 0, now: platform.now }
      await inTransaction((db) => setCreditRule(db, rule))
      await finish(ref)
    }
    expect(await hours()).toEqual([['150', null]])
    const rule = { companyId, ref, classHourHundredths: 200, creditHundredths: 0, now: platform.now }
    await inTransaction((db) => setCreditRule(db, rule))
    const retake = uuid()
    for (const later of [1, 2]) await finish(ref, platform.now + later, retake)
    expect(await hours()).toEqual([
      ['150', null],
      ['200', null],
    ])
  })

  it('is never a part of a hundredth', async () => {
    const body = { requestId: uuid(), memberIds: [learner.id], type: 1 as const, reason: '校外学习' }
    for (const score of ['0.5', '1.005', '1e3', '', ' 1', '१', '-0'])
      expect([380191, 900001]).toContain(
        (await refusal(platform.client(study, chief).grantCredits({ body: { ...body, score } }))).errorCode,
      )
    await platform.client(study, chief).grantCredits({ body: { ...body, score: '1' } })
    expect(await platform.client(study, learner).creditYears({ query: { type: 1 } })).toMatchObject({ total: '1' })
  })
})
