/** The dashboard: its figures in the scope of the reader, its charts as pictures, and every template and source as a report. */
import { beforeAll, describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { reports } from '../contract.ts'
import { buildReportCompany } from './reports.fixture.ts'

const platform = testPlatform({ poolSize: 3 })
let company: Awaited<ReturnType<typeof buildReportCompany>>
type Member = (typeof company)['chief']
const as = (member: Member) => platform.client(reports, member)
const query = { days: '30', theme: 'dark' } as const

beforeAll(async () => {
  company = await buildReportCompany(platform)
  const today = new Date(platform.now + 8 * 3_600_000).toISOString().slice(0, 10)
  await company.study(company.seller.id, '<script>alert(1)</script>', today, 7200, true)
  await company.study(company.engineer.id, '安全编码', today, 3600)
})

describe('the dashboard', () => {
  it('has the figures of the scope, and what is stored for those who run the company', async () => {
    const figures = async (member: Member) =>
      Object.fromEntries((await as(member).dashboard({ query })).figures.map(({ key, value }) => [key, value]))
    expect(await figures(company.chief)).toEqual({ learners: 2, hours: 3, completion: 50, overdue: 0, storage: 0 })
    expect(await figures(company.head)).toEqual({ learners: 1, hours: 2, completion: 100, overdue: 0 })
  })

  it('draws its charts as pictures that run nothing, with the table beside them', async () => {
    const { panels } = await as(company.chief).dashboard({ query })
    expect(panels.map(({ key }) => key)).toEqual(['days', 'organizations', 'courses'])
    for (const { picture } of panels) expect(picture).toMatch(/^<svg /)
    const courses = panels.find(({ key }) => key === 'courses')
    expect(courses?.picture).not.toContain('<script')
    expect(courses?.result?.rows).toHaveLength(2)
    const { panels: weeks } = await as(company.chief).dashboard({ query: { days: '90', theme: 'light' } })
    expect(weeks[0]?.result?.columns[0]?.unit).toBe('week')
  })

  it('opens on reports that can be had: each template, and each source with all its columns', async () => {
    const client = as(company.chief)
    for (const { query: ready } of (await client.templates()).items) await client.preview({ body: ready })
    const { items } = await client.sources()
    expect(items.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['learners', 'course-study', 'exam-records', 'class-enrollments', 'live-attendance']),
    )
    for (const { key, columns } of items)
      await client.preview({
        body: { source: key, columns: columns.slice(0, 20).map(({ key: column }) => ({ column })) },
      })
  })
})
