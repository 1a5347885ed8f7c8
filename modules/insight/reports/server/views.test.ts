/** Saved views: versions, sharing, and that a shared view shows each reader the own rows. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import type { ReportQuery } from '../contract/query.ts'
import { reports } from '../contract.ts'
import { buildReportCompany } from './reports.fixture.ts'

const platform = testPlatform()
let company: Awaited<ReturnType<typeof buildReportCompany>>
const query: ReportQuery = { source: 'course-study', columns: [{ column: 'member' }] }
type Member = (typeof company)['chief']
const as = (member: Member) => platform.client(reports, member)
const save = (member: Member, name: string) => as(member).saveView({ body: { name, description: '', query } })
const names = async (member: Member, of: 'own' | 'shared') =>
  (await as(member).views({ query: { of } })).items.map(({ name }) => name)

beforeAll(async () => {
  company = await buildReportCompany(platform)
})

describe('a saved view', () => {
  it('belongs to its owner, and keeps its versions', async () => {
    const { id } = await save(company.head, '本部门')
    const params = { id }
    expect(await as(company.head).view({ params })).toMatchObject({ revision: 1, isOwn: true, canShare: true, query })
    const body = { name: '本部门学习', description: '每周看', query: { ...query, limit: 10 }, revision: 1 }
    expect(await as(company.head).changeView({ params, body })).toEqual({ revision: 2 })
    expect(await refusal(as(company.head).changeView({ params, body }))).toMatchObject({ errorCode: 418_003 })
    expect((await as(company.head).viewVersions({ params })).items).toMatchObject([
      { revision: 1, name: '本部门', query },
    ])
    const refused = await refusals([
      as(company.chief).view({ params }),
      as(company.chief).changeView({ params, body: { ...body, revision: 2 } }),
      as(company.chief).viewVersions({ params }),
      as(company.chief).deleteView({ params }),
      as(company.chief).shareView({ params, body: { audience: 'company', organizationIds: [], memberIds: [] } }),
    ])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual(Array(5).fill(900_005))
    await as(company.head).deleteView({ params })
    expect(await refusal(as(company.head).view({ params }))).toMatchObject({ errorCode: 900_005 })
  })

  it('is saved only as a report that can be', async () => {
    const wrong = { source: 'course-study', columns: [{ column: 'secret' }] }
    const body = { name: '坏', description: '', query: wrong }
    expect(await refusal(as(company.chief).saveView({ body }))).toMatchObject({
      errorCode: 418_001,
      data: { at: 'secret' },
    })
    const gone = { name: '坏', description: '', query: { ...query, source: 'gone' } }
    expect(await refusal(as(company.chief).saveView({ body: gone }))).toMatchObject({ errorCode: 418_007 })
    const { id } = await save(company.chief, '好')
    const change = (asked: ReportQuery) =>
      refusal(as(company.chief).changeView({ params: { id }, body: { ...body, query: asked, revision: 1 } }))
    expect(await change(wrong)).toMatchObject({ errorCode: 418_001 })
    expect(await change(gone.query)).toMatchObject({ errorCode: 418_007 })
    expect(
      await refusal(as(company.chief).startRun({ body: { name: 'x', format: 'csv', query: wrong } })),
    ).toMatchObject({ errorCode: 418_001 })
    expect(
      await refusal(as(company.chief).startRun({ body: { name: 'x', format: 'csv', query: gone.query } })),
    ).toMatchObject({ errorCode: 418_007 })
  })

  it('is shared within what its owner manages, and opened by its audience', async () => {
    const { id } = await save(company.head, '给下属')
    const share = (organizationIds: string[], memberIds: string[] = []) =>
      as(company.head).shareView({ params: { id }, body: { audience: 'chosen', organizationIds, memberIds } })
    expect(await refusal(share([company.research]))).toMatchObject({ errorCode: 418_006 })
    expect(await refusal(share([], [company.engineer.id]))).toMatchObject({ errorCode: 418_006 })
    const all = { params: { id }, body: { audience: 'company' as const, organizationIds: [], memberIds: [] } }
    expect(await refusal(as(company.head).shareView(all))).toMatchObject({ errorCode: 418_006 })
    await share([company.sales])
    expect(await names(company.seller, 'shared')).toEqual(['给下属'])
    expect(await names(company.engineer, 'shared')).toEqual([])
    expect(await as(company.seller).view({ params: { id } })).toMatchObject({ isOwn: false, organizationIds: [] })
    expect(await refusal(as(company.seller).shareView(all))).toMatchObject({ errorCode: 10_138 })
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    expect(await refusal(as(stranger).view({ params: { id } }))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(share([], [stranger.id]))).toMatchObject({ errorCode: 900_005 })
  })

  it('is one of two hundred at most', async () => {
    const { id, companyId } = company.seller
    await sql`insert into reports.view (id, company_id, owner_id, name, description, query, created_at, updated_at)
      select gen_random_uuid(), ${companyId}, ${id}, 'x', '', ${JSON.stringify(query)}::jsonb, 1, 1 from generate_series(1, 200)`.execute(
      platform.root,
    )
    expect(await refusal(save(company.seller, '再来一份'))).toMatchObject({ errorCode: 418_004, data: { max: 200 } })
  })

  it('is found by its name, in the templates and in the list', async () => {
    await save(company.engineer, '我的进度')
    expect((await as(company.engineer).views({ query: { of: 'own', search: '进度' } })).recordCount).toBe(1)
    const { items } = await as(company.engineer).templates()
    expect(items.map(({ group }) => group)).toContain('learner')
    for (const { query: ready } of items) await as(company.chief).preview({ body: ready })
  })
})
