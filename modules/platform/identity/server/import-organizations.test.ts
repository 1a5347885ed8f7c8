import { describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { at, importCompany, importSteps, row } from './import.fixture.ts'
import { type BuiltMember, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const company = importCompany(platform)
const { calls, name, dryRun, importAll } = importSteps(platform, company)

const organization = (parentId: string, title: string) =>
  buildOrganization(platform.db, { companyId: company.companyId, parentId, name: title })

/** What the check says of an organization that is written so: nothing, or the code with the suggestions. */
async function checked(texts: readonly string[], of: BuiltMember = company.chief) {
  const found = await dryRun(
    texts.map((text, index) => row(name(index), { 2: text })),
    of,
  )
  const { items } = await calls(of).importWrongRows({ ...at(found), query: { pageSize: 100 } })
  const wrong = new Map(
    items.map(({ row: number, cells }) => {
      const cell = cells.find(({ column }) => column === 'organization')
      return [number, [...(cell?.codes ?? []), ...(cell?.suggestions ?? [])]]
    }),
  )
  return texts.map((_, index) => wrong.get(index + 2) ?? [])
}

describe('an organization of an imported row', () => {
  it('is a unique name, a code, a path, or the end of a path', async () => {
    const team = await organization(company.research, '平台组')
    await calls().changeOrganization({ params: { id: team }, body: { code: 'PRODUCT' } })
    const done = await importAll([
      row(name(0), { 2: '平台组' }),
      row(name(1), { 2: 'PRODUCT' }),
      row(name(2), { 2: 'product' }),
      row(name(3), { 2: '研发中心/平台组' }),
      row(name(4), { 2: ' 研发中心 ／ 平台组 ' }),
      row(name(5), { 2: '云帆科技/研发中心/平台组' }),
    ])
    expect(done).toMatchObject({ importedCount: 6, failedCount: 0 })
    const { items } = await calls().listMembers({ query: { organizationId: team, pageSize: 20 } })
    expect(items.map((member) => member.memberName).sort()).toEqual([0, 1, 2, 3, 4, 5].map(name))
  })

  it('is refused with the paths that an ambiguous name can mean, which are accepted', async () => {
    await organization(company.research, '平台组')
    await organization(company.sales, '平台组')
    const paths = ['云帆科技/研发中心/平台组', '云帆科技/销售中心/平台组']
    expect(await checked(['平台组', '销售中心/平台组', ...paths])).toEqual([[20222, ...paths], [], [], []])
  })

  it('with the names and path of another one has the end of its id', async () => {
    const twins = [await organization(company.research, '双子'), await organization(company.research, '双子')]
    const paths = twins.map((id) => `云帆科技/研发中心/双子#${id.slice(-8)}`)
    expect(await checked(['双子', '云帆科技/研发中心/双子', ...paths])).toEqual([
      [20222, ...paths],
      [20222, ...paths],
      [],
      [],
    ])
  })

  it('the full path means one, whatever else has its name; a code that is another one’s name is ambiguous', async () => {
    await organization(company.research, '云帆科技')
    await organization(company.research, 'PRODUCT')
    await calls().changeOrganization({ params: { id: company.sales }, body: { code: 'product' } })
    expect(await checked(['云帆科技', 'PRODUCT'])).toEqual([
      [],
      [20222, '云帆科技/销售中心', '云帆科技/研发中心/PRODUCT'],
    ])
  })

  it('that is unknown is refused with similar ones, and none where nothing is alike', async () => {
    const team = await organization(company.research, 'Platform')
    await calls().changeOrganization({ params: { id: team }, body: { code: 'PLT-1' } })
    const closed = await organization(company.companyId, '研发中芯')
    await calls().enableOrganization({ params: { id: closed }, body: { enabled: false } })
    const research = '云帆科技/研发中心'
    expect(await checked(['研发中新', '云帆集团/研发中心', '研发', 'Plaftorm', 'PLT-2', '董事会办公室', '/'])).toEqual([
      [20214, research],
      [20214, research],
      [20214, research],
      [20214, `${research}/Platform`],
      [20214, `${research}/Platform`],
      [20214],
      [20214],
    ])
  })

  it('outside of the caller’s own is neither assigned nor suggested, also where it has the same name', async () => {
    const inside = await organization(company.research, '平台组')
    await organization(company.sales, '平台组')
    await organization(company.sales, '渠道一组')
    const admin = await buildMember(platform.db, {
      companyId: company.companyId,
      organizationId: company.research,
      roles: ['admin'],
    })
    expect(await checked(['平台组', '渠道一组', '渠道二组', '销售中心', '云帆科技/销售中心'], admin)).toEqual([
      [],
      [20215],
      [20214],
      [20215],
      [20215],
    ])
    const checkedAgain = await dryRun([row(name(90), { 2: '平台组' })], admin)
    await calls(admin).commitImport({ ...at(checkedAgain), body: {} })
    await platform.runJobs()
    const { items } = await calls().listMembers({ query: { organizationId: inside } })
    expect(items.map((member) => member.memberName)).toEqual([name(90)])
  })

  it('hostile text finds nothing, and takes no long look', async () => {
    const hostile = ['=HYPERLINK("x")', '%', '_', "';--", '研'.repeat(300), '/'.repeat(200), '../..', '#'.repeat(9)]
    const answers = await checked(hostile)
    expect(answers.map((answer) => answer.slice(1))).toEqual(hostile.map(() => []))
  })
})
