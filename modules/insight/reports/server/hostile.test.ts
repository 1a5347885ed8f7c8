/** Whatever a query says: it is a report, or it is refused. No name, operator or value reaches the database as SQL. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusal, testPlatform } from '#test/harness.ts'
import { operators, type ReportQuery } from '../contract/query.ts'
import { reports } from '../contract.ts'
import { compileReport } from './compile.ts'
import { buildReportCompany, callerOf } from './reports.fixture.ts'

const platform = testPlatform()
let company: Awaited<ReturnType<typeof buildReportCompany>>
let caller: Awaited<ReturnType<typeof callerOf>>

beforeAll(async () => {
  company = await buildReportCompany(platform)
  await company.study(company.seller.id, "a'; drop table courses.course; --", '2026-11-02', 3600)
  caller = await callerOf(platform, company.chief)
})

const attacks = [
  "'; drop table reports.view; --",
  'member"',
  's.member_id',
  '1=1',
  '__proto__',
  'constructor',
  'toString',
  '$1',
  '${',
  '\u0000',
  'hasOwnProperty',
  'pg_sleep(9)',
]
const columns = [
  'member',
  'organization',
  'staff_number',
  'course',
  'state',
  'study_seconds',
  'registered_at',
  'finished_at',
  'completion',
  'rows',
]
const text = fc.oneof(fc.constantFrom(...attacks), fc.string({ maxLength: 40 }))
const column = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...columns) }, { weight: 1, arbitrary: text })
const value = fc.oneof(
  text,
  fc.double({ noNaN: true, min: -9e15, max: 9e15 }),
  fc.array(text, { maxLength: 3 }),
  fc.constant('2026-02-30'),
  fc.constant(['2026-01-01', '2026-02-01']),
  fc.constant(undefined),
)
const operator = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...operators) }, { weight: 1, arbitrary: text })
const rule = fc.record({ column, operator, value })
const group = <T>(one: fc.Arbitrary<T>) =>
  fc.record({ match: fc.constantFrom('all' as const, 'any' as const), rules: fc.array(one, { maxLength: 4 }) })
const choice = fc.record(
  {
    column,
    aggregate: fc.constantFrom('count', 'distinct', 'sum', 'average', 'least', 'greatest'),
    unit: fc.constantFrom('day', 'week', 'month'),
  },
  { requiredKeys: ['column'] },
)
const query = fc.record({
  source: fc.oneof({ weight: 6, arbitrary: fc.constant('course-study') }, { weight: 1, arbitrary: text }),
  columns: fc.array(choice, { minLength: 1, maxLength: 5 }),
  filter: group(fc.oneof(rule, group(fc.oneof(rule, group(rule))))),
  sort: fc.array(fc.record({ at: fc.nat(6), descending: fc.boolean() }), { maxLength: 3 }),
})

describe('a hostile query', () => {
  it('is a statement that PostgreSQL takes, or a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        let report: ReturnType<typeof compileReport>
        try {
          report = compileReport(asked as ReportQuery, { caller, language: 'cn', now: platform.now })
        } catch (error) {
          expect((error as { error?: { code: number } }).error?.code).toBeOneOf([418_001, 418_007])
          return
        }
        const { sql: statement } = report.statement.compile(platform.root)
        for (const attack of ['drop table', 'pg_sleep', '__proto__', '1=1']) expect(statement).not.toContain(attack)
        const { rows } = await sql<Record<string, unknown>>`${report.statement} limit 5`.execute(platform.root)
        expect(rows.length).toBeLessThanOrEqual(5)
      }),
      { numRuns: 300 },
    )
  })

  it('is refused over HTTP before it is read: deep trees, huge lists, fields that are none', async () => {
    const client = platform.client(reports, company.chief)
    const ask = async (body: unknown) => (await refusal(client.preview({ body: body as ReportQuery }))).errorCode
    const plain = { source: 'course-study', columns: [{ column: 'course' }] }
    const leaf = { column: 'course', operator: 'eq', value: 'x' }
    let deep: unknown = leaf
    for (let at = 0; at < 40; at++) deep = { rules: [deep] }
    expect(await ask({ ...plain, filter: deep })).toBe(900_001)
    expect(await ask({ ...plain, filter: { rules: Array(51).fill(leaf) } })).toBe(900_001)
    expect(await ask({ ...plain, filter: { rules: Array(20).fill({ rules: Array(10).fill(leaf) }) } })).toBe(418_001)
    const many = Array.from({ length: 501 }, () => 'x')
    expect(await ask({ ...plain, filter: { rules: [{ ...leaf, operator: 'in', value: many }] } })).toBe(900_001)
    expect(await ask({ ...plain, columns: Array(21).fill({ column: 'course' }) })).toBe(900_001)
    expect(await ask({ ...plain, sql: 'select 1' })).toBe(900_001)
    expect(await ask({ ...plain, columns: [{ column: 'member_id' }] })).toBe(418_001)
    expect(await ask({ ...plain, sort: [{ at: 7 }] })).toBe(418_001)
  })

  it('finds a typed text as it stands, wildcards included', async () => {
    const client = platform.client(reports, company.chief)
    const found = async (typed: string) =>
      (
        await client.preview({
          body: {
            ...{ source: 'course-study', columns: [{ column: 'course' }] },
            filter: { rules: [{ column: 'course', operator: 'contains', value: typed }] },
          },
        })
      ).rows.length
    expect(await found("'; DROP")).toBe(1)
    expect(await found('%')).toBe(0)
    expect(await found('_')).toBe(0)
  })
})
