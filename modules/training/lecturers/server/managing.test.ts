/** The directory over HTTP as those keep it who manage lecturers: entered, changed, disabled, deleted, listed, exported. */
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { LECTURER_BOOKED, LECTURER_CHANGED, LECTURER_EXISTS } from '../contract/codes.ts'
import {
  employerLengthMax,
  introductionLengthMax,
  jobTitleLengthMax,
  type LecturerFields,
  type LecturerInput,
  lecturerNameLengthMax,
  newLecturer,
  remarkLengthMax,
  subjectLengthMax,
  subjectsMax,
} from '../contract/fields.ts'
import { lecturers } from '../contract.ts'
import { buildLecturer, buildTeaching } from './lecturers.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['admin'],
  stranger: ['admin'],
  administrator: ['admin'],
  colleague: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const as = (member: BuiltMember | undefined) => platform.client(lecturers, member)
const keep = () => as(roles.owner)
const dayMs = 86_400_000
/** Manages the lecturers of the whole company. */
let chief: BuiltMember

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
})

const external = (rest: Partial<LecturerInput> = {}): LecturerInput => ({
  ...{ ...newLecturer, kind: 'external', memberId: null, fullName: '顾明', employer: '明德咨询' },
  ...{ organizationId: roles.organizationId, feeHundredths: '150000', subjects: ['领导力'] },
  ...rest,
})
const newColleague = (fullName = '周讲师') =>
  buildMember(platform.db, { companyId: roles.companyId, organizationId: roles.organizationId, fullName })
const enter = async (rest: Partial<LecturerInput> = {}) => ({
  params: { id: (await keep().createLecturer({ body: external(rest) })).id },
})
const enterMember = async (member: BuiltMember, rest: Partial<LecturerInput> = {}) => ({
  params: {
    id: (await keep().createLecturer({ body: { ...newLecturer, kind: 'internal', memberId: member.id, ...rest } })).id,
  },
})
type One = Awaited<ReturnType<typeof enter>>
const edited = (one: One) => keep().editedLecturer(one)

async function changeAs(by: BuiltMember | undefined, one: One, rest: Partial<LecturerFields>) {
  const now = await as(chief).editedLecturer(one)
  const fields = Object.fromEntries(Object.keys(newLecturer).map((key) => [key, Reflect.get(now, key)]))
  const kept =
    now.kind === 'external' ? { organizationId: now.organization.id } : { fullName: '', organizationId: null }
  const body = { ...(fields as LecturerFields), ...kept, ...rest, revision: now.revision }
  return as(by).changeLecturer({ ...one, body })
}
const change = (one: One, rest: Partial<LecturerFields>) => changeAs(roles.owner, one, rest)

