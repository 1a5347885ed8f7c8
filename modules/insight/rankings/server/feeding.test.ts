/** Points, class hours and credits stand in the rankings as they are given, and no more when they are taken back. */
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { announceFinished, setCreditRule, takeBackClassHours } from '#modules/content/study/server.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { counterpart, post } from '#modules/platform/currency/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { testPlatform } from '#test/harness.ts'
import { rankings } from '../contract.ts'
import { countNotes } from './counting.ts'

const platform = testPlatform({ poolSize: 4 })
const points = 2
let companyId: string
let ming: BuiltMember
let fang: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  ming = await buildMember(platform.db, { companyId, fullName: '王明' })
  fang = await buildMember(platform.db, { companyId, fullName: '李芳' })
})

const within = <T>(run: (db: Connection) => Promise<T>) => inTransaction(platform.db, run)
const count = () => within((db) => countNotes(db, companyId))
const person = ({ id }: BuiltMember) => ({ kind: 'person', id }) as const
const figures = async () => {
  const { items } = await platform.client(rankings, ming).integralRanking()
  return items.map(({ name, figure }) => [name, figure])
}

describe('the ranking of points', () => {
  it('counts what the company gives and takes back, and nothing that members give each other or spend', async () => {
    const now = platform.now
    await within((db) => buildIssue(db, { companyId, owner: person(ming), kind: points, amount: 500n, now }))
    await within((db) => buildIssue(db, { companyId, owner: person(ming), kind: 1, amount: 900n, now }))
    const common = { companyId, kind: points, tradeType: 1, event: 'test', createdBy: null, now } as const
    const move = (to: Parameters<typeof post>[1]['legs'][number]['owner'], amount: bigint) =>
      within((db) =>
        post(db, {
          ...common,
          legs: [
            { owner: person(ming), amount: -amount },
            { owner: to, amount },
          ],
        }),
      )
    await move(person(fang), 100n)
    await move(counterpart('expense', companyId), 50n)
    await count()
    expect(await figures()).toEqual([['王明', 500]])
    await move(counterpart('issuance', companyId), 200n)
    await count()
    expect(await figures()).toEqual([['王明', 300]])
  })
})

describe('the rankings of class hours and credits', () => {
  it('count what was given, and no more when it is taken back', async () => {
    const ref = { businessType: 6, businessId: uuid() }
    const now = platform.now
    await within((db) => setCreditRule(db, { companyId, ref, classHourHundredths: 200, creditHundredths: 100, now }))
    const finished = { companyId, memberId: ming.id, ...ref, name: '培训', finishedAt: now }
    await within((db) => announceFinished(db, finished))
    await count()
    const calls = platform.client(rankings, fang)
    expect((await calls.classHourRanking()).items).toMatchObject([{ name: '王明', figure: 200 }])
    expect((await calls.creditRanking()).items).toMatchObject([{ name: '王明', figure: 100 }])
    await within((db) => takeBackClassHours(db, { companyId, businessType: 6, businessIds: [ref.businessId] }))
    await count()
    expect((await calls.classHourRanking()).items).toEqual([])
    expect((await calls.creditRanking()).items).toHaveLength(1)
  })
})
