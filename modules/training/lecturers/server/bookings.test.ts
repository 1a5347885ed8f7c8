/** The functions of the door: who is booked when, what stands against a time, and who may be booked; and choosing over HTTP. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { NOT_A_LECTURER } from '../contract/codes.ts'
import { lecturers } from '../contract.ts'
import { assertLecturer, bookLecturers, busyLecturers, lecturersByIds, releaseLecturers } from '../server.ts'
import { buildLecturer } from './lecturers.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  otherCompany: ['super-admin'],
})
const as = (member: BuiltMember | undefined) => platform.client(lecturers, member)
const within = <T>(run: (db: Connection) => Promise<T>) => inTransaction(platform.db, run)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dayText = (instant: number) => new Date(instant + 8 * hourMs).toISOString().slice(0, 10)
/** 10:00 of a Friday to come in Shanghai, the time zone of the company. */
const ten = (() => {
  const today = Math.floor((Date.now() + 8 * hourMs) / dayMs)
  const ahead = 7 + ((12 - new Date(today * dayMs).getUTCDay()) % 7)
  return (today + ahead) * dayMs + 2 * hourMs
})()

const build = (rest: object = {}) =>
  buildLecturer(platform.db, { companyId: roles.companyId, now: platform.now, ...rest })
const newRef = () => ({ refKind: 'lesson', refId: uuid() })
const book = (lecturerIds: readonly string[], rest: object = {}) =>
  within((db) =>
    bookLecturers(db, {
      ...{ companyId: roles.companyId, ...newRef(), lecturerIds, from: ten, to: ten + 2 * hourMs, title: '沙盘演练' },
      ...rest,
    }),
  )
const busy = (ids: readonly string[], from: number, to: number, exceptRef?: { refId: string }) =>
  busyLecturers(platform.db, roles.companyId, ids, from, to, exceptRef)
const kindsOf = async (id: string, from: number, to: number, exceptRef?: { refId: string }) =>
  (await busy([id], from, to, exceptRef)).get(id)?.map(({ kind }) => kind) ?? []

describe('a booking', () => {
  it('stands against times that overlap, and against no others', async () => {
    const [id, free] = [await build(), await build()]
    const ref = newRef()
    await book([id], ref)
    const conflict = { kind: 'booked', title: '沙盘演练', from: ten, until: ten + 2 * hourMs }
    expect(await busy([id, free], ten + hourMs, ten + 3 * hourMs)).toEqual(new Map([[id, [conflict]]]))
    expect(await kindsOf(id, ten - hourMs, ten)).toEqual([])
    expect(await kindsOf(id, ten - hourMs, ten + 1)).toEqual(['booked'])
    expect(await kindsOf(id, ten + 2 * hourMs, ten + 3 * hourMs)).toEqual([])
    expect(await kindsOf(id, ten + 2 * hourMs - 1, ten + 3 * hourMs)).toEqual(['booked'])
    expect(await kindsOf(id, ten, ten + hourMs, ref)).toEqual([])
  })

  it('is replaced by the next one of its reference, and ends with a release', async () => {
    const [first, second] = [await build(), await build()]
    const [ref, other] = [newRef(), newRef()]
    await book([first, second], ref)
    await book([first], other)
    await book([second], { ...ref, from: ten + 24 * hourMs, to: ten + 25 * hourMs, title: '复盘' })
    expect(await kindsOf(first, ten, ten + hourMs, other)).toEqual([])
    expect(await kindsOf(second, ten, ten + hourMs)).toEqual([])
    expect((await busy([second], ten + 24 * hourMs, ten + 25 * hourMs)).get(second)).toMatchObject([{ title: '复盘' }])
    await within((db) => releaseLecturers(db, ref))
    expect(await kindsOf(second, ten + 24 * hourMs, ten + 25 * hourMs)).toEqual([])
    expect(await kindsOf(first, ten, ten + hourMs)).toEqual(['booked'])
    await book([], other)
    expect(await kindsOf(first, ten, ten + hourMs)).toEqual([])
  })

  it('overlaps another one of the same lecturer: whoever plans is warned, and decides', async () => {
    const id = await build()
    await book([id])
    await book([id], { title: '复盘' })
    expect(await kindsOf(id, ten, ten + hourMs)).toEqual(['booked', 'booked'])
  })

  it('takes enabled lecturers of the company; who was disabled since stays where it was planned', async () => {
    const { companyId } = roles.otherCompany
    const [foreign, disabled] = [
      await buildLecturer(platform.db, { companyId, now: 1 }),
      await build({ isEnabled: false }),
    ]
    expect(await outcomeOf(book([foreign]))).toBe(900_005)
    expect(await outcomeOf(book([uuid()]))).toBe(900_005)
    expect(await outcomeOf(book([disabled]))).toBe(NOT_A_LECTURER.code)
    const [id, ref] = [await build(), newRef()]
    await book([id], ref)
    const chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    await as(chief).enableLecturer({ params: { id }, body: { isEnabled: false } })
    expect(await outcomeOf(book([id], { ...ref, title: '改期' }))).toBe('accepted')
    expect(await outcomeOf(book([id]))).toBe(NOT_A_LECTURER.code)
    expect(await busyLecturers(platform.db, companyId, [id], ten, ten + hourMs)).toEqual(new Map())
  })
})

