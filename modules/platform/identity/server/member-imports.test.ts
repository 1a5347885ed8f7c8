import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { refusal, testPlatform } from '#test/harness.ts'
import { at, heading, importCompany, importSteps, row, sheet } from './import.fixture.ts'
import { buildMember } from './members.fixture.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const company = importCompany(platform)
const { calls, phoneOf, name, upload, dryRun, errorsOf } = importSteps(platform, company)

describe('a dry run', () => {
  it('reports the effects, and imports nothing', async () => {
    const checked = await dryRun([
      row(name(1), {
        3: 'YF-1',
        4: phoneOf(1),
        5: `A${company.run}@Yunfan.example`,
        6: '男',
        7: '工程师',
        10: '2026-02-28',
      }),
      row(company.lin.name, { 1: '林远' }),
    ])
    expect(checked).toMatchObject({
      state: 'checked',
      fileName: 'members.xlsx',
      rowCount: 2,
      progress: 2,
      newCount: 1,
      changedCount: 1,
      failedCount: 0,
      importedCount: 0,
      errorCode: null,
    })
    expect((await calls().listMembers()).recordCount).toBe(2)
    expect((await calls().memberDetail(at(company.lin))).memberFullName).toBe('林知远')
    expect((await calls().listImports()).items.map((item) => item.id)).toEqual([checked.id])
  })

  it('[SYSTEM-118] names every error with its row, column and code', async () => {
    await calls().changeMember({
      ...at(company.lin),
      body: { phone: phoneOf(9), email: `t${company.run}@yunfan.example`, staffNumber: 'T-1' },
    })
    const checked = await dryRun([
      row(''),
      row(name(1), { 1: '' }),
      row(name(2), { 2: '' }),
      row('x'),
      row('sys.Admin'),
      row('名'.repeat(21)),
      row(name(3), { 1: '名'.repeat(21) }),
      row(name(4), { 4: '12345' }),
      row(name(5), { 5: 'not-an-address' }),
      row(name(6), { 6: '其他' }),
      row(name(7), { 10: '2026-02-30' }),
      row(name(8), { 2: '云帆科技/没有的部门' }),
      row(name(9), { 4: phoneOf(9) }),
      row(name(10), { 5: `T${company.run}@yunfan.example` }),
      row(name(11), { 3: 'T-1' }),
      row(name(12), { 9: 'nobody-known' }),
      row(company.stranger.name),
      row(name(13), { 4: phoneOf(1) }),
      row(name(13).toUpperCase()),
      row(name(14), { 4: phoneOf(1) }),
    ])
    expect(await errorsOf(checked)).toEqual([
      [2, 'memberName', 20210],
      [3, 'fullName', 20210],
      [4, 'organization', 20210],
      [5, 'memberName', 20212],
      [6, 'memberName', 20182],
      [7, 'memberName', 20211],
      [8, 'fullName', 20211],
      [9, 'phone', 20212],
      [10, 'email', 20212],
      [11, 'sex', 20212],
      [12, 'hiredOn', 20212],
      [13, 'organization', 20214],
      [14, 'phone', 20106],
      [15, 'email', 20105],
      [16, 'staffNumber', 20184],
      [17, 'superior', 20216],
      [20, 'memberName', 20213],
      [21, 'phone', 20213],
    ])
    // The name of a member of another company is free here.
    expect(checked).toMatchObject({ newCount: 2, failedCount: 18 })
    const [first] = (await calls().importErrors({ ...at(checked), query: { page: 8, pageSize: 1 } })).items
    expect(first).toEqual({ row: 9, column: 'phone', heading: '手机号', code: 20212, value: '12345' })
  })

  it('reports all errors of one row, and counts rows as the spreadsheet does', async () => {
    const checked = await dryRun([row(name(1)), row('', { 1: '', 2: '' }), row(name(2), { 4: 'x', 5: 'y', 6: 'z' })])
    expect(checked.rowCount).toBe(2)
    expect(await errorsOf(checked)).toEqual([
      [4, 'phone', 20212],
      [4, 'email', 20212],
      [4, 'sex', 20212],
    ])
  })

  it('a superior may be in another row, unless that row fails; a cycle is refused', async () => {
    const checked = await dryRun([
      row(name(1), { 9: name(2) }),
      row(name(2), { 9: company.lin.name }),
      row(name(3), { 9: name(4) }),
      row(name(4), { 9: name(5) }),
      row(name(5), { 4: 'wrong' }),
      row(name(6), { 9: name(7) }),
      row(name(7), { 9: name(6) }),
      row(name(8), { 9: name(8) }),
    ])
    expect(await errorsOf(checked)).toEqual([
      [4, 'superior', 20216],
      [5, 'superior', 20216],
      [6, 'phone', 20212],
      [7, 'superior', 20196],
      [8, 'superior', 20196],
      [9, 'superior', 20196],
    ])
  })

  it('reads headings of either language in any order, and optional ones may be absent', async () => {
    const started = await upload(
      await sheet([
        ['Remark', 'Organization', 'Full name *', 'USER NAME'],
        ['any', '云帆科技/销售中心', 'New', name(1)],
      ]),
    )
    await platform.runJobs()
    expect(await calls().importProgress(at(started))).toMatchObject({ state: 'checked', newCount: 1 })
  })

  it('[SYSTEM-113] fails as a whole where columns are missing or it holds too many rows', async () => {
    const noName = await upload(
      await sheet([
        ['姓名', '组织'],
        ['a', 'b'],
      ]),
    )
    await platform.runJobs()
    expect(await calls().importProgress(at(noName))).toMatchObject({ state: 'failed', errorCode: 20202 })
    expect(await refusal(calls().importFailedRows(at(noName)))).toMatchObject({ status: 422, errorCode: 20203 })
    const many = [heading, ...Array.from({ length: 20_001 }, (_, index) => [`n${index}`, 'x', 'y'])]
    const tooMany = await upload(await sheet(many))
    await platform.runJobs()
    expect(await calls().importProgress(at(tooMany))).toMatchObject({ state: 'failed', errorCode: 20201 })
    const asManyAsMayBe = await upload(await sheet(many.slice(0, -1)))
    await platform.runJobs()
    const checked = await calls().importProgress(at(asManyAsMayBe))
    expect(checked).toMatchObject({ state: 'checked', rowCount: 20_000, failedCount: 20_000, errorCode: null })
  })
})

