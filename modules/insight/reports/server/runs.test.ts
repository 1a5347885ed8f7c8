/** Exports: the same cells as the screen, in three formats, for whoever asked and nobody else. */
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { cellValue, headingOf } from '../contract/cells.ts'
import type { ReportQuery } from '../contract/query.ts'
import type { Format } from '../contract/shapes.ts'
import { reports } from '../contract.ts'
import { buildReportCompany } from './reports.fixture.ts'

const platform = testPlatform({ poolSize: 3 })
let company: Awaited<ReturnType<typeof buildReportCompany>>
const query: ReportQuery = {
  source: 'course-study',
  columns: ['member', 'organization', 'course', 'state', 'study_seconds', 'registered_at'].map((column) => ({
    column,
  })),
  sort: [{ at: 0 }],
}
type Member = (typeof company)['chief']
const as = (member: Member) => platform.client(reports, member)

beforeAll(async () => {
  company = await buildReportCompany(platform)
  const { seller, engineer, study } = company
  await study(seller.id, '=1+1', '2026-11-02', 5400, true)
  await study(engineer.id, '@SUM(A1)', '2026-11-03', 1800)
})

async function exported(member: Member, format: Format, asked = query) {
  const client = as(member)
  const { id } = await client.startRun({ body: { name: '学习情况', format, query: asked } })
  await platform.runJobs()
  const { url } = await client.runAddress({ params: { id } })
  const file = await platform.app.inject({ url, headers: { authorization: `Bearer ${member.token}` } })
  expect(file.statusCode).toBe(200)
  return { id, bytes: file.rawPayload }
}

describe('a preview', () => {
  it('gives up after some seconds, and says so', async () => {
    const outcome = await inTransaction(platform.root, async (db) => {
      await sql`lock table courses.registration in access exclusive mode`.execute(db)
      return refusal(as(company.head).preview({ body: query }))
    })
    expect(outcome).toMatchObject({ errorCode: 418_002, data: { seconds: 5 } })
  })
})

describe('an export', () => {
  it('as xlsx has the cells of the screen', async () => {
    const shown = await as(company.chief).preview({ body: query })
    const { bytes } = await exported(company.chief, 'xlsx')
    const expected = shown.rows.map(({ cells }) =>
      cells.map((cell, at) => cellValue(cell, shown.columns[at] as (typeof shown.columns)[number], shown.timeZone)),
    )
    expect(await readSheet(bytes)).toEqual([shown.columns.map((column) => headingOf(column, 'cn')), ...expected])
    expect(expected.map((row) => row[2])).toEqual(['=1+1', '@SUM(A1)'])
  })

  it('as CSV runs no formula, and as PDF is a document', async () => {
    expect((await exported(company.chief, 'csv')).bytes.toString()).toContain(`"'=1+1"`)
    const chart: ReportQuery = {
      ...{ source: 'course-study', chart: 'bar' },
      columns: [{ column: 'course' }, { column: 'rows', aggregate: 'count' }],
    }
    expect((await exported(company.chief, 'pdf', chart)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('has the rows of whoever asks, and is theirs alone', async () => {
    const { id, bytes } = await exported(company.head, 'xlsx')
    expect((await readSheet(bytes)).slice(1).map((row) => row[0])).toEqual(['小北'])
    expect(await refusal(as(company.chief).runAddress({ params: { id } }))).toMatchObject({ errorCode: 900_005 })
    const { items } = await as(company.head).runs()
    expect(items[0]).toMatchObject({ id, state: 'ready', rowCount: 1 })
  })

  it('is refused at its end where the rights are gone, and in the format that takes fewer rows', async () => {
    const asked = await as(company.engineer).startRun({ body: { name: '我的', format: 'pdf', query } })
    expect(await refusal(as(company.engineer).runAddress({ params: { id: asked.id } }))).toMatchObject({
      errorCode: 418_005,
    })
    for (let at = 0; at < 2; at++) await as(company.engineer).startRun({ body: { name: '我的', format: 'csv', query } })
    const fourth = as(company.engineer).startRun({ body: { name: '我的', format: 'csv', query } })
    expect(await refusal(fourth)).toMatchObject({ errorCode: 418_004 })
    await platform.runJobs()
  })

  it('goes after a week, with its file', async () => {
    const { id } = await exported(company.chief, 'csv')
    platform.now += 8 * 86_400_000
    const again = { ...company.chief, token: await buildSession(platform.db, company.chief, platform.now) }
    await platform.runJobs()
    expect((await as(again).runs()).items.find((one) => one.id === id)).toMatchObject({ state: 'expired' })
    expect(await refusal(as(again).runAddress({ params: { id } }))).toMatchObject({ errorCode: 418_005 })
  })
})