describe('lecturers with an account', () => {
  const newsOf = async (member: BuiltMember) =>
    (await platform.client(messages, member).listNotifications({})).items.map(({ type, title }) => [type, title])

  it('hear what changes for them, where the one who plans says when', async () => {
    const [first, second] = [
      await buildMember(platform.db, { companyId: roles.companyId }),
      await buildMember(platform.db, { companyId: roles.companyId }),
    ]
    const ids = [await build({ memberId: first.id }), await build({ memberId: second.id })]
    const [external, ref] = [await build(), newRef()]
    /** Each a second after the one before. */
    const planned = (second: number) => ({ ...ref, now: platform.now + second * 1000, byMemberId: roles.owner.id })
    await book([...ids, external], planned(0))
    expect(await newsOf(first)).toEqual([['lecturer.booked', '您被安排授课：沙盘演练']])
    await book([...ids, external], { ...planned(1), title: '沙盘' })
    expect(await newsOf(first)).toHaveLength(1)
    await book(ids.slice(0, 1), { ...planned(2), from: ten + hourMs })
    expect((await newsOf(first)).map(([type]) => type)).toEqual(['lecturer.moved', 'lecturer.booked'])
    expect((await newsOf(second))[0]).toEqual(['lecturer.released', '您不再授课：沙盘'])
    await within((db) => releaseLecturers(db, planned(3)))
    expect((await newsOf(first))[0]).toEqual(['lecturer.released', '您不再授课：沙盘演练'])
  })

  it('hear nothing of drafts, of what is over, and of what they plan themselves', async () => {
    const member = await buildMember(platform.db, { companyId: roles.companyId })
    const id = await build({ memberId: member.id })
    await book([id])
    await book([id], { now: ten + 2 * hourMs })
    await book([id], { now: platform.now, byMemberId: member.id })
    expect(await newsOf(member)).toEqual([])
  })
})

describe('the availability', () => {
  it('warns of days off and of times beyond the hours, and says nothing of why', async () => {
    const weekly = [{ weekday: 5 as const, from: '09:00', until: '12:00' }]
    const week = 7 * dayMs
    const daysOff = [{ from: dayText(ten + week), until: dayText(ten + week), note: '体检' }]
    const id = await build({ availability: { weekly, daysOff } })
    expect(await kindsOf(id, ten, ten + 2 * hourMs)).toEqual([])
    expect(await kindsOf(id, ten, ten + 2 * hourMs + 60_000)).toEqual(['outside-hours'])
    const found = await busy([id], ten + week, ten + week + 3 * hourMs)
    expect(found.get(id)?.map(({ kind }) => kind)).toEqual(['day-off', 'outside-hours'])
    expect(JSON.stringify([...found])).not.toContain('体检')
  })
})

describe('choosing', () => {
  it('lists enabled lecturers with what stands against the time', async () => {
    const mark = '选择方向'
    const [taken, free] = [
      await build({ fullName: '忙老师', subjects: [mark], level: 5 }),
      await build({ fullName: '闲老师', subjects: [mark] }),
    ]
    const gone = await build({ fullName: '停老师', subjects: [mark], isEnabled: false })
    const ref = newRef()
    await book([taken], ref)
    const choose = async (query: object) =>
      (await as(roles.owner).lecturerChoices({ query: { search: mark, ...query } })).items.map((one) => [
        one.fullName,
        one.conflicts.map(({ kind }) => kind),
      ])
    const period = { from: ten, until: ten + hourMs }
    expect(await choose({})).toEqual([
      ['忙老师', []],
      ['闲老师', []],
    ])
    expect(await choose(period)).toEqual([
      ['忙老师', ['booked']],
      ['闲老师', []],
    ])
    expect(await choose({ ...period, exceptRefId: ref.refId })).toEqual([
      ['忙老师', []],
      ['闲老师', []],
    ])
    expect(await choose({ ids: [gone, free] })).toHaveLength(2)
    for (const wrong of [{ from: ten }, { until: ten }, { from: ten, until: ten }])
      expect(await refusal(choose(wrong))).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'until' }] } })
  })

  it('is for those who run classes', async () => {
    await expectRoles(roles, {
      choices: {
        ...{ owner: 'accepted', administrator: 'accepted', otherCompany: 'accepted', nobody: 401 },
        ...{ member: 10_138, colleague: 10_138, stranger: 10_138 },
        call: (caller) => as(caller).lecturerChoices({}),
      },
    })
    const { items } = await as(roles.otherCompany).lecturerChoices({ query: { ids: [await build()] } })
    expect(items).toEqual([])
  })
})

describe('other modules', () => {
  it('find lecturers by id in their company, with fee and whether they can be booked', async () => {
    const member = await buildMember(platform.db, { companyId: roles.companyId, fullName: '内老师' })
    const [internal, external] = [
      await build({ memberId: member.id, feeHundredths: '5000' }),
      await build({ isEnabled: false }),
    ]
    const found = await lecturersByIds(platform.db, roles.companyId, [internal, external, uuid()])
    expect([...found.keys()].toSorted()).toEqual([internal, external].toSorted())
    expect(found.get(internal)).toMatchObject({
      ...{ fullName: '内老师', memberId: member.id, feeHundredths: 5000, isActive: true, kind: 'internal' },
    })
    expect(found.get(external)).toMatchObject({ affiliation: '明德咨询', memberId: null, isActive: false })
    expect(await lecturersByIds(platform.db, roles.otherCompany.companyId, [internal])).toEqual(new Map())
  })

  it('ask for a lecturer, and refuse everybody else', async () => {
    const [lecturer, byRole] = [
      await buildMember(platform.db, { companyId: roles.companyId }),
      await buildMember(platform.db, { companyId: roles.companyId, roles: ['lecturer'] }),
    ]
    const id = await build({ memberId: lecturer.id })
    const asked = async (member: BuiltMember) => assertLecturer(platform.db, await callerOf(platform.db, member))
    expect(await asked(lecturer)).toBe(id)
    expect(await asked(byRole)).toBeNull()
    expect(await outcomeOf(asked(roles.member))).toBe(NOT_A_LECTURER.code)
  })
})