describe('hostile files', () => {
  it('a file that is no spreadsheet is refused at once', async () => {
    const unsupported = { status: 422, errorCode: 900004 }
    expect(await refusal(upload(Buffer.from('用户名,姓名,组织')))).toMatchObject(unsupported)
    expect(await refusal(upload(Buffer.from(zipSync({ 'a.txt': strToU8('x') }))))).toMatchObject(unsupported)
    const macro = zipSync({ 'xl/workbook.xml': strToU8('<x/>'), 'xl/vbaProject.bin': strToU8('x') })
    expect(await refusal(upload(Buffer.from(macro)))).toMatchObject(unsupported)
  })

  it('a file that would unpack to more than 64 MB is refused before unpacking', async () => {
    const bomb = zipSync({
      'xl/workbook.xml': strToU8('<x/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(65 * 1024 * 1024),
    })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refusal(upload(Buffer.from(bomb)))).toMatchObject({ status: 422, errorCode: 900003 })
    expect(await refusal(upload(Buffer.alloc(11 * 1024 * 1024)))).toMatchObject({ errorCode: 900003 })
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, strToU8('')]))
    const crowd = zipSync({ ...many, 'xl/workbook.xml': strToU8('<x/>') })
    expect(await refusal(upload(Buffer.from(crowd)))).toMatchObject({ errorCode: 900003 })
  })

  it('a broken spreadsheet fails in the background', async () => {
    const broken = zipSync({ 'xl/workbook.xml': strToU8('<nonsense'), '[Content_Types].xml': strToU8('<x/>') })
    const started = await upload(Buffer.from(broken))
    await platform.runJobs()
    expect(await calls().importProgress(at(started))).toMatchObject({ state: 'failed', errorCode: 20200 })
  })

  it('belongs to its uploader, who must manage members', async () => {
    const file = await sheet([heading])
    expect(await refusal(upload(file, company.lin))).toMatchObject({ status: 403, errorCode: 10138 })
    const started = await upload(file)
    const missing = { status: 422, errorCode: 900005 }
    const second = await buildMember(platform.db, { companyId: company.companyId, roles: ['super-admin'] })
    for (const other of [company.stranger, second]) {
      expect(await refusal(calls(other).importProgress(at(started)))).toMatchObject(missing)
      expect(await refusal(calls(other).importErrors(at(started)))).toMatchObject(missing)
      expect(await refusal(calls(other).importFailedRows(at(started)))).toMatchObject(missing)
      expect(await refusal(calls(other).commitImport({ ...at(started), body: {} }))).toMatchObject(missing)
      expect((await calls(other).listImports()).recordCount).toBe(0)
    }
    const empty = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/human/member-import',
      headers: { authorization: `Bearer ${company.chief.token}`, 'content-type': 'application/json' },
      payload: {},
    })
    expect(empty.json()).toMatchObject({ errorCode: 900001 })
  })
})
