/** A lecturer with 1,000 evaluations: a page takes as many statements as with one, and reads the answers of its own surveys alone. */
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { buildSurvey, contentWith, npsQuestion } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { lecturers } from '../contract.ts'
import { buildLecturer } from './lecturers.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['admin'], otherCompany: ['super-admin'] })
const nps = npsQuestion('您会推荐这位讲师吗？')
let [oneId, manyId] = ['', '']

/** 1,000 surveys like one that the fixture has built, each with 30 responses, whose values are 0 to 9. */
async function fill(surveyId: string): Promise<void> {
  const copies = sql`(select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id, n
    from generate_series(1, 1000) n) c`
  await sql`
    insert into surveys.survey (id, company_id, organization_id, author_id, name, summary, organization_ids, position_ids,
      member_ids, content, published_content, guest_token, status, version_number, updated_at, published_at)
    select c.id, s.company_id, s.organization_id, s.author_id, s.name || c.n, s.summary, s.organization_ids, s.position_ids,
      s.member_ids, s.content, s.published_content, s.guest_token || c.n, s.status, 1, s.updated_at, s.published_at
    from surveys.survey s, ${copies} where s.id = ${surveyId}`.execute(platform.root)
  await sql`
    insert into surveys.version (survey_id, number, company_id, content)
    select c.id, v.number, v.company_id, v.content from surveys.version v, ${copies}
    where v.survey_id = ${surveyId}`.execute(platform.root)
  await sql`
    insert into surveys.response (id, company_id, survey_id, version_number, member_id, answers, started_at, submitted_at, outcome)
    select gen_random_uuid(), ${roles.companyId}, c.id, 1, gen_random_uuid(), jsonb_build_array(jsonb_build_object(
        'questionId', ${nps.id}::text, 'answer', jsonb_build_object('kind', 'nps', 'value', m % 10))),
      ${platform.now}, ${platform.now}, 'completed'
    from ${copies}, generate_series(1, 30) m`.execute(platform.root)
  await sql`
    insert into lecturers.evaluation (lecturer_id, survey_id, company_id, created_at, created_by)
    select ${manyId}::uuid, c.id, ${roles.companyId}, ${platform.now}::bigint - c.n, ${roles.owner.id}
    from ${copies}`.execute(platform.root)
  await sql`insert into lecturers.evaluation (lecturer_id, survey_id, company_id, created_at, created_by)
    values (${oneId}, ${surveyId}, ${roles.companyId}, ${platform.now}, ${roles.owner.id})`.execute(platform.root)
  for (const table of ['surveys.survey', 'surveys.version', 'surveys.response', 'lecturers.evaluation'])
    await sql`analyze ${sql.table(table)}`.execute(platform.root)
}

beforeAll(async () => {
  const { companyId, organizationId } = roles
  oneId = await buildLecturer(platform.db, { companyId, organizationId, now: platform.now })
  manyId = await buildLecturer(platform.db, { companyId, organizationId, now: platform.now })
  const content = contentWith([nps])
  await fill(await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content, name: '课后评价' }))
}, 60_000)

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

async function pageOf(id: string, pageSize = 100) {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const page = await platform.client(lecturers, roles.owner).evaluations({ params: { id }, query: { pageSize } })
  const statements = spy.mock.calls.flatMap(([asked, values]): Statement[] => {
    const { text = '', values: own } = (typeof asked === 'string' ? { text: asked } : asked) as Partial<Statement>
    return text === '' ? [] : [{ text, values: own ?? (values as unknown as unknown[]) ?? [] }]
  })
  spy.mockRestore()
  return { page, statements }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

it('is read in as many statements as one evaluation, whatever stands on the page', async () => {
  await pageOf(oneId)
  const [one, many] = [await pageOf(oneId), await pageOf(manyId)]
  expect(one.page).toMatchObject({ recordCount: 1, items: [{ included: 0, ratings: [] }] })
  expect(many.page.recordCount).toBe(1000)
  expect(many.page.items).toHaveLength(100)
  for (const { included, ratings } of many.page.items) expect([included, ratings[0]?.mean]).toEqual([30, 4.5])
  expect(many.statements.length).toBe(one.statements.length)
})

it('reads the responses of the surveys on the page by their index, and no table from end to end', async () => {
  const { statements } = await pageOf(manyId, 10)
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  try {
    const about = statements.filter(({ text }) => /surveys\.|lecturers\.evaluation/.test(text))
    expect(about.length).toBeGreaterThan(2)
    for (const { text, values } of about) {
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
      const nodes = nodesOf((rows[0]['QUERY PLAN'] as readonly { readonly Plan: PlanNode }[])[0]?.Plan as PlanNode)
      const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'answer_pool')
      expect(whole.map((node) => node['Relation Name'])).not.toEqual(expect.arrayContaining(['response', 'version']))
      const responses = nodes.filter((node) => node['Relation Name'] === 'response')
      const read = responses.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
      expect(read).toBeLessThanOrEqual(300)
    }
  } finally {
    await client.end()
  }
})
