/** Who asks for reports, which members they ask, and what they import, over HTTP. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { IMPORT_INCORRECT } from '#kit/import-rows.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { sheetBytes, uploadFile } from '#test/sheet-upload.ts'
import { ACTIVITY_CHANGED, HAS_REPORTS, REPORTERS_FULL, TOO_MANY_REPORTERS, TOO_MANY_ROWS } from '../contract/codes.ts'
import { type ActivityInput, importedReportersMax, importedRowsMax, reportersMax } from '../contract/fields.ts'
import type { RecordColumn } from '../contract/reports.ts'
import { dayMs, externalOn } from './external-on.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, { owner: ['admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const { as, activity, report, todosOf, newsOf } = externalOn(platform, () => roles.owner)

const input = (change: Partial<ActivityInput> = {}): ActivityInput => ({
  ...{ title: '质量大会', kind: 'conference', provider: '中国质量协会', place: '成都', description: '会后一周内填报' },
  ...{ startsOn: '2026-12-01', endsOn: '2026-12-02', organizationId: roles.organizationId, needsEvidence: true },
  ...{ reportFrom: platform.now, reportUntil: platform.now + 7 * dayMs, ...change },
})
const create = (member: BuiltMember | undefined, change: Partial<ActivityInput> = {}) =>
  as(member).createActivity({ body: input(change) })
const people = (count: number, prefix: string) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      buildMember(platform.db, {
        ...{ companyId: roles.companyId, organizationId: roles.organizationId, fullName: `${prefix}${at}` },
      }),
    ),
  )

describe('asking for reports', () => {
  it('is for those who manage external training of the organization', async () => {
    const elsewhere = { organizationId: roles.stranger.organizationId }
    const no = { member: 10_138, colleague: 10_138, stranger: 10_138, nobody: 401 } as const
    await expectRoles(roles, {
      create: {
        ...{ ...no, owner: 'accepted', administrator: 'accepted', otherCompany: 10_138 },
        call: (caller) => create(caller),
      },
      elsewhere: {
        ...{ ...no, owner: 10_138, administrator: 10_138, otherCompany: 10_138 },
        call: (caller) => create(caller, elsewhere),
      },
    })
    const { id } = await create(roles.owner)
    const params = { id }
    const hidden = { ...no, otherCompany: 900_005 } as const
    const yes = { owner: 'accepted', administrator: 'accepted' } as const
    await expectRoles(roles, {
      reporters: { ...hidden, ...yes, call: (caller) => as(caller).reporters({ params }) },
      remind: { ...hidden, ...yes, call: (caller) => as(caller).remindReporters({ params }) },
      add: {
        ...{ ...hidden, ...yes },
        call: (caller) => as(caller).addReporters({ params, body: { memberIds: [roles.colleague.id] } }),
      },
    })
  })

  it('of an organization that is gone is left to whoever manages the whole company', async () => {
    const { id } = await create(roles.owner, { title: '已撤销部门的培训' })
    await sql`update external.activity set organization_id = ${uuid()} where id = ${id}`.execute(platform.root)
    const { companyId } = roles
    const chief = await buildMember(platform.db, { companyId, organizationId: companyId, roles: ['super-admin'] })
    const foreign = () => as(roles.otherCompany).reporters({ params: { id } })
    expect(await refusal(as(roles.owner).deleteActivity({ params: { id } }))).toMatchObject({ errorCode: 10_138 })
    expect(await refusal(foreign())).toMatchObject({ errorCode: 900_005 })
    const query = { search: '已撤销部门' }
    expect((await as(roles.owner).managedActivities({ query })).recordCount).toBe(0)
    expect((await as(roles.otherCompany).managedActivities({ query })).recordCount).toBe(0)
    expect((await as(chief).managedActivities({ query })).items).toMatchObject([{ id, organizationName: '' }])
    const body = { ...input({ organizationId: uuid() }), revision: 0 }
    expect(await refusal(as(chief).changeActivity({ params: { id }, body }))).toMatchObject({ errorCode: 10_138 })
    await as(chief).deleteActivity({ params: { id } })
  })

  it('is listed, changed on what was read, and deleted while nobody has handed in', async () => {
    const { id } = await create(roles.owner, { title: '行业参观 A' })
    const listed = async (query: object) =>
      (await as(roles.administrator).managedActivities({ query: { pageSize: 100, ...query } })).items
    expect(await listed({ search: '参观 A' })).toMatchObject([
      { id, organizationName: '研发部', reporterCount: 0, revision: 0 },
    ])
    expect((await listed({ when: 'open' })).map((one) => one.id)).toContain(id)
    expect((await listed({ when: 'over' })).map((one) => one.id)).not.toContain(id)
    expect((await listed({ when: 'coming' })).map((one) => one.id)).not.toContain(id)
    const params = { id }
    const change = (revision: number, rest: object = {}) =>
      as(roles.owner).changeActivity({ params, body: { ...input({ title: '行业参观 B', ...rest }), revision } })
    expect(await change(0)).toMatchObject({ revision: 1 })
    expect(await refusal(change(0))).toMatchObject({ errorCode: ACTIVITY_CHANGED.code, data: { revision: 1 } })
    for (const wrong of [
      { reportUntil: platform.now },
      { startsOn: '2026-02-30' },
      { startsOn: '2026-12-03', endsOn: '2026-12-02' },
    ])
      expect(await refusal(change(1, wrong))).toMatchObject({ errorCode: 900_001 })
    await as(roles.owner).addReporters({ params, body: { memberIds: [roles.member.id] } })
    await report(roles.member, { activityId: id })
    expect(await refusal(as(roles.owner).deleteActivity({ params }))).toMatchObject({ errorCode: HAS_REPORTS.code })
    const free = await activity({ reporterIds: [roles.member.id] })
    await report(roles.member, { activityId: free, state: 'draft' })
    await as(roles.owner).deleteActivity({ params: { id: free } })
    expect(await refusal(as(roles.owner).reporters({ params: { id: free } }))).toMatchObject({ errorCode: 900_005 })
  })

  it('is refused for other organizations, other companies and what is gone, by every call', async () => {
    const elsewhere = await activity({ organizationId: roles.stranger.organizationId })
    const rows = [{ row: 2, cells: { member: roles.member.name } }]
    const calls = (id: string) => [
      () => as(roles.owner).changeActivity({ params: { id }, body: { ...input(), revision: 0 } }),
      () => as(roles.owner).deleteActivity({ params: { id } }),
      () => as(roles.owner).reporters({ params: { id } }),
      () => as(roles.owner).addReporters({ params: { id }, body: { memberIds: [roles.member.id] } }),
      () => as(roles.owner).removeReporter({ params: { id, memberId: roles.member.id } }),
      () => as(roles.owner).remindReporters({ params: { id } }),
      () => as(roles.owner).importReporters({ params: { id }, body: { rows } }),
    ]
    for (const call of calls(elsewhere)) expect(await refusal(call())).toMatchObject({ status: 403 })
    for (const call of calls(roles.member.id)) expect(await refusal(call())).toMatchObject({ errorCode: 900_005 })
  })

  it('reaches each reporter once', async () => {
    const id = await activity()
    const add = (memberIds: string[], by = roles.owner) => as(by).addReporters({ params: { id }, body: { memberIds } })
    expect(await add([roles.member.id, roles.colleague.id])).toEqual({ added: 2 })
    expect(await add([roles.member.id])).toEqual({ added: 0 })
    expect(await newsOf(roles.member)).toContain('external.asked')
    expect((await todosOf(roles.member, 'external.report')).map((todo) => todo.businessId)).toContain(id)
    expect(await refusal(add([roles.otherCompany.id]))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(add([roles.stranger.id]))).toMatchObject({ status: 403 })
    expect(await as(roles.owner).remindReporters({ params: { id } })).toEqual({ reminded: 2 })
    expect(await newsOf(roles.colleague)).toContain('external.reminded')
    const remove = (memberId: string) => as(roles.owner).removeReporter({ params: { id, memberId } })
    await report(roles.member, { activityId: id })
    expect(await refusal(remove(roles.member.id))).toMatchObject({ errorCode: HAS_REPORTS.code })
    await remove(roles.colleague.id)
    expect(await refusal(remove(roles.colleague.id))).toMatchObject({ errorCode: 900_005 })
    expect((await todosOf(roles.colleague, 'external.report')).map((todo) => todo.businessId)).not.toContain(id)
    expect(await as(roles.owner).remindReporters({ params: { id } })).toEqual({ reminded: 0 })
  })

  it('has a limit of people', async () => {
    const many = await people(reportersMax + 1, '全员')
    const id = await activity({ reporterIds: many.slice(0, reportersMax - 1).map((one) => one.id) })
    const add = (at: number) =>
      as(roles.owner).addReporters({ params: { id }, body: { memberIds: [many[at]?.id ?? ''] } })
    expect(await add(reportersMax - 1)).toEqual({ added: 1 })
    expect(await refusal(add(reportersMax))).toMatchObject({ errorCode: REPORTERS_FULL.code })
    const rows = [{ row: 2, cells: { member: many[reportersMax]?.name ?? '' } }]
    const imported = as(roles.owner).importReporters({ params: { id }, body: { rows } })
    expect(await refusal(imported)).toMatchObject({ errorCode: REPORTERS_FULL.code })
  })
})

describe('an import of reporters', () => {
  const path = '/training/external-reporter-file'
  const read = async (cells: readonly string[], member: BuiltMember | undefined = roles.owner) =>
    uploadFile(platform, member, path, await sheetBytes([['填报人账号或工号 *'], ...cells.map((cell) => [cell])]))
  const write = (id: string, names: readonly string[], headers: Record<string, string> = {}) =>
    as(roles.owner).importReporters(
      { params: { id }, body: { rows: names.map((member, at) => ({ row: at + 2, cells: { member } })) } },
      { headers },
    )

  it('takes ten, and refuses eleven', async () => {
    const eleven = await people(importedReportersMax + 1, '填报')
    const names = eleven.map(({ name }) => name)
    await proves('TRAINING-049', async () => {
      expect((await read(names.slice(0, importedReportersMax))).rows).toHaveLength(importedReportersMax)
      const refused = await refusal(read(names))
      expect(refused).toMatchObject({ errorCode: TOO_MANY_REPORTERS.code, data: { max: 10 } })
      const id = await activity()
      expect(await refusal(write(id, names))).toMatchObject({ errorCode: 900_001 })
      expect(await write(id, names.slice(0, importedReportersMax))).toEqual({ imported: 10 })
      expect((await as(roles.owner).reporters({ params: { id } })).recordCount).toBe(10)
    })
  })

  it('is of all rows or of none, and can be tried', async () => {
    const id = await activity()
    const good = [roles.member.name, roles.colleague.name.toUpperCase()]
    const wrong = [...good, 'nobody-is-called-so', roles.member.name, roles.stranger.name, roles.otherCompany.name, '']
    const refused = await refusal(write(id, wrong))
    expect(refused).toMatchObject({ errorCode: IMPORT_INCORRECT.code })
    const problems = refused.data?.problems as { row: number; rule: string }[]
    expect(problems.map(({ row, rule }) => [row, rule])).toEqual([
      [4, 'unknown-member'],
      [5, 'twice'],
      [6, 'unknown-member'],
      [7, 'unknown-member'],
      [8, 'required'],
    ])
    await write(id, good, { 'x-dry-run': '1' })
    expect((await as(roles.owner).reporters({ params: { id } })).recordCount).toBe(0)
    expect(await write(id, good)).toEqual({ imported: 2 })
  })

  it('reads spreadsheets alone, and their headings in either language', async () => {
    const bytes = await sheetBytes([['Account or staff number'], [' zhang ', 'x'], [''], ['li']])
    expect((await uploadFile(platform, roles.owner, path, bytes)).rows).toEqual([
      { row: 2, cells: { member: 'zhang' } },
      { row: 4, cells: { member: 'li' } },
    ])
    const nameless = uploadFile(platform, roles.owner, path, await sheetBytes([['姓名'], ['张三']]))
    expect(await refusal(nameless)).toMatchObject({
      errorCode: IMPORT_INCORRECT.code,
      data: { problems: [{ row: 1, column: 'member', rule: 'heading' }] },
    })
    const hidden = await sheetBytes([['填报人账号或工号'], ['a\u200bb'], ['\u202ex'], ['\u3164']])
    expect((await uploadFile(platform, roles.owner, path, hidden)).rows.map(({ cells }) => cells.member)).toEqual([
      ...['ab', 'x', ''],
    ])
    const large = uploadFile(platform, roles.owner, path, Buffer.alloc(11 * 1024 * 1024))
    expect(await refusal(large)).toMatchObject({ errorCode: 900_003 })
    const plain = uploadFile(platform, roles.owner, path, Buffer.from('member\nzhang'))
    expect(await refusal(plain)).toMatchObject({ errorCode: 900_004 })
    expect(await refusal(read(['x'], roles.member))).toMatchObject({ status: 403 })
    expect(await refusal(uploadFile(platform, undefined, path, bytes))).toMatchObject({ status: 401 })
  })
})

describe('an import of records', () => {
  const path = '/training/external-record-file'
  const right = (change: Partial<Record<RecordColumn, string>> = {}) => ({
    ...{ member: roles.member.name, title: '质量工程师', kind: '认证考试', provider: '中国质量协会' },
    ...{
      startsOn: '2025/3/1',
      endsOn: '2025-03-05',
      hours: '40',
      cost: '2800.50',
      certificateNumber: 'ZL-1',
      ...change,
    },
  })
  const write = (rows: readonly ReturnType<typeof right>[], member: BuiltMember | undefined = roles.owner) =>
    as(member).importRecords({ body: { rows: rows.map((cells, at) => ({ row: at + 2, cells })) } })

  it('enters accepted reports of members of the own organizations', async () => {
    expect(await write([right(), right({ title: '=1+1', kind: '', cost: '' })])).toEqual({ imported: 2 })
    const own = await as(roles.member).ownReports({ query: { state: 'accepted', pageSize: 100 } })
    expect(own.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ title: '质量工程师', kind: 'certification', startsOn: '2025-03-01', hourHundredths: 4000 },
          ...{ costHundredths: 280_050, state: 'accepted', decidedBy: 'owner' },
        }),
        expect.objectContaining({ title: '=1+1', kind: 'course', costHundredths: null }),
      ]),
    )
  })

  it('says of each wrong cell what is wrong, and enters nothing', async () => {
    const wrong: [Partial<Record<RecordColumn, string>>, string, string][] = [
      [{ member: 'nobody-is-called-so' }, 'member', 'unknown-member'],
      [{ member: roles.stranger.name }, 'member', 'unknown-member'],
      [{ member: roles.owner.name }, 'member', 'unknown-member'],
      [{ title: '' }, 'title', 'required'],
      [{ title: '课'.repeat(101) }, 'title', 'too-long'],
      [{ kind: '旅游' }, 'kind', 'choice'],
      [{ startsOn: '2025-02-30' }, 'startsOn', 'date'],
      [{ endsOn: '2025-02-01' }, 'endsOn', 'order'],
      [{ hours: '-1' }, 'hours', 'number'],
      [{ hours: '10000.01' }, 'hours', 'number'],
      [{ cost: '100000.01' }, 'cost', 'cost'],
      [{ cost: '1.005' }, 'cost', 'cost'],
      [{ cost: '1e3' }, 'cost', 'cost'],
    ]
    const before = (await as(roles.owner).managedReports({})).recordCount
    const refused = await refusal(write([right(), ...wrong.map(([cells]) => right(cells))]))
    const problems = refused.data?.problems as { row: number; column: string; rule: string }[]
    expect(problems.map(({ row, column, rule }) => [row, column, rule])).toEqual(
      wrong.map(([, column, rule], at) => [at + 3, column, rule]),
    )
    expect((await as(roles.owner).managedReports({})).recordCount).toBe(before)
    const long = write([right({ title: 'x'.repeat(1_000_000) })])
    expect(await refusal(long)).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(write([right()], roles.member))).toMatchObject({ status: 403 })
  })

  it('takes a hundred rows, and refuses a hundred and one', async () => {
    const bytes = as(roles.owner).recordTemplate({})
    const template = await readSpreadsheet(((await bytes) as unknown as { rawPayload: Buffer }).rawPayload)
    const heading = template[0] ?? []
    const rows = (count: number) => Array.from({ length: count }, () => Object.values(right()))
    const read = async (count: number) =>
      uploadFile(platform, roles.owner, path, await sheetBytes([heading, ...rows(count)]))
    expect((await read(importedRowsMax)).rows[0]?.cells).toEqual(right())
    const refused = await refusal(read(importedRowsMax + 1))
    expect(refused).toMatchObject({ errorCode: TOO_MANY_ROWS.code, data: { max: 100 } })
    expect(await refusal(write(Array.from({ length: 101 }, () => right())))).toMatchObject({ errorCode: 900_001 })
    const other = async (bytes: Buffer) => (await refusal(uploadFile(platform, roles.owner, path, bytes))).errorCode
    expect(await other(Buffer.from('x'))).toBe(900_004)
    expect(await other(Buffer.alloc(11 * 1024 * 1024))).toBe(900_003)
    expect(await other(await sheetBytes([['姓名']]))).toBe(IMPORT_INCORRECT.code)
    const reporters = await readSpreadsheet(
      ((await as(roles.owner).reporterTemplate({})) as unknown as { rawPayload: Buffer }).rawPayload,
    )
    expect(reporters[0]).toEqual(['填报人账号或工号 *'])
  })
})
