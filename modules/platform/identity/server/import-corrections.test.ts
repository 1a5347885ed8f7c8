import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Correction } from '../contract/member-import.ts'
import { identityTables } from './db.ts'
import { at, heading, importCompany, importSteps, row, sheet } from './import.fixture.ts'
import { recheckWork } from './import-recheck.ts'
import { buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const company = importCompany(platform)
const { calls, phoneOf, name, upload, dryRun, errorsOf } = importSteps(platform, company)

const correct = (found: { id: string }, ...corrections: Correction[]) =>
  calls().correctImport({ ...at(found), body: { corrections } })

async function recheck(found: { id: string }) {
  await calls().recheckImport(at(found))
  await platform.runJobs()
  return calls().importProgress(at(found))
}

async function commit(found: { id: string }) {
  await calls().commitImport({ ...at(found), body: {} })
  await platform.runJobs()
  return calls().importProgress(at(found))
}

const wrongRows = (found: { id: string }) => calls().importWrongRows({ ...at(found), query: { pageSize: 100 } })

async function cellAt(found: { id: string }, rowNumber: number, column: string) {
  const { items } = await wrongRows(found)
  return items.find((item) => item.row === rowNumber)?.cells.find((cell) => cell.column === column)
}

describe('wrong cells are corrected without a new file', () => {
  it('the table shows each cell of a wrong row, what is wrong, and what it can mean', async () => {
    const checked = await dryRun([
      row(name(1), { 2: '研发中新', 6: '女士', 9: '林知远' }),
      row(name(2)),
      row(name(3), { 2: '研发中新' }),
    ])
    const table = await wrongRows(checked)
    expect(table.recordCount).toBe(2)
    expect(table.columns.slice(0, 4)).toEqual([
      { column: 'memberName', heading: '用户名', required: true, unique: true },
      { column: 'fullName', heading: '姓名', required: true, unique: false },
      { column: 'organization', heading: '组织', required: true, unique: false },
      { column: 'staffNumber', heading: '工号', required: false, unique: true },
    ])
    const plain = { codes: [], unchecked: false, suggestions: [], sameCount: 0 }
    expect(table.items[0]).toMatchObject({ row: 2, correctable: true })
    expect(table.items[0]?.cells.slice(0, 3)).toEqual([
      { ...plain, column: 'memberName', value: name(1) },
      { ...plain, column: 'fullName', value: '新同学' },
      {
        ...{ column: 'organization', value: '研发中新', codes: [20214], unchecked: false },
        ...{ suggestions: ['云帆科技/研发中心'], sameCount: 2 },
      },
    ])
    expect(await cellAt(checked, 2, 'sex')).toMatchObject({ codes: [20212], suggestions: ['男', '女'], sameCount: 1 })
    expect(await cellAt(checked, 2, 'superior')).toMatchObject({
      codes: [20216],
      suggestions: expect.arrayContaining([company.lin.name]),
    })
    expect(table.items.map((item) => item.row)).toEqual([2, 4])
  })

  it('what was typed is kept, checked again, and imported', async () => {
    const checked = await dryRun([row(name(1), { 2: '研发中新' }), row(name(2), { 4: '12345' }), row(name(3))])
    expect(checked).toMatchObject({ newCount: 1, failedCount: 2, uncheckedCount: 0 })
    expect(await correct(checked, { row: 2, column: 'organization', value: ' 研发中心 ' })).toEqual({
      correctedRows: 1,
      uncheckedCount: 1,
    })
    await correct(checked, { row: 3, column: 'phone', value: `+86 ${phoneOf(2)}` })
    expect(await cellAt(checked, 2, 'organization')).toMatchObject({ value: '研发中心', unchecked: true })
    expect(await cellAt(checked, 3, 'phone')).toMatchObject({ value: phoneOf(2), unchecked: true })
    const again = await recheck(checked)
    expect(again).toMatchObject({ state: 'checked', newCount: 3, failedCount: 0, uncheckedCount: 0 })
    expect((await wrongRows(checked)).recordCount).toBe(0)
    expect(await commit(checked)).toMatchObject({ state: 'done', importedCount: 3, failedCount: 0 })
    const [made] = (await calls().listMembers({ query: { keyword: name(2) } })).items
    expect(await calls().memberDetail(at(made ?? company.lin))).toMatchObject({ phone: phoneOf(2) })
  })

  it('a correction that is wrong as well is reported by the next check, with errors between rows', async () => {
    const checked = await dryRun([row(name(1)), row(name(2), { 4: 'x' }), row(name(3), { 4: 'y' })])
    const phone = phoneOf(1)
    await correct(
      checked,
      { row: 3, column: 'phone', value: phone },
      { row: 4, column: 'phone', value: phone },
      { row: 4, column: 'organization', value: '' },
    )
    expect(await recheck(checked)).toMatchObject({ newCount: 2, failedCount: 1 })
    expect(await errorsOf(checked)).toEqual([
      [4, 'organization', 20210],
      [4, 'phone', 20213],
    ])
  })

  it('one correction replaces the same wrong value in every row, and no right cell nor another value', async () => {
    const checked = await dryRun([
      row(name(1), { 2: '研发', 8: '研发' }),
      row(name(2), { 2: '研发' }),
      row(name(3), { 2: '研发部' }),
      row(name(4), { 4: 'x', 8: '研发' }),
      row(name(5), { 2: '研发' }),
    ])
    expect(await cellAt(checked, 2, 'organization')).toMatchObject({ sameCount: 3 })
    const all = { row: 2, column: 'organization', value: '云帆科技/研发中心', from: '研发' } as const
    // The typed cell was saved already; the others still have the text from before.
    await correct(checked, { row: 2, column: 'organization', value: '研发中心' })
    expect(await correct(checked, all, { row: 6, column: 'organization', value: '销售中心' })).toEqual({
      correctedRows: 3,
      uncheckedCount: 3,
    })
    expect(await recheck(checked)).toMatchObject({ newCount: 3, failedCount: 2 })
    expect(await errorsOf(checked)).toEqual([
      [4, 'organization', 20214],
      [5, 'phone', 20212],
    ])
    await commit(checked)
    const inSales = await calls().listMembers({ query: { organizationId: company.sales } })
    expect(inSales.items.map((member) => member.memberName)).toEqual([name(5)])
  })

  it('an import with corrections that were not checked is not committed', async () => {
    const checked = await dryRun([row(name(1)), row(name(2), { 4: 'x' })])
    await correct(checked, { row: 3, column: 'phone', value: '' })
    const early = calls().commitImport({ ...at(checked), body: {} })
    expect(await refusal(early)).toMatchObject({ status: 422, errorCode: 20204 })
    await recheck(checked)
    expect(await commit(checked)).toMatchObject({ importedCount: 2 })
  })

  it('failed rows are corrected after the import as well; imported ones are not touched again', async () => {
    const checked = await dryRun([row(name(1)), row(name(2), { 4: 'x' }), row(name(1), { 1: '另一个人' })])
    await commit(checked)
    expect(await refusal(correct(checked, { row: 2, column: 'phone', value: '' }))).toMatchObject({ errorCode: 900005 })
    await correct(checked, { row: 3, column: 'phone', value: '' })
    expect(await recheck(checked)).toMatchObject({ state: 'checked', newCount: 1, changedCount: 0, failedCount: 1 })
    // A repeated name would now change the member that the import has just added.
    expect(await errorsOf(checked)).toEqual([[4, 'memberName', 20213]])
    expect(await commit(checked)).toMatchObject({ state: 'done', importedCount: 2, failedCount: 1 })
    const [made] = (await calls().listMembers({ query: { keyword: name(1) } })).items
    expect(made?.memberFullName).toBe('新同学')
  })

  it('a later commit sets the superiors of its own rows, and of no member imported before', async () => {
    const { lin } = company
    const checked = await dryRun([
      row(name(1), { 9: lin.name }),
      row(name(2), { 9: name(1) }),
      row(name(3), { 4: 'x', 9: name(1) }),
    ])
    await commit(checked)
    const superiors = async () => {
      const { rows } = await sql<{ superior: string | null }>`
        select s.name as superior from identity.member m left join identity.member s on s.id = m.superior_id
        where m.name = any(${[name(1), name(2), name(3)]}) order by m.name`.execute(platform.root)
      return rows.map(({ superior }) => superior)
    }
    expect(await superiors()).toEqual([lin.name, name(1)])
    const [second] = (await calls().listMembers({ query: { keyword: name(2) } })).items
    await sql`update identity.member set superior_id = ${lin.id} where id = ${second?.id}`.execute(platform.root)
    await correct(checked, { row: 4, column: 'phone', value: '' })
    await recheck(checked)
    expect(await commit(checked)).toMatchObject({ importedCount: 3 })
    expect(await superiors()).toEqual([lin.name, lin.name, name(1)])
  })

  it('a row that failed for what the company lacked is right once the company has it', async () => {
    const checked = await dryRun([row(name(1), { 2: '客服部' })])
    await buildOrganization(platform.db, { companyId: company.companyId, parentId: company.companyId, name: '客服部' })
    expect(await recheck(checked)).toMatchObject({ newCount: 1, failedCount: 0 })
    expect(await refusal(calls().recheckImport(at(checked)))).toMatchObject({ status: 422, errorCode: 20203 })
  })
})

describe('a correction is refused', () => {
  it('for a row without errors, a column that the file lacks, and an import that is not ready', async () => {
    const missing = { status: 422, errorCode: 900005 }
    const started = await upload(
      await sheet([heading.slice(0, 4), [name(1), 'a', '无', 'K-1'], [name(2), 'b', '研发中心', 'K-2']]),
    )
    const value = '研发中心'
    const early = correct(started, { row: 2, column: 'organization', value })
    expect(await refusal(early)).toMatchObject({ status: 422, errorCode: 20203 })
    expect(await refusal(calls().recheckImport(at(started)))).toMatchObject({ errorCode: 20203 })
    await platform.runJobs()
    const good = { row: 2, column: 'organization', value } as const
    expect(await refusal(correct(started, good, { row: 3, column: 'organization', value }))).toMatchObject(missing)
    expect(await refusal(correct(started, good, { row: 999, column: 'organization', value }))).toMatchObject(missing)
    expect(await refusal(correct(started, good, { row: 2, column: 'phone', value: '' }))).toMatchObject(missing)
    expect((await calls().importProgress(at(started))).uncheckedCount).toBe(0)
  })

  it('beyond its limits, and with control characters', async () => {
    const checked = await dryRun([row(name(1), { 4: 'x' })])
    const cell = { row: 2, column: 'jobName' } as const
    await bounds(300, (length) => correct(checked, { ...cell, value: '书'.repeat(length) }), {
      refused: 900001,
      path: 'corrections.0.value',
    })
    const many = (count: number) => correct(checked, ...Array.from({ length: count }, () => ({ ...cell, value: '书' })))
    await bounds(50, many, { refused: 900001, path: 'corrections' })
    await bounds(1, many, { refused: 900001, path: 'corrections', beyond: 0 })
    for (const value of ['a\u0000b', 'a\nb', 'a\u001bb', 'a\ud800'])
      expect(await refusal(correct(checked, { ...cell, value }))).toMatchObject({ errorCode: 900001 })
    // A formula is a text, and text that hides something is refused by the check.
    await correct(checked, { ...cell, value: '=1+1' }, { row: 2, column: 'fullName', value: '王\u202e明' })
    await correct(checked, { row: 2, column: 'phone', value: '' })
    await recheck(checked)
    expect(await errorsOf(checked)).toEqual([[2, 'fullName', 20212]])
    expect(await cellAt(checked, 2, 'jobName')).toMatchObject({ value: '=1+1', codes: [] })
  })

  it('to everybody but the uploader', async () => {
    const checked = await dryRun([row(name(1), { 4: 'x' })])
    const second = await buildMember(platform.db, { companyId: company.companyId, roles: ['super-admin'] })
    const body = { corrections: [{ row: 2, column: 'phone' as const, value: '' }] }
    for (const other of [company.stranger, second]) {
      const missing = { status: 422, errorCode: 900005 }
      expect(await refusal(calls(other).correctImport({ ...at(checked), body }))).toMatchObject(missing)
      expect(await refusal(calls(other).recheckImport(at(checked)))).toMatchObject(missing)
      expect(await refusal(calls(other).importWrongRows(at(checked)))).toMatchObject(missing)
    }
    const colleague = calls(company.lin).correctImport({ ...at(checked), body })
    expect(await refusal(colleague)).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await cellAt(checked, 2, 'phone')).toMatchObject({ value: 'x', unchecked: false })
  })
})