describe('a lecturer', () => {
  it('from outside is entered with name, employer, fee and contract', async () => {
    const contract = { contractFrom: '2026-01-01', contractUntil: '2027-12-31', level: 4 as const }
    const one = await enter({ ...contract, phone: '010-6666 8888', email: 'gu@example.com', remark: '只接周末' })
    expect(await edited(one)).toMatchObject({
      ...{ kind: 'external', fullName: '顾明', affiliation: '明德咨询', memberId: null, isEnabled: true, revision: 0 },
      ...{ feeHundredths: '150000', organization: { id: roles.organizationId, name: '研发部' }, ...contract },
      ...{ phone: '010-6666 8888', email: 'gu@example.com', remark: '只接周末', subjects: ['领导力'] },
      totals: { sessionsTaught: 0, minutesTaught: 0, upcoming: 0 },
      availability: { weekly: [], daysOff: [] },
    })
  })

  it('of the company goes by the name and the department of the member, and is entered once', async () => {
    const member = await newColleague('林书')
    const one = await enterMember(member)
    expect(await edited(one)).toMatchObject({
      ...{ kind: 'internal', fullName: '林书', affiliation: '研发部', memberId: member.id },
      organization: { id: roles.organizationId },
    })
    const again = await refusal(enterMember(member))
    expect(again).toMatchObject({ errorCode: LECTURER_EXISTS.code, data: { lecturerId: one.params.id } })
  })

  it('has what its kind has, and nothing of the other', async () => {
    const member = await newColleague()
    const wrong: readonly [Partial<LecturerInput>, string][] = [
      [{ fullName: '' }, 'fullName'],
      [{ organizationId: null }, 'organizationId'],
      [{ memberId: member.id }, 'memberId'],
      [{ kind: 'internal', organizationId: null }, 'fullName'],
      [{ kind: 'internal', fullName: '', organizationId: roles.organizationId }, 'organizationId'],
      [{ kind: 'internal', fullName: '', organizationId: null }, 'memberId'],
      [{ contractFrom: '2026-02-30' }, 'contractUntil'],
      [{ contractFrom: '2026-03-02', contractUntil: '2026-03-01' }, 'contractUntil'],
    ]
    for (const [rest, path] of wrong) {
      const refused = await refusal(keep().createLecturer({ body: external(rest) }))
      expect(refused).toMatchObject({ status: 422, errorCode: 900_001, data: { fields: [{ path }] } })
    }
    expect(await enter({ contractFrom: '2026-03-01', contractUntil: '2026-03-01' })).toBeDefined()
  })

  it('names people, organizations and pictures of its company alone', async () => {
    const { companyId, id: ownerId } = roles.owner
    const theirs = await buildFile(platform.db, { companyId, ownerId: roles.member.id, contentType: 'image/png' })
    const video = await buildFile(platform.db, { companyId, ownerId })
    for (const rest of [
      { organizationId: roles.otherCompany.companyId },
      { kind: 'internal', fullName: '', organizationId: null, memberId: roles.otherCompany.id } as const,
      { pictureFileId: theirs.id },
      { pictureFileId: video.id },
    ])
      expect(await refusal(keep().createLecturer({ body: external(rest) }))).toMatchObject({ errorCode: 900_005 })
    const own = await buildFile(platform.db, { companyId, ownerId, kind: 'avatar', contentType: 'image/png' })
    const one = await enter({ pictureFileId: own.id })
    expect((await edited(one)).picturePath).toBe(`files/${own.id}`)
    // Whoever changes something else keeps the picture that another has uploaded.
    await changeAs(roles.administrator, one, { remark: '新备注' })
    expect(await edited(one)).toMatchObject({ pictureFileId: own.id, remark: '新备注' })
  })

  it('is within the limits of its fields', async () => {
    const refused = 900_001
    const of = (rest: Partial<LecturerInput>) => keep().createLecturer({ body: external(rest) })
    const text = (length: number) => '书'.repeat(length)
    await bounds(lecturerNameLengthMax, (n) => of({ fullName: text(n) }), { refused })
    await bounds(employerLengthMax, (n) => of({ employer: text(n) }), { refused })
    await bounds(jobTitleLengthMax, (n) => of({ jobTitle: text(n) }), { refused })
    await bounds(introductionLengthMax, (n) => of({ introduction: text(n) }), { refused })
    await bounds(remarkLengthMax, (n) => of({ remark: text(n) }), { refused })
    await bounds(subjectLengthMax, (n) => of({ subjects: [text(n)] }), { refused })
    const subjects = (n: number) => Array.from({ length: n }, (_, at) => `方向 ${at}`)
    await bounds(subjectsMax, (n) => of({ subjects: subjects(n) }), { refused })
    await bounds(999_999_999, (n) => of({ feeHundredths: String(n) }), { refused })
    for (const feeHundredths of ['-1', '1.5', '01', ''])
      expect(await refusal(of({ feeHundredths }))).toMatchObject({ errorCode: refused })
    for (const level of [0, 6] as unknown as (1 | 5)[])
      expect(await refusal(of({ level }))).toMatchObject({ errorCode: refused })
    for (const email of ['顾明', 'a@b', 'a b@example.com'])
      expect(await refusal(of({ email }))).toMatchObject({ errorCode: refused })
    for (const phone of ['分机 8', '12']) expect(await refusal(of({ phone }))).toMatchObject({ errorCode: refused })
  })

  it('is changed by the newest revision alone', async () => {
    const one = await enter()
    const { revision } = await change(one, { level: 5, feeHundredths: null })
    expect(await edited(one)).toMatchObject({ level: 5, feeHundredths: null, revision: 1 })
    const body = { ...newLecturer, fullName: '顾明', organizationId: roles.organizationId, revision: revision - 1 }
    const late = await refusal(keep().changeLecturer({ ...one, body }))
    expect(late).toMatchObject({ errorCode: LECTURER_CHANGED.code, data: { revision } })
    const hours = { weekly: [], daysOff: [], revision: revision - 1 }
    const alsoLate = await refusal(keep().changeAvailability({ ...one, body: hours }))
    expect(alsoLate).toMatchObject({ errorCode: LECTURER_CHANGED.code })
  })

  it('moves to another organization of those who manage both', async () => {
    const one = await enter()
    const elsewhere = roles.stranger.organizationId
    expect(await refusal(change(one, { organizationId: elsewhere }))).toMatchObject({ errorCode: 10_138 })
    await changeAs(chief, one, { organizationId: elsewhere })
    expect(await refusal(edited(one))).toMatchObject({ errorCode: 10_138 })
    expect(await as(roles.stranger).editedLecturer(one)).toMatchObject({ organization: { name: '市场部' } })
  })

  it('is disabled and enabled, and what was planned stays', async () => {
    const one = await enter()
    const { now } = platform
    const lecturerIds = [one.params.id]
    await buildTeaching(platform.db, {
      companyId: roles.companyId,
      lecturerIds,
      from: now + dayMs,
      to: now + 2 * dayMs,
    })
    const off = { ...one, body: { isEnabled: false } }
    expect(await keep().enableLecturer(off)).toMatchObject({ revision: 1 })
    expect(await keep().enableLecturer(off)).toMatchObject({ revision: 1 })
    expect(await edited(one)).toMatchObject({ isEnabled: false, totals: { upcoming: 1 } })
    await keep().enableLecturer({ ...one, body: { isEnabled: true } })
    expect(await edited(one)).toMatchObject({ isEnabled: true, revision: 2 })
  })

  it('is deleted only where the teaching log does not name it', async () => {
    const one = await enter()
    const { now } = platform
    const lecturerIds = [one.params.id]
    await buildTeaching(platform.db, { companyId: roles.companyId, lecturerIds, from: now - dayMs, to: now })
    const refused = await refusal(keep().deleteLecturer(one))
    expect(refused).toMatchObject({ errorCode: LECTURER_BOOKED.code, data: { bookings: 1 } })
    const other = await enter()
    await keep().deleteLecturer(other)
    expect(await refusal(edited(other))).toMatchObject({ errorCode: 900_005 })
  })

  it('is logged with its names when it is changed', async () => {
    const one = await enter({ email: 'gu@example.com' })
    await change(one, { level: 3 })
    const { items } = await platform.client(operations, chief).listAudit({ query: { subjectId: one.params.id } })
    expect(items[0]).toMatchObject({
      ...{ action: 'lecturers.changeLecturer', subjectType: 'lecturer', subjectName: '顾明' },
      ...{ before: { level: 2 }, after: { level: 3 } },
    })
    expect(JSON.stringify(items[0])).not.toContain('gu@example.com')
  })
})

