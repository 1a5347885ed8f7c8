/** Accommodations over HTTP: what they give at the start, who gives and reads them, and the reminders before an exam. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { ACCOMMODATION_CHANGED, EXAM_NOT_OPEN, NO_ATTEMPTS_LEFT } from '../contract/codes.ts'
import { examsTables } from './db.ts'
import { remindExaminees } from './reminders.ts'
import { examsOn, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const minuteMs = 60_000
const hourMs = 60 * minuteMs
let administrator: BuiltMember

beforeAll(async () => {
  const { companyId } = roles.owner
  administrator = await buildMember(platform.db, { companyId, organizationId: companyId, roles: ['admin'] })
})

const fields = {
  timePercent: 150,
  extraAttempts: 1,
  laterMinutes: 10,
  reason: '视力障碍',
  validFrom: null,
  validUntil: null,
}
const newMember = () =>
  buildMember(platform.db, { companyId: roles.owner.companyId, organizationId: roles.owner.companyId })
const give = async (
  member: BuiltMember,
  given: Partial<typeof fields> & { examId?: string; validUntil?: never } = {},
) => as(administrator).createAccommodation({ body: { memberId: member.id, examId: null, ...fields, ...given } })

describe('an accommodation', () => {
  it('gives more time, in each section as in the whole, more attempts and a later end', async () => {
    const [member, endAt] = [await newMember(), platform.now + 40 * minuteMs]
    await give(member)
    const exam = await build({ rules: { durationMinutes: 20, endAt, attemptsMax: 1 } }, scoredQuestions, [
      4,
      null,
      null,
    ])
    const { reason: _, validFrom: __, validUntil: ___, ...given } = fields
    expect((await as(member).exam(exam)).accommodation).toEqual(given)
    expect((await as(roles.member).exam(exam)).accommodation).toBeNull()
    const attempt = await as(member).startAttempt({ ...exam, body: {} })
    expect(attempt).toMatchObject({ endsAt: platform.now + 30 * minuteMs, sectionEndsAt: platform.now + 6 * minuteMs })
    await sit(member, exam, [])
    platform.now = endAt + 10 * minuteMs - 1
    expect(await as(member).exam(exam)).toMatchObject({ state: 6, obstacle: null })
    const late = await as(member).startAttempt({ ...exam, body: {} })
    expect(late).toMatchObject({ number: 2, endsAt: endAt + 10 * minuteMs })
    const closed = { errorCode: EXAM_NOT_OPEN.code }
    expect(await refusal(as(roles.member).startAttempt({ ...exam, body: {} }))).toMatchObject(closed)
  })

  it('stays in the attempt as it was at the start, and a proctor’s minutes come on top', async () => {
    const member = await newMember()
    const { id } = await give(member)
    const exam = await build({ rules: { durationMinutes: 20 } })
    const attempt = await as(member).startAttempt({ ...exam, body: {} })
    await as(administrator).deleteAccommodation({ params: { id } })
    expect(await as(member).attempt({ params: { id: attempt.id } })).toMatchObject({ endsAt: attempt.endsAt })
    const { endsAt } = await as(roles.owner).extendAttempt({ params: { id: attempt.id }, body: { minutes: 5 } })
    expect(endsAt).toBe(platform.now + 35 * minuteMs)
    await sit(member, exam, [])
    expect(await refusal(as(member).startAttempt({ ...exam, body: {} }))).toMatchObject({
      errorCode: NO_ATTEMPTS_LEFT.code,
    })
  })

  it('for one exam replaces that for every exam, and counts in its time alone', async () => {
    const member = await newMember()
    await give(member)
    const exam = await build({ rules: { durationMinutes: 20 } })
    await give(member, { examId: exam.params.id, timePercent: 110, extraAttempts: 0 })
    expect((await as(member).exam(exam)).accommodation).toMatchObject({ timePercent: 110, extraAttempts: 0 })
    const later = await newMember()
    const validity = { validFrom: platform.now + 10 * minuteMs, validUntil: platform.now + 20 * minuteMs }
    await as(administrator).createAccommodation({ body: { memberId: later.id, examId: null, ...fields, ...validity } })
    const given = async () => (await as(later).exam(exam)).accommodation
    expect(await given()).toBeNull()
    platform.now += 10 * minuteMs
    expect(await given()).not.toBeNull()
    platform.now += 10 * minuteMs
    expect(await given()).toBeNull()
  })

  it('is given and read by those who manage it for the organization of the member, and by nobody else', async () => {
    const member = await newMember()
    const { id } = await give(member)
    const params = { id }
    const list = await as(administrator).accommodations({ query: { memberId: member.id } })
    expect(list.items).toMatchObject([{ id, reason: '视力障碍', exam: null, member: { id: member.id }, revision: 0 }])
    expect(JSON.stringify(await as(member).exam(await build()))).not.toContain('视力')
    expect(await refusal(as(roles.owner).accommodations({}))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(roles.otherCompany).deleteAccommodation({ params }))).toMatchObject({ errorCode: 900_005 })
    expect((await as(roles.otherCompany).accommodations({})).items).toEqual([])
    expect(await refusal(give(administrator))).toMatchObject({ errorCode: 900_012 })
    const change = (revision: number) =>
      as(administrator).changeAccommodation({ params, body: { ...fields, revision } })
    await change(0)
    expect(await refusal(change(0))).toMatchObject({ errorCode: ACCOMMODATION_CHANGED.code })
    const { companyId, organizationId } = roles.stranger
    const branch = await buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
    expect(await refusal(as(branch).deleteAccommodation({ params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(branch).changeAccommodation({ params, body: { ...fields, revision: 1 } }))).toMatchObject({
      errorCode: 10138,
    })
    const backwards = { memberId: member.id, examId: null, ...fields, validFrom: 5, validUntil: 5 }
    expect(await refusal(as(administrator).createAccommodation({ body: backwards }))).toMatchObject({
      errorCode: 900_001,
    })
    const given = as(branch).createAccommodation({ body: { memberId: member.id, examId: null, ...fields } })
    expect(await refusal(given)).toMatchObject({ errorCode: 10138 })
  })
})

describe('a reminder', () => {
  const run = (now: number) => remindExaminees.run(platform.db, {}, { now, outside: platform.outside })
  const heard = async (member: BuiltMember, name: string) => {
    const { items } = await platform.client(messages, member).listNotifications({})
    return items.filter(({ title }) => title.includes(name)).length
  }
  const day = 24 * hourMs

  it('comes once, a day before the start, and again when the start moves', async () => {
    const [member, name] = [await newMember(), '开考提醒']
    const startAt = platform.now + 2 * day
    const exam = await build({ name, memberIds: [member.id], rules: { startAt } })
    await run(startAt - day - 1)
    expect(await heard(member, name)).toBe(0)
    await run(startAt - day)
    await run(startAt - day + 1)
    expect([await heard(member, name), await heard(roles.member, name)]).toEqual([1, 0])
    await sql`update exams.exam set published_rules = published_rules || jsonb_build_object('startAt', ${startAt + day}::bigint)
      where id = ${exam.params.id}`.execute(examsTables(platform.db))
    await run(startAt - day + 2)
    expect(await heard(member, name)).toBe(1)
    await run(startAt)
    await run(startAt + 1)
    expect(await heard(member, name)).toBe(2)
  })

  it('comes once a day before the end to those who have not taken the exam', async () => {
    const [taken, absent, name] = [await newMember(), await newMember(), '截止提醒']
    const exam = await build({ name, memberIds: [taken.id, absent.id], rules: { endAt: platform.now + day } })
    await sit(taken, exam, [])
    await Promise.all([run(platform.now), run(platform.now), run(platform.now)])
    expect([await heard(absent, name), await heard(taken, name)]).toEqual([1, 0])
  })
})
