import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { identityTables } from './db.ts'
import { at, bytesOf, heading, importCompany, importSteps, row, sheet } from './import.fixture.ts'
import { importWork, readingWork } from './import-work.ts'
import { type BuiltMember, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const company = importCompany(platform)
const { calls, phoneOf, name, upload, dryRun, importAll, errorsOf } = importSteps(platform, company)

describe('the import', () => {
  it('creates and changes members with positions and superiors, and skips failed rows', async () => {
    const done = await importAll([
      row(name(1), { 3: 'YF-1', 4: `+86 ${phoneOf(1)}`, 6: '女', 7: '工程师', 8: '前端', 9: name(2), 10: '2026/3/4' }),
      row(name(2), { 7: '工程师', 9: company.lin.name }),
      row(company.lin.name, { 1: '林知远', 2: '云帆科技/销售中心', 8: '顾问' }),
      row(name(3), { 4: 'wrong' }),
    ])
    expect(done).toMatchObject({
      state: 'done',
      newCount: 2,
      changedCount: 1,
      importedCount: 3,
      failedCount: 1,
      progress: 4,
    })
    const [made] = (await calls().listMembers({ query: { keyword: name(1) } })).items
    expect(await calls().memberDetail(at(made ?? company.lin))).toMatchObject({
      memberFullName: '新同学',
      staffNumber: 'YF-1',
      phone: phoneOf(1),
      sex: 2,
      positionName: '工程师',
      jobName: '前端',
      hiredOn: '2026-03-04',
      organizationName: '研发中心',
      superiorFullName: '新同学',
      hasPassword: false,
    })
    expect(await calls().memberDetail(at(company.lin))).toMatchObject({ organizationName: '销售中心', jobName: '顾问' })
    expect((await calls().listPositions()).items).toMatchObject([{ name: '工程师', memberCount: 2 }])
  })

  it('takes a position from before that is written in full width, and makes no second one', async () => {
    const insert = (name: string) =>
      sql`insert into identity.position (id, company_id, name, created_at)
        values (gen_random_uuid(), ${company.companyId}, ${name}, ${platform.now})`.execute(platform.root)
    for (const name of ['ＱＡ　工程师（一）', 'ＰＭ', 'PM', '财务（一）']) await insert(name)
    await importAll([
      row(name(1), { 7: 'ＱＡ 工程师（一）' }),
      row(name(2), { 7: 'QA  工程师（一）' }),
      row(name(3), { 7: 'ＰＭ' }),
    ])
    const { items } = await calls().listPositions()
    const found = items.map((one) => [one.name, one.memberCount])
    expect(found.sort()).toEqual(
      [
        ['PM', 1],
        ['QA 工程师（一）', 2],
        ['ＰＭ', 0],
        ['财务（一）', 0],
      ].sort(),
    )
  })

  it('empty cells delete values, missing columns keep them', async () => {
    await calls().changeMember({ ...at(company.lin), body: { staffNumber: 'K-1', jobName: '架构师', sex: 1 } })
    const started = await upload(
      await sheet([
        ['用户名', '姓名', '组织', '职务'],
        [company.lin.name, '林知远', '云帆科技/研发中心', ''],
      ]),
    )
    await platform.runJobs()
    await calls().commitImport({ ...at(started), body: {} })
    await platform.runJobs()
    expect(await calls().memberDetail(at(company.lin))).toMatchObject({ staffNumber: 'K-1', jobName: '', sex: 1 })
  })

  it('with an initial password, new members sign in with it once and change it', async () => {
    const checked = await dryRun([row(name(1)), row(name(2))])
    const commit = (initialPassword: string) => calls().commitImport({ ...at(checked), body: { initialPassword } })
    expect(await refusal(commit('weak'))).toMatchObject({ status: 422, errorCode: 20181 })
    await commit('Given-2026')
    await platform.runJobs()
    const signIn = (account: string, newPassword?: string) =>
      platform.client(identity).createToken({
        body: { grantType: 'password', account, password: 'Given-2026', newPassword },
      })
    expect(await refusal(signIn(name(1)))).toMatchObject({ errorCode: 20187 })
    expect(await signIn(name(1), 'Mine-2027')).toMatchObject({ token_type: 'Bearer' })
    expect(await refusal(signIn(name(2)))).toMatchObject({ errorCode: 20187 })
  })

  it('is committed once, when it has been checked', async () => {
    const started = await upload(await sheet([heading, row(name(1))]))
    const commit = () => calls().commitImport({ ...at(started), body: {} })
    expect(await refusal(commit())).toMatchObject({ status: 422, errorCode: 20203 })
    await platform.runJobs()
    expect((await commit()).state).toBe('importing')
    expect(await refusal(commit())).toMatchObject({ status: 422, errorCode: 20203 })
  })

  it('checks again: only rows with a conflict since the dry run fail', async () => {
    const checked = await dryRun([row(name(1), { 4: phoneOf(1) }), row(name(2))])
    await calls().changeMember({ ...at(company.lin), body: { phone: phoneOf(1) } })
    await calls().commitImport({ ...at(checked), body: {} })
    await platform.runJobs()
    expect(await calls().importProgress(at(checked))).toMatchObject({ state: 'done', importedCount: 1, failedCount: 1 })
    expect(await errorsOf(checked)).toEqual([[2, 'phone', 20106]])
  })

  it('a cycle of superiors that arose meanwhile is skipped and noted', async () => {
    const boss = await buildMember(platform.db, { companyId: company.companyId, organizationId: company.research })
    const checked = await dryRun([row(company.lin.name, { 1: '林知远', 9: boss.name })])
    await calls().changeMember({ ...at(boss), body: { superiorId: company.lin.id } })
    await calls().commitImport({ ...at(checked), body: {} })
    await platform.runJobs()
    expect(await errorsOf(checked)).toEqual([[2, 'superior', 20196]])
    expect((await calls().memberDetail(at(company.lin))).superiorId).toBe(null)
  })

  it('continues after a process that ended, and work that runs twice imports nothing twice', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => row(name(index)))
    const checked = await dryRun(rows)
    await calls().commitImport({ ...at(checked), body: {} })
    const { task_id: taskId } = await identityTables(platform.db)
      .selectFrom('identity.member_import')
      .select('task_id')
      .where('id', '=', checked.id)
      .executeTakeFirstOrThrow()
    // The process dies after the first piece: its transaction stands, the work comes again.
    await takeSteps(platform, importWork.job, taskId ?? '', 1)
    expect(await calls().importProgress(at(checked))).toMatchObject({ state: 'importing', progress: 1000 })
    expect((await calls().listMembers()).recordCount).toBe(1002)
    const task = await platform.client(operations, company.chief).taskById({ params: { id: taskId ?? '' } })
    expect(task).toMatchObject({ state: 'running', done: 1000, total: 2500 })
    await platform.runJobs()
    await importWork.resume(platform.db, taskId ?? '')
    await readingWork.resume(platform.db, checked.id)
    await platform.runJobs()
    expect(await calls().importProgress(at(checked))).toMatchObject({ state: 'done', importedCount: 2500 })
    expect((await calls().listMembers()).recordCount).toBe(2502)
  })

  it('keeps what it has imported when it is cancelled, and takes the rest when it is started again', async () => {
    const checked = await dryRun(Array.from({ length: 1500 }, (_, index) => row(name(index))))
    await calls().commitImport({ ...at(checked), body: {} })
    const tasks = platform.client(operations, company.chief)
    const id = (await tasks.listTasks({ query: { kind: 'member-import' } })).items[0]?.id ?? ''
    await takeSteps(platform, importWork.job, id, 1)
    await tasks.cancelTask({ params: { id } })
    await platform.runJobs()
    expect(await tasks.taskById({ params: { id } })).toMatchObject({ state: 'cancelled', done: 1000 })
    expect(await calls().importProgress(at(checked))).toMatchObject({ state: 'checked', importedCount: 1000 })
    await tasks.retryTask({ params: { id } })
    await platform.runJobs()
    expect(await calls().importProgress(at(checked))).toMatchObject({ state: 'done', importedCount: 1500 })
  })

  it('a branch administrator imports into the own branch only, and changes no member with more rights', async () => {
    const admin = await buildMember(platform.db, {
      companyId: company.companyId,
      organizationId: company.research,
      roles: ['admin'],
    })
    const zhou = await buildMember(platform.db, { companyId: company.companyId, organizationId: company.sales })
    const boss = await buildMember(platform.db, { companyId: company.companyId, organizationId: company.research })
    await calls().grantRole({ body: { memberId: boss.id, role: 'super-admin', organizationId: company.companyId } })
    const checked = await dryRun(
      [row(name(1)), row(name(2), { 2: '云帆科技/销售中心' }), row(zhou.name), row(boss.name), row(company.lin.name)],
      admin,
    )
    const page = await calls(admin).importErrors(at(checked))
    expect(page.items.map((error) => [error.row, error.column, error.code])).toEqual([
      [3, 'organization', 20215],
      [4, 'memberName', 20215],
      [5, 'memberName', 20215],
    ])
  })

  it('adds no member to a disabled organization, and keeps its members', async () => {
    await calls().enableOrganization({ params: { id: company.research }, body: { enabled: false } })
    const checked = await dryRun([row(name(1)), row(company.lin.name, { 8: '顾问' })])
    expect(await errorsOf(checked)).toEqual([[2, 'organization', 20193]])
    expect(checked.changedCount).toBe(1)
  })
})