describe('who may do what', () => {
  const ownersAlone = {
    owner: 'accepted',
    administrator: 'accepted',
    member: 10_138,
    colleague: 10_138,
    stranger: 10_138,
    otherCompany: 900_005,
    nobody: 401,
  } as const

  it('to a lecturer is decided by the organization', async () => {
    const [one, gone] = [await enter(), new Map<BuiltMember | undefined, One>()]
    for (const role of ['nobody', 'owner', 'administrator', 'member', 'colleague', 'stranger', 'otherCompany'] as const)
      gone.set(roles.of(role), await enter())
    const state = () => as(chief).editedLecturer(one)
    const unchanged = async () => ({ ...(await state()), revision: 0, updatedAt: 0 })
    await expectRoles(roles, {
      edited: { ...ownersAlone, call: (caller) => as(caller).editedLecturer(one) },
      log: { ...ownersAlone, call: (caller) => as(caller).teachingLog(one) },
      change: { ...ownersAlone, state: unchanged, call: (caller) => changeAs(caller, one, { level: 2 }) },
      availability: {
        ...ownersAlone,
        state: unchanged,
        call: async (caller) => {
          const { revision } = await state()
          return as(caller).changeAvailability({ ...one, body: { weekly: [], daysOff: [], revision } })
        },
      },
      disable: {
        ...{ ...ownersAlone, state: unchanged },
        call: (caller) => as(caller).enableLecturer({ ...one, body: { isEnabled: true } }),
      },
      delete: { ...ownersAlone, call: (caller) => as(caller).deleteLecturer(gone.get(caller) ?? one) },
      create: {
        ...ownersAlone,
        call: (caller) => as(caller).createLecturer({ body: external() }),
      },
    })
  })

  it('is nobody’s own entry', async () => {
    const { owner } = roles
    const own = await refusal(enterMember(owner))
    expect(own).toMatchObject({ errorCode: 900_012 })
    const id = await buildLecturer(platform.db, { companyId: owner.companyId, memberId: owner.id, now: platform.now })
    const one = { params: { id } }
    expect(await refusal(change(one, { feeHundredths: '999' }))).toMatchObject({ errorCode: 900_012 })
    await keep().enableLecturer({ ...one, body: { isEnabled: false } })
    const enabled = keep().enableLecturer({ ...one, body: { isEnabled: true } })
    expect(await refusal(enabled)).toMatchObject({ errorCode: 900_012 })
    expect(await refusal(keep().deleteLecturer(one))).toMatchObject({ errorCode: 900_012 })
    await as(chief).deleteLecturer(one)
  })

  it('for a member of another organization is refused', async () => {
    const { companyId, organizationId } = roles.stranger
    const theirs = await buildMember(platform.db, { companyId, organizationId })
    expect(await refusal(enterMember(theirs))).toMatchObject({ errorCode: 10_138 })
  })
})

