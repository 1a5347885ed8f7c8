/** Nominations by spreadsheet and by managers for their organizations, and the roster as a file, over HTTP. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { IMPORT_INCORRECT, type ImportProblem } from '#kit/import-rows.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { sheetBytes, uploadFile } from '#test/sheet-upload.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  CLASS_NOT_FOR_YOU,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  MEMBER_DISABLED,
  NOMINATIONS_TOO_MANY,
} from '../contract/codes.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  // Of the department: nominates its members, and runs no class.
  colleague: ['branch-manager'],
  stranger: ['class-staff'],
  otherCompany: ['super-admin'],
})
const { as, build, stateOf } = classesOn(platform, () => roles.owner)

type Cells = readonly [account: string, name?: string]
const filePath = '/training/nomination-file'
const readRows = async (rows: readonly (readonly string[])[], by: BuiltMember | undefined = roles.owner) =>
  uploadFile(platform, by, filePath, await sheetBytes(rows))
const rowsOf = (all: readonly Cells[]) =>
  all.map(([account, name = ''], at) => ({ row: at + 2, cells: { account, name } }))
const dryRun = { 'x-dry-run': '1' }

const importAs = (by: BuiltMember | undefined, one: TestClass, rows: readonly Cells[]) =>
  as(by).importNominations({ ...one, body: { rows: rowsOf(rows) } })
const importRows = (one: TestClass, rows: readonly Cells[]) => importAs(roles.owner, one, rows)
const importOwnAs = (by: BuiltMember | undefined, one: TestClass, rows: readonly Cells[]) =>
  as(by).importOwnNominations({ ...one, body: { rows: rowsOf(rows) } })
const importOwn = (one: TestClass, rows: readonly Cells[]) => importOwnAs(roles.colleague, one, rows)

async function problemsOf(call: Promise<unknown>) {
  const refused = await refusal(call)
  expect(refused).toMatchObject({ status: 422, errorCode: IMPORT_INCORRECT.code })
  const problems = refused.data?.problems as readonly ImportProblem[]
  return problems.map(({ row, column, rule }) => [row, column, rule])
}

interface Known {
  readonly phone?: string
  readonly email?: string
  readonly staffNumber?: string
  readonly isEnabled?: boolean
}
async function memberWith(fullName: string, fields: Known = {}, organizationId = roles.organizationId) {
  const { companyId } = roles
  const member = await buildMember(platform.db, { companyId, organizationId, fullName })
  const { phone = null, email = null, staffNumber = null, isEnabled = true } = fields
  await sql`update identity.member set phone = ${phone}, email = ${email}, staff_number = ${staffNumber}, enabled = ${isEnabled}
    where id = ${member.id}`.execute(platform.root)
  return member
}

let [jia, yi, bing, gone, twin]: BuiltMember[] = []
beforeAll(async () => {
  jia = await memberWith('甲一', { staffNumber: 'N-100', phone: '13900007001' })
  yi = await memberWith('乙二', { email: 'yi@yunfan.example' })
  bing = await memberWith('丙三', {}, roles.stranger.organizationId)
  gone = await memberWith('丁四', { isEnabled: false })
  twin = await memberWith('戊五')
  // Somebody elsewhere has the user name of 戊五 as the staff number.
  await memberWith('己六', { staffNumber: twin.name }, roles.stranger.organizationId)
})

describe('an import by those who run the class', () => {
  it('finds members by user name, staff number, phone and e-mail address, and leaves those on the roster', async () => {
    const one = await build({ capacity: 3, participants: [roles.member.id] })
    const rows: Cells[] = [['n-100', '甲一'], ['YI@yunfan.example'], [bing?.name ?? ''], [roles.member.name]]
    const counts = { imported: 4, enrolled: 2, pending: 0, waiting: 1, left: 1 }
    const tried = await as(roles.owner).importNominations({ ...one, body: { rows: rowsOf(rows) } }, { headers: dryRun })
    expect(tried).toMatchObject({ answer: counts })
    expect((await as(roles.owner).rosterFigures(one)).placesTaken).toBe(1)
    expect(await importRows(one, rows)).toEqual(counts)
    const { items } = await as(roles.owner).roster(one)
    expect(items.map(({ member, source, state }) => [member.fullName, source, state])).toEqual([
      ['member', 'self', 'enrolled'],
      ['甲一', 'imported', 'enrolled'],
      ['乙二', 'imported', 'enrolled'],
      ['丙三', 'imported', 'waiting'],
    ])
  })

  it('says of each wrong row and column what is wrong, and takes none', async () => {
    const one = await build()
    const rows: Cells[] = [
      ['N-100', '甲一'],
      ['', '无账号'],
      ['nobody-there'],
      ['13900007001', '甲一'],
      [yi?.name ?? '', '另一人'],
      [gone?.name ?? ''],
      [roles.otherCompany.name],
      ['=1+1', '@SUM(A1)'],
      [twin?.name ?? ''],
    ]
    expect(await problemsOf(importRows(one, rows))).toEqual([
      [3, 'account', 'required'],
      [4, 'account', 'unknown-member'],
      [5, 'account', 'twice'],
      [6, 'name', 'other-name'],
      [7, 'account', 'disabled-member'],
      [8, 'account', 'unknown-member'],
      [9, 'account', 'unknown-member'],
      [10, 'account', 'ambiguous-member'],
    ])
    expect((await as(roles.owner).rosterFigures(one)).placesTaken).toBe(0)
  })

  it('of 101 rows is refused, of 100 taken', async () => {
    const one = await build()
    const rows = (count: number): Cells[] => Array.from({ length: count }, (_, at) => [`nobody-${at}`, ''])
    const read = (count: number) => readRows([['账号'], ...rows(count).map(([account]) => [account])])
    await proves(['TRAINING-050', 'SYSTEM-116'], async () => {
      expect(await refusal(read(101))).toMatchObject({
        ...{ status: 422, errorCode: NOMINATIONS_TOO_MANY.code, data: { max: 100 } },
      })
      expect(await refusal(importRows(one, rows(101)))).toMatchObject({ errorCode: 900_001 })
    })
    await proves('TRAINING-080', async () => {
      expect((await refusal(read(101))).message).toContain('最多导入100行')
    })
    expect((await read(100)).rows).toHaveLength(100)
    expect(await problemsOf(importRows(one, rows(100)))).toHaveLength(100)
  })

  it('is for those who run the class, while it is open', async () => {
    const one = await build()
    await expectRoles(roles, {
      import: {
        ...{ owner: 'accepted', administrator: 10_138, colleague: 10_138, member: 10_138 },
        ...{ stranger: 10_138, otherCompany: 64_104, nobody: 401 },
        call: (caller) => importAs(caller, one, [['N-100']]),
      },
    })
    const closed = await build({ closedAt: platform.now })
    const revoked = await build({ status: 'off-shelf' })
    const full = await build({ capacity: 1, participants: [roles.member.id], enrollment: { hasWaitingList: false } })
    for (const [of, code] of [
      [closed, CLASS_CLOSED],
      [revoked, CLASS_CANCELLED],
      [full, CLASS_FULL],
    ] as const)
      expect((await refusal(importRows(of, [['N-100']]))).errorCode).toBe(code.code)
  })
})

describe('a file of nominations', () => {
  it('is read by its headings in either language, and nothing of it is kept', async () => {
    expect(
      (
        await readRows([
          ['Name', 'Account'],
          ['甲一', ' N-100 '],
          ['', ''],
          ['', 'yi'],
        ])
      ).rows,
    ).toEqual([
      { row: 2, cells: { account: 'N-100', name: '甲一' } },
      { row: 4, cells: { account: 'yi', name: '' } },
    ])
    expect(await refusal(readRows([['姓名'], ['甲一']]))).toMatchObject({
      errorCode: IMPORT_INCORRECT.code,
      data: { problems: [{ row: 1, column: 'account', rule: 'heading' }] },
    })
    expect(await refusal(uploadFile(platform, undefined, filePath, Buffer.from('')))).toMatchObject({ status: 401 })
  })

  it('is a spreadsheet, and no larger than files of imports may be', async () => {
    const send = (bytes: Buffer) => refusal(uploadFile(platform, roles.owner, filePath, bytes))
    expect(await send(Buffer.from('no zip'))).toMatchObject({ errorCode: 900_004 })
    expect(await send(Buffer.alloc(11 * 1024 * 1024))).toMatchObject({ errorCode: 900_003 })
  })

  it('has a template with its headings', async () => {
    const answer = await platform.app.inject({
      url: '/api/v1/training/nomination-template',
      headers: { authorization: `Bearer ${roles.owner.token}` },
    })
    expect(await readSpreadsheet(answer.rawPayload)).toEqual([
      ['账号 *', '姓名'],
      ['zhangsan', '张三'],
    ])
  })
})

describe('a manager of an organization', () => {
  const nominate = (
    one: TestClass,
    members: readonly (BuiltMember | undefined)[],
    by: BuiltMember | undefined = roles.colleague,
  ) => as(by).nominateOwn({ ...one, body: { memberIds: members.map((member) => member?.id ?? '') } })

  it('nominates its members while enrollment is open; where the class is reviewed, its staff decide', async () => {
    const one = await build({ capacity: 1 })
    expect(await nominate(one, [jia, yi])).toEqual({ enrolled: 1, pending: 0, waiting: 1, left: 0 })
    expect(await nominate(one, [jia])).toEqual({ enrolled: 0, pending: 0, waiting: 0, left: 1 })
    const reviewed = await build({ enrollment: { isReviewed: true } })
    expect(await nominate(reviewed, [jia])).toMatchObject({ pending: 1, enrolled: 0 })
    expect(await stateOf(jia as BuiltMember, reviewed)).toBe('pending')
    const { now } = platform
    const early = await refusal(nominate(await build({ enrollmentFrom: now + 1 }), [jia]))
    const late = await refusal(nominate(await build({ enrollmentUntil: now }), [jia]))
    expect([early.errorCode, late.errorCode]).toEqual([ENROLLMENT_NOT_STARTED.code, ENROLLMENT_ENDED.code])
    const full = await build({ capacity: 1, participants: [roles.member.id], enrollment: { hasWaitingList: false } })
    expect((await refusal(nominate(full, [jia]))).errorCode).toBe(CLASS_FULL.code)
  })

  it('reaches no members elsewhere, and nobody outside of the audience of the class', async () => {
    const one = await build()
    for (const other of [bing, roles.otherCompany])
      expect((await refusal(nominate(one, [jia, other]))).errorCode).toBe(900_005)
    expect((await as(roles.owner).rosterFigures(one)).placesTaken).toBe(0)
    const elsewhere = await build({ organizationIds: [roles.stranger.organizationId] })
    expect((await refusal(nominate(elsewhere, [jia]))).errorCode).toBe(CLASS_NOT_FOR_YOU.code)
    const left = await refusal(nominate(one, [jia, gone]))
    expect(left).toMatchObject({ errorCode: MEMBER_DISABLED.code, data: { members: ['丁四'] } })
    const found = await as(roles.colleague).nominees({ ...one, query: { pageSize: 100 } })
    const names = found.items.map(({ fullName }) => fullName)
    expect(names).toContain('甲一')
    for (const other of ['丙三', '丁四']) expect(names).not.toContain(other)
  })

  it('sees of the roster the own members alone', async () => {
    const one = await build({ participants: [bing?.id ?? '', jia?.id ?? ''] })
    const query = { isOnRoster: true }
    const { items } = await as(roles.colleague).nominees({ ...one, query })
    expect(items).toMatchObject([{ fullName: '甲一', state: 'enrolled' }])
    expect((await as(roles.colleague).nominees({ ...one, query: { search: '乙二' } })).items).toMatchObject([
      { fullName: '乙二', state: null },
    ])
  })

  it('imports them, and learns of nobody else who exists', async () => {
    const one = await build({ organizationIds: [roles.organizationId] })
    const mixed = importOwn(one, [['N-100'], [bing?.name ?? ''], ['no-such-name'], [twin?.name ?? '']])
    // Of the two that the last one could be, the manager reaches one.
    expect(await problemsOf(mixed)).toEqual([
      [3, 'account', 'unknown-member'],
      [4, 'account', 'unknown-member'],
    ])
    expect(await importOwn(one, [['N-100']])).toMatchObject({ imported: 1, enrolled: 1 })
    const elsewhere = await build({ organizationIds: [roles.stranger.organizationId] })
    expect(await problemsOf(importOwn(elsewhere, [['N-100']]))).toEqual([[2, 'account', 'audience']])
  })

  it('imports while enrollment is open and there are places', async () => {
    const { now } = platform
    const full = { capacity: 1, participants: [roles.member.id], enrollment: { hasWaitingList: false } }
    for (const [input, code] of [
      [{ enrollmentFrom: now + 1 }, ENROLLMENT_NOT_STARTED],
      [{ enrollmentUntil: now }, ENROLLMENT_ENDED],
      [full, CLASS_FULL],
    ] as const)
      expect((await refusal(importOwn(await build(input), [['N-100']]))).errorCode).toBe(code.code)
  })

  it('is whoever may assign learning to an organization', async () => {
    const one = await build()
    const managers = {
      owner: 'accepted',
      colleague: 'accepted',
      administrator: 10_138,
      member: 10_138,
      stranger: 10_138,
      otherCompany: 64_104,
      nobody: 401,
    } as const
    await expectRoles(roles, {
      list: { ...managers, call: (caller) => as(caller).nominees(one) },
      nominate: {
        ...managers,
        call: (caller) => as(caller).nominateOwn({ ...one, body: { memberIds: [jia?.id ?? ''] } }),
      },
      import: { ...managers, call: (caller) => importOwnAs(caller, one, [['N-100']]) },
    })
  })

  it('finds no class that is closed, revoked or nowhere', async () => {
    const closed = await build({ closedAt: platform.now })
    const revoked = await build({ status: 'off-shelf' })
    const nowhere = { params: { id: roles.member.id } }
    for (const [one, code] of [
      [closed, CLASS_CLOSED],
      [revoked, CLASS_CANCELLED],
      [nowhere, CLASS_MISSING],
    ] as const) {
      expect((await refusal(nominate(one, [jia]))).errorCode).toBe(code.code)
      expect((await refusal(importOwn(one, [['N-100']]))).errorCode).toBe(code.code)
    }
    expect((await refusal(as(roles.colleague).nominees(revoked))).errorCode).toBe(CLASS_CANCELLED.code)
    expect((await refusal(as(roles.colleague).nominees(nowhere))).errorCode).toBe(CLASS_MISSING.code)
    expect(await as(roles.colleague).nominees(closed)).toMatchObject({ recordCount: expect.any(Number) })
  })
})

describe('the roster as a file', () => {
  it('has everyone with state, source and answers, and no formulas', async () => {
    const form = [{ key: 'size', label: '衣服尺码', kind: 'text' as const, choices: [], isRequired: false }]
    const one = await build({ participants: [jia?.id ?? ''], enrollment: { form } })
    await as(roles.member).enroll({ ...one, body: { answers: { size: '=1+1' } } })
    const exportAs = (by: BuiltMember | undefined, query = '') =>
      platform.app.inject({
        url: `/api/v1/training/class-manage/${one.params.id}/roster-export${query}`,
        headers: by ? { authorization: `Bearer ${by.token}` } : {},
      })
    const answer = await exportAs(roles.owner)
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('学员名单.xlsx')
    const rows = await readSpreadsheet(answer.rawPayload)
    expect(rows[0]?.at(-1)).toBe('衣服尺码')
    expect(rows.slice(1).map(([name, , , state, source]) => [name, state, source])).toEqual([
      ['甲一', '已报名', '自主报名'],
      ['member', '已报名', '自主报名'],
    ])
    expect(rows[2]?.at(-1)).toContain('=1+1')
    expect(await readSpreadsheet((await exportAs(roles.owner, '?state=waiting')).rawPayload)).toHaveLength(1)
    const codes = await Promise.all([roles.stranger, roles.member, undefined].map((by) => exportAs(by)))
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401])
    const elsewhere = await exportAs(roles.otherCompany)
    expect(elsewhere.json()).toMatchObject({ errorCode: CLASS_MISSING.code })
  })
})