describe('a large check', () => {
  it('goes on after a process that ended, and what was corrected is still there', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => row(name(index), { 2: '研发' }))
    const checked = await dryRun(rows)
    const all = { row: 2, column: 'organization', value: '研发中心', from: '研发' } as const
    expect(await correct(checked, all)).toEqual({ correctedRows: 1500, uncheckedCount: 1500 })
    await calls().recheckImport(at(checked))
    const { task_id: taskId } = await identityTables(platform.db)
      .selectFrom('identity.member_import')
      .select('task_id')
      .where('id', '=', checked.id)
      .executeTakeFirstOrThrow()
    await takeSteps(platform, recheckWork.job, taskId ?? '', 1)
    expect(await calls().importProgress(at(checked))).toMatchObject({ state: 'checking', progress: 1000 })
    const task = await platform.client(operations, company.chief).taskById({ params: { id: taskId ?? '' } })
    expect(task).toMatchObject({ kind: 'member-import-recheck', state: 'running', done: 1000, total: 1500 })
    await platform.runJobs()
    expect(await calls().importProgress(at(checked))).toMatchObject({
      state: 'checked',
      newCount: 1500,
      failedCount: 0,
    })
  })

  it('a page of thousands of wrong rows says in how many each value stands', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => row(name(index), { 2: `研发${index % 2}` }))
    const checked = await dryRun(rows)
    const page = await platform
      .client(identity, company.chief)
      .importWrongRows({ ...at(checked), query: { page: 300, pageSize: 10 } })
    expect(page.recordCount).toBe(3000)
    const cells = page.items.map((item) => item.cells.find((cell) => cell.column === 'organization'))
    expect(page.items.map((item) => item.row)).toEqual(Array.from({ length: 10 }, (_, index) => 2992 + index))
    expect(cells.map((cell) => cell?.sameCount)).toEqual(Array.from({ length: 10 }, () => 1500))
  })
})