describe('failed rows', () => {
  it('are exported with the reasons in the language of the caller', async () => {
    const done = await importAll([row(name(1)), row(name(2), { 4: '12345', 5: 'x' }), row(name(3), { 2: '无' })])
    const file = bytesOf(await calls().importFailedRows(at(done), { headers: { 'accept-language': 'cn' } }))
    const [top, ...lines] = await readSpreadsheet(file)
    expect(top).toEqual([...heading, '失败原因'])
    expect(lines.map((line) => [line[0], line.at(-1)])).toEqual([
      [name(2), '手机号：格式不正确；邮箱：格式不正确'],
      [name(3), '组织：组织不存在，可填名称、编码或路径'],
    ])
    const corrected = lines.map((line) =>
      line.map((cell, index) => [cell, cell, '云帆科技', '', '', ''][Math.min(index, 5)] ?? ''),
    )
    corrected.forEach((line, index) => {
      line[0] = name(index + 2)
      line[1] = '改正后'
    })
    const again = await upload(await sheet([top ?? [], ...corrected]))
    await platform.runJobs()
    expect(await calls().importProgress(at(again))).toMatchObject({ newCount: 2, failedCount: 0 })
  })
})

describe('the export', () => {
  it('changes nothing when it is imported unchanged', async () => {
    // Two departments of one name, a formula, and everything that a member can have.
    const twins = [
      await buildOrganization(platform.db, { companyId: company.companyId, parentId: company.research, name: '双子' }),
      await buildOrganization(platform.db, { companyId: company.companyId, parentId: company.research, name: '双子' }),
    ]
    const position = await calls().createPosition({ body: { name: '=SUM(A1:A9)' } })
    await calls().changeMember({
      ...at(company.lin),
      body: {
        fullName: '=HYPERLINK("x")',
        staffNumber: '+007',
        phone: phoneOf(1),
        email: `e${company.run}@yunfan.example`,
        sex: 2,
        positionId: position.id,
        jobName: '@cmd',
        hiredOn: '2020-02-29',
        superiorId: company.chief.id,
        organizationId: twins[1],
      },
    })
    for (const language of ['cn', 'en']) {
      const exported = bytesOf(await calls().exportMembers({}, { headers: { 'accept-language': language } }))
      const lines = await readSpreadsheet(exported)
      expect(lines.find((line) => line[0] === company.lin.name)?.[1]).toBe('=HYPERLINK("x")')
      expect(exported.includes('<f>')).toBe(false)
      const started = await upload(exported)
      await platform.runJobs()
      const checked = await calls().importProgress(at(started))
      expect(checked).toMatchObject({
        state: 'checked',
        rowCount: 2,
        unchangedCount: 2,
        changedCount: 0,
        failedCount: 0,
      })
    }
  })

  it('contains the members that match the filter and the caller’s grants', async () => {
    const admin = await buildMember(platform.db, {
      companyId: company.companyId,
      organizationId: company.research,
      roles: ['admin'],
    })
    const namesOf = async (query: object, of?: BuiltMember) =>
      (await readSpreadsheet(bytesOf(await calls(of).exportMembers({ query })))).slice(1).map((line) => line[0])
    expect(await namesOf({})).toHaveLength(3)
    expect(await namesOf({ keyword: company.lin.name })).toEqual([company.lin.name])
    expect(await namesOf({}, admin)).toEqual([company.lin.name, admin.name])
    const foreign = calls(company.stranger).exportMembers({ query: { organizationId: company.research } })
    expect(await refusal(foreign)).toMatchObject({ status: 422, errorCode: 900005 })
    expect(await refusal(calls(company.lin).exportMembers())).toMatchObject({ status: 403, errorCode: 10138 })
  })

  it('a template marks the required columns, and says in both languages what belongs into each', async () => {
    const bytes = async (language: string) =>
      bytesOf(await calls().importTemplate({}, { headers: { 'accept-language': language } }))
    const marked = heading.map((text, index) => (index < 3 ? `${text} *` : text))
    const [top, hints, ...examples] = await readSpreadsheet(await bytes('cn'))
    expect(top).toEqual(marked)
    expect(hints?.slice(0, 3).every((hint) => hint.startsWith('必填'))).toBe(true)
    expect(hints).toHaveLength(heading.length)
    expect(examples.map((line) => line[2])).toEqual(['研发中心', '研发中心/平台组'])
    const english = await readSpreadsheet(await bytes('en'))
    expect(english[0]?.slice(0, 4)).toEqual(['User name *', 'Full name *', 'Organization *', 'Staff number'])
    expect(english[1]?.[2]).toContain('Name, code, or path')
    // Excel shows the hint of a column beside each of its cells.
    const { 'xl/worksheets/sheet1.xml': xml } = unzipSync(await bytes('cn'))
    const prompts = [...strFromU8(xml ?? new Uint8Array()).matchAll(/prompt="([^"]*)" sqref="([^"]*)"/g)]
    expect(prompts.map((prompt) => prompt[1])).toEqual(hints)
    expect(prompts[1]?.[2]).toBe('B2:B1048576')
  })

  it('hints and examples that were left in the template are ignored, changed ones are rows', async () => {
    for (const language of ['cn', 'en']) {
      const file = bytesOf(await calls().importTemplate({}, { headers: { 'accept-language': language } }))
      const lines = await readSpreadsheet(file)
      const started = await upload(await sheet([...lines, row(name(1))]))
      await platform.runJobs()
      expect(await calls().importProgress(at(started))).toMatchObject({ rowCount: 1, newCount: 1, failedCount: 0 })
      const changed = await upload(await sheet([...lines.slice(0, 3), row(name(1), { 0: lines[2]?.[0] ?? '' })]))
      await platform.runJobs()
      expect(await calls().importProgress(at(changed))).toMatchObject({ rowCount: 1, newCount: 1 })
    }
  })
})
