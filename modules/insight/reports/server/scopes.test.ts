/** Whose rows a report shows: by source, permission, organization and superior, in rows and in groups alike. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { ReportQuery } from '../contract/query.ts'
import { reports } from '../contract.ts'
import { buildReportCompany } from './reports.fixture.ts'

const platform = testPlatform()
let company: Awaited<ReturnType<typeof buildReportCompany>>

const names: ReportQuery = { source: 'course-study', columns: [{ column: 'member' }], sort: [{ at: 0 }] }
const byOrganization: ReportQuery = {
  source: 'study-time',
  columns: [{ column: 'organization' }, { column: 'study_seconds', aggregate: 'sum' }],
}
type Member = Awaited<ReturnType<typeof buildMember>>
const as = (member: Member) => platform.client(reports, member)
const seen = async (member: Member, query = names) =>
  (await as(member).preview({ body: query })).rows.map(({ cells }) => (cells[0] as { name: string }).name).toSorted()

beforeAll(async () => {
  company = await buildReportCompany(platform)
  const { head, seller, engineer, chief, study } = company
  await study(seller.id, '销售入门', '2026-11-02', 3600, true)
  await study(engineer.id, '安全编码', '2026-11-03', 1800)
  await study(head.id, '销售入门', '2026-11-03', 600)
  await study(chief.id, '战略', '2026-11-03', 60)
})

describe('the scope of a report', () => {
  it('is the company for those who see progress in all of it', async () => {
    expect(await seen(company.chief)).toHaveLength(4)
  })

  it('is the organization and all below it, in rows and in groups', async () => {
    expect(await seen(company.head)).toEqual(['小北', '销售主管'])
    expect(await seen(company.head, byOrganization)).toEqual(['北区', '销售部'])
    const engineers: ReportQuery = {
      ...names,
      filter: { rules: [{ column: 'organization', operator: 'in', value: [company.research] }] },
    }
    expect(await seen(company.head, engineers)).toEqual([])
    expect(await seen(company.chief, engineers)).toEqual(['小研'])
  })

  it('is the own rows for learners, and those of subordinates for superiors', async () => {
    expect(await seen(company.seller)).toEqual(['小北'])
    await sql`update identity.member set superior_id = ${company.engineer.id} where id = ${company.seller.id}`.execute(
      platform.root,
    )
    expect(await seen(company.engineer)).toEqual(['小北', '小研'])
    await sql`update identity.member set superior_id = null where id = ${company.seller.id}`.execute(platform.root)
  })

  it('never reaches another company, and ends with the right', async () => {
    const other = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
    expect(await seen(other)).toEqual([])
    const lent = await company.member(company.research, '代管', { roles: ['branch-manager'] })
    expect(await seen(lent)).toEqual(['小研'])
    await sql`update identity.role_grant set enabled = false where member_id = ${lent.id}`.execute(platform.root)
    expect(await seen(lent)).toEqual([])
  })

  it('says which sources are open, and with which rows', async () => {
    const scopes = async (member: Member) =>
      Object.fromEntries((await as(member).sources()).items.map(({ key, scope }) => [key, scope]))
    expect(await scopes(company.chief)).toMatchObject({ 'course-study': 'company', learners: 'company' })
    expect(await scopes(company.head)).toMatchObject({ 'course-study': 'members' })
    expect(await scopes(company.seller)).toMatchObject({ 'course-study': 'own' })
    expect(await refusal(as(company.seller).preview({ body: { ...names, source: 'nothing' } }))).toMatchObject({
      errorCode: 418_007,
    })
  })
})

describe('a report', () => {
  const rows = async (query: ReportQuery) => (await as(company.chief).preview({ body: query })).rows

  it('counts, adds up and sorts by group', async () => {
    const found = await rows({
      source: 'course-study',
      columns: [
        { column: 'course' },
        { column: 'rows', aggregate: 'count' },
        { column: 'finished', aggregate: 'sum' },
        { column: 'completion', aggregate: 'average' },
        { column: 'study_seconds', aggregate: 'sum' },
      ],
      sort: [{ at: 1, descending: true }],
      chart: 'bar',
    })
    expect(found[0]).toEqual({ cells: ['销售入门', 2, 1, 50, 4200], link: null })
    expect(found).toHaveLength(3)
  })

  it('has days of the company, weeks and months', async () => {
    const by = (unit: 'day' | 'week' | 'month') =>
      rows({
        source: 'study-time',
        columns: [
          { column: 'day', unit },
          { column: 'member', aggregate: 'distinct' },
        ],
        sort: [{ at: 0 }],
      })
    expect((await by('day')).map(({ cells }) => cells)).toEqual([
      ['2026-11-02', 1],
      ['2026-11-03', 3],
    ])
    expect((await by('week')).map(({ cells }) => cells)).toEqual([['2026-11-02', 4]])
    expect((await by('month')).map(({ cells }) => cells)).toEqual([['2026-11-01', 4]])
  })

  it('leads from each row to its evidence', async () => {
    const [first] = await rows({
      ...names,
      filter: { rules: [{ column: 'course', operator: 'contains', value: '安全' }] },
    })
    expect(first?.link).toBe(`/learning-record/${company.engineer.id}`)
  })

  it('takes the figures of learners from the modules that have them', async () => {
    const found = await rows({
      source: 'learners',
      columns: ['member', 'study_seconds', 'finished_courses', 'credits', 'enabled', 'staff_number'].map((column) => ({
        column,
      })),
      filter: { match: 'any', rules: [{ column: 'member', operator: 'in', value: [company.seller.id] }] },
    })
    expect(found.map(({ cells }) => cells)).toEqual([
      [{ id: company.seller.id, name: '小北' }, 3600, 1, '0', 'true', null],
    ])
  })
})
