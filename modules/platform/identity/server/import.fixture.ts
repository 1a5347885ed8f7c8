/** For tests: a company, and the steps of an import as the browser takes them. */
import { buffer } from 'node:stream/consumers'
import { beforeEach } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { CallRefused, type TestPlatform } from '#test/harness.ts'
import type { MemberImport } from '../contract/member-import.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

export const heading = [
  '用户名',
  '姓名',
  '组织',
  '工号',
  '手机号',
  '邮箱',
  '性别',
  '岗位',
  '职务',
  '上级用户名',
  '入职日期',
]
export const sheet = (rows: readonly (readonly string[])[]) => buffer(xlsxBytes(rows))
export const at = (found: { id: string }) => ({ params: { id: found.id } })
export const bytesOf = (answer: unknown) => (answer as { rawPayload: Buffer }).rawPayload

/** A row below the heading, by default in 研发中心. */
export function row(name: string, change: Partial<Record<number, string>> = {}): string[] {
  const cells = [name, '新同学', '云帆科技/研发中心', '', '', '', '', '', '', '', '']
  for (const [index, text] of Object.entries(change)) cells[Number(index)] = text ?? ''
  return cells
}

/** 云帆科技 with 研发中心 (with 林知远) and 销售中心, created for each test. */
export interface ImportCompany {
  run: number
  companyId: string
  research: string
  sales: string
  chief: BuiltMember
  lin: BuiltMember
  stranger: BuiltMember
}

export function importCompany(platform: TestPlatform): ImportCompany {
  const company = { run: 0 } as ImportCompany
  beforeEach(async () => {
    company.run++
    const companyId = await buildCompany(platform.db)
    company.companyId = companyId
    company.research = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
    company.sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售中心' })
    company.chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    company.lin = await buildMember(platform.db, {
      companyId,
      organizationId: company.research,
      fullName: '林知远',
      now: platform.now,
    })
    const otherCompany = await buildCompany(platform.db)
    company.stranger = await buildMember(platform.db, { companyId: otherCompany, roles: ['super-admin'] })
  })
  return company
}

/** The steps, by default as the administrator of the whole company. */
export function importSteps(platform: TestPlatform, company: ImportCompany) {
  const calls = (of: BuiltMember = company.chief) => platform.client(identity, of)
  const phoneOf = (index: number) => `136${String(company.run).padStart(4, '0')}${String(index).padStart(4, '0')}`
  const name = (index: number) => `r${company.run}.${index}`

  async function upload(bytes: Buffer, of: BuiltMember = company.chief): Promise<MemberImport> {
    const boundary = 'boundary-of-the-test'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="members.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/human/member-import',
      headers: {
        authorization: `Bearer ${of.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-forwarded-for': `10.2.0.${company.run}`,
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    if (answer.statusCode !== 200) throw new CallRefused(answer.statusCode, answer.json())
    return answer.json<MemberImport>()
  }

  /** Uploads rows below the full heading and reads them: the dry run. */
  async function dryRun(rows: readonly (readonly string[])[], of: BuiltMember = company.chief): Promise<MemberImport> {
    const started = await upload(await sheet([heading, ...rows]), of)
    await platform.runJobs()
    return calls(of).importProgress(at(started))
  }

  async function importAll(rows: readonly (readonly string[])[], initialPassword?: string): Promise<MemberImport> {
    const checked = await dryRun(rows)
    await calls().commitImport({ ...at(checked), body: { initialPassword } })
    await platform.runJobs()
    return calls().importProgress(at(checked))
  }

  async function errorsOf(found: { id: string }): Promise<[number, string, number][]> {
    const page = await calls().importErrors({ ...at(found), query: { pageSize: 100 } })
    return page.items.map((error) => [error.row, error.column, error.code])
  }

  return { calls, phoneOf, name, upload, dryRun, importAll, errorsOf }
}