describe('the availability', () => {
  it('is written as a whole, and has hours and days in their order', async () => {
    const one = await enter()
    const weekly = [{ weekday: 5 as const, from: '09:00', until: '12:00' }]
    const daysOff = [{ from: '2026-12-24', until: '2026-12-26', note: '年假' }]
    await keep().changeAvailability({ ...one, body: { weekly, daysOff, revision: 0 } })
    expect(await edited(one)).toMatchObject({ availability: { weekly, daysOff }, revision: 1 })
    const write = (availability: object) =>
      refusal(keep().changeAvailability({ ...one, body: { weekly: [], daysOff: [], revision: 1, ...availability } }))
    const empty = await write({ weekly: [{ weekday: 5, from: '12:00', until: '12:00' }] })
    expect(empty).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'weekly.0.until' }] } })
    for (const day of [
      { from: '2026-12-26', until: '2026-12-24' },
      { from: '2026-02-29', until: '2026-03-01' },
    ]) {
      const wrong = await write({ daysOff: [{ ...day, note: '' }] })
      expect(wrong).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'daysOff.0.until' }] } })
    }
    for (const [weekday, from] of [
      [0, '09:00'],
      [8, '09:00'],
      [1, '9:00'],
      [1, '24:00'],
    ])
      expect(await write({ weekly: [{ weekday, from, until: '23:00' }] })).toMatchObject({ errorCode: 900_001 })
  })
})

describe('the list', () => {
  it('has tabs with their numbers, a search and levels, of the own organizations', async () => {
    const companyId = roles.companyId
    const today = new Date(platform.now).toISOString().slice(0, 10)
    const soon = new Date(platform.now + 20 * dayMs).toISOString().slice(0, 10)
    const later = new Date(platform.now + 90 * dayMs).toISOString().slice(0, 10)
    const mark = '列表方向'
    const build = (fullName: string, rest: object = {}) =>
      buildLecturer(platform.db, {
        ...{ companyId, fullName, organizationId: roles.organizationId, subjects: [mark], now: platform.now, ...rest },
      })
    await build('甲老师', { contractUntil: soon, level: 5 })
    await build('乙老师', { contractUntil: later })
    await build('丙老师', { contractUntil: today, isEnabled: false })
    const member = await newColleague('丁老师')
    await build('', { memberId: member.id, organizationId: null })
    await build('戊老师', { organizationId: roles.stranger.organizationId })
    const list = async (query: object, by = roles.owner) => {
      const { items, counts } = await as(by).managedLecturers({ query: { search: mark, pageSize: 50, ...query } })
      return { names: items.map(({ fullName }) => fullName).toSorted(), counts }
    }
    expect(await list({})).toEqual({
      names: ['丁老师', '丙老师', '乙老师', '甲老师'].toSorted(),
      counts: { all: 4, internal: 1, external: 3, ending: 1, disabled: 1 },
    })
    expect((await list({ view: 'ending' })).names).toEqual(['甲老师'])
    expect((await list({ view: 'disabled' })).names).toEqual(['丙老师'])
    expect((await list({ view: 'internal' })).names).toEqual(['丁老师'])
    expect((await list({ level: 5 })).names).toEqual(['甲老师'])
    expect((await list({ search: `乙老师 ${mark}` })).names).toEqual(['乙老师'])
    expect((await list({ search: '%' })).names).toEqual([])
    expect((await list({}, chief)).counts.all).toBe(5)
    expect((await list({}, roles.otherCompany)).counts.all).toBe(0)
  })

  it('is exported as a spreadsheet in which no name is a formula', async () => {
    await enter({ fullName: '=1+1', subjects: ['导出方向'], contractUntil: '2027-01-31' })
    const headers = { authorization: `Bearer ${roles.owner.token}`, version: '1' }
    const url = `/api/v1/training/lecturer-export?${new URLSearchParams({ search: '导出方向' })}`
    const answer = await platform.app.inject({ url, headers })
    expect(decodeURIComponent(answer.headers['content-disposition'] ?? '')).toContain('讲师管理.xlsx')
    const rows = await readSpreadsheet(answer.rawPayload)
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(expect.arrayContaining(['=1+1', '外部讲师', '明德咨询', '研发部', '2027-01-31', '已启用']))
    const none = await platform.app.inject({
      url,
      headers: { ...headers, authorization: `Bearer ${roles.stranger.token}` },
    })
    expect(await readSpreadsheet(none.rawPayload)).toHaveLength(1)
  })
})
