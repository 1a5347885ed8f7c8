/** Nominations by spreadsheet and by managers for their organizations, and the roster as a file, over HTTP. */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'
import { CallRefused, refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  CLASS_NOT_FOR_YOU,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  NOMINATIONS_TOO_MANY,
} from '../contract/codes.ts'
import type { NominationReport } from '../contract/nominations.ts'
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

type Row = readonly string[]
const heading: Row = ['账号', '姓名']
const bytesOf = (rows: readonly Row[]) => buffer(xlsxBytes(rows))

async function upload(
  by: BuiltMember | undefined,
  path: string,
  bytes: Buffer,
  { isDryRun = false, name = 'people.xlsx' } = {},
): Promise<NominationReport> {
  const boundary = 'boundary-of-the-test'
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ])
  const answer = await platform.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: {
      ...(by && { authorization: `Bearer ${by.token}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      part('name="isDryRun"', String(isDryRun)),
      part(`name="file"; filename="${name}"`, bytes),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  })
  if (answer.statusCode !== 200) throw new CallRefused(answer.statusCode, answer.json())
  return answer.json<NominationReport>()
}
const ofStaff = ({ params }: TestClass) => `/training/class-manage/${params.id}/nomination-import`
const ofManager = ({ params }: TestClass) => `/training/class-nomination/${params.id}/import`

const importAs = async (by: BuiltMember | undefined, path: string, rows: readonly Row[], isDryRun = false) =>
  upload(by, path, await bytesOf([heading, ...rows]), { isDryRun })
const importRows = (one: TestClass, rows: readonly Row[], isDryRun = false) =>
  importAs(roles.owner, ofStaff(one), rows, isDryRun)

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

let [jia, yi, bing, gone]: BuiltMember[] = []
beforeAll(async () => {
  jia = await memberWith('甲一', { staffNumber: 'N-100', phone: '13900007001' })
  yi = await memberWith('乙二', { email: 'yi@yunfan.example' })
  bing = await memberWith('丙三', {}, roles.stranger.organizationId)
  gone = await memberWith('丁四', { isEnabled: false })
})

describe('an import by those who run the class', () => {
  it('finds members by user name, staff number, phone and e-mail address, and leaves those on the roster', async () => {
    const one = await build({ capacity: 3, participants: [roles.member.id] })
    const rows = [['N-100', '甲一'], ['YI@yunfan.example'], [bing?.name ?? '', ''], [roles.member.name]]
    const counts = { rowCount: 4, enrolled: 2, pending: 0, waiting: 1, left: 1, problems: [], failedRows: null }
    expect(await importRows(one, rows, true)).toEqual({ ...counts, isDryRun: true })
    expect((await as(roles.owner).rosterFigures(one)).placesTaken).toBe(1)
    expect(await importRows(one, rows)).toEqual({ ...counts, isDryRun: false })
    const { items } = await as(roles.owner).roster(one)
    expect(items.map(({ member, source, state }) => [member.fullName, source, state])).toEqual([
      ['member', 'self', 'enrolled'],
      ['甲一', 'imported', 'enrolled'],
      ['乙二', 'imported', 'enrolled'],
      ['丙三', 'imported', 'waiting'],
    ])
  })

  it('says of each wrong row and column what is wrong, takes the others, and gives the wrong ones back', async () => {
    const one = await build()
    const rows = [
      ['N-100', '甲一'],
      ['', '无账号'],
      ['nobody-there', ''],
      ['13900007001', '甲一'],
      [yi?.name ?? '', '另一人'],
      [gone?.name ?? '', ''],
      [roles.otherCompany.name, ''],
    ]
    const report = await importRows(one, rows)
    expect(report).toMatchObject({ rowCount: 7, enrolled: 1 })
    expect(report.problems.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [3, 'account', 'empty'],
      [4, 'account', 'unknown'],
      [5, 'account', 'repeated'],
      [6, 'name', 'other-name'],
      [7, 'account', 'disabled'],
      [8, 'account', 'unknown'],
    ])
    const failed = await readSpreadsheet(Buffer.from(report.failedRows ?? '', 'base64'))
    expect(failed).toHaveLength(7)
    expect(failed[0]).toEqual(['账号', '姓名', '错误原因'])
    expect(failed[4]).toEqual([yi?.name, '另一人', '姓名与账号不一致'])
    // As it is, it can be imported again.
    const again = await upload(roles.owner, ofStaff(one), Buffer.from(report.failedRows ?? '', 'base64'))
    expect(again.rowCount).toBe(6)
  })

  it('gives cells back as text, never as formulas', async () => {
    const one = await build()
    const hostile = '=HYPERLINK("http://x","y")'
    const report = await importRows(one, [[hostile, '@SUM(A1)']])
    expect(report.problems).toMatchObject([{ problem: 'unknown', value: hostile }])
    const { unzipSync, strFromU8 } = await import('fflate')
    const files = unzipSync(Buffer.from(report.failedRows ?? '', 'base64'))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).not.toContain('<f>')
  })

  it('of 101 rows is refused, of 100 taken', async () => {
    const one = await build()
    const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => [`nobody-${at}`, ''])
    await proves(['TRAINING-050', 'SYSTEM-116'], async () => {
      const refused = await refusal(importRows(one, rows(101)))
      expect(refused).toMatchObject({ status: 422, errorCode: NOMINATIONS_TOO_MANY.code, data: { max: 100 } })
    })
    await proves('TRAINING-080', async () => {
      const refused = await refusal(importRows(one, rows(101)))
      expect(refused.message).toContain('最多导入100行')
    })
    expect((await importRows(one, rows(100))).problems).toHaveLength(100)
  })

  it('takes spreadsheets alone', async () => {
    const one = await build()
    const broken = await refusal(upload(roles.owner, ofStaff(one), Buffer.from('no zip')))
    expect(broken).toMatchObject({ errorCode: 900_004 })
    const large = await refusal(upload(roles.owner, ofStaff(one), Buffer.alloc(3 * 1024 * 1024)))
    expect(large).toMatchObject({ errorCode: 900_003 })
  })

  it('is for those who run the class, while it is open', async () => {
    const one = await build()
    await expectRoles(roles, {
      import: {
        ...{ owner: 'accepted', administrator: 10_138, colleague: 10_138, member: 10_138 },
        ...{ stranger: 10_138, otherCompany: 64_104, nobody: 401 },
        call: (caller) => importAs(caller, ofStaff(one), [['N-100']], true),
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

  it('has a template with its headings', async () => {
    const answer = await platform.app.inject({
      url: '/api/v1/training/nomination-template',
      headers: { authorization: `Bearer ${roles.owner.token}` },
    })
    expect(await readSpreadsheet(answer.rawPayload)).toEqual([['账号', '姓名']])
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
    const report = await importAs(roles.colleague, ofManager(one), [['N-100'], [bing?.name ?? ''], ['no-such-name']])
    expect(report.problems.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'unknown'],
      [4, 'unknown'],
    ])
    expect(report.enrolled).toBe(1)
    const elsewhere = await build({ organizationIds: [roles.stranger.organizationId] })
    const wrong = await importAs(roles.colleague, ofManager(elsewhere), [['N-100']])
    expect(wrong.problems).toMatchObject([{ problem: 'audience' }])
    const many = Array.from({ length: 101 }, (_, at) => [`nobody-${at}`])
    expect((await refusal(importAs(roles.colleague, ofManager(one), many))).errorCode).toBe(NOMINATIONS_TOO_MANY.code)
  })

  it('imports while enrollment is open and there are places, spreadsheets alone', async () => {
    const { now } = platform
    const full = { capacity: 1, participants: [roles.member.id], enrollment: { hasWaitingList: false } }
    for (const [input, code] of [
      [{ enrollmentFrom: now + 1 }, ENROLLMENT_NOT_STARTED],
      [{ enrollmentUntil: now }, ENROLLMENT_ENDED],
      [full, CLASS_FULL],
    ] as const) {
      const refused = await refusal(importAs(roles.colleague, ofManager(await build(input)), [['N-100']]))
      expect(refused.errorCode).toBe(code.code)
    }
    const path = ofManager(await build())
    const files = [Buffer.from('no zip'), Buffer.alloc(3 * 1024 * 1024)]
    const refused = await Promise.all(files.map((bytes) => refusal(upload(roles.colleague, path, bytes))))
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([900_004, 900_003])
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
      import: { ...managers, call: (caller) => importAs(caller, ofManager(one), [['N-100']], true) },
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
      expect((await refusal(importAs(roles.colleague, ofManager(one), [['N-100']]))).errorCode).toBe(code.code)
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
