/** Scheduled reports: their moments, their recipients, whose rows, and never twice. */
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import type { ScheduleInput } from '../contract/schedules.ts'
import { reports } from '../contract.ts'
import { nextRun, type Rhythm } from './next-run.ts'
import { buildReportCompany } from './reports.fixture.ts'

const platform = testPlatform({ poolSize: 3 })
let company: Awaited<ReturnType<typeof buildReportCompany>>
type Member = (typeof company)['chief']
const as = (member: Member) => platform.client(reports, member)
const dayMs = 86_400_000

const query = { source: 'course-study', columns: [{ column: 'member' }, { column: 'course' }], sort: [{ at: 0 }] }
const saved = (member: Member) => as(member).saveView({ body: { name: '学习周报', description: '', query } })
const daily = (memberIds: string[], more: Partial<ScheduleInput> = {}): ScheduleInput => ({
  ...{ frequency: 'daily', weekday: 1, monthDay: 1, minuteOfDay: 8 * 60, format: 'xlsx', byMail: true },
  ...{ memberIds, paused: false, ...more },
})
const tick = async () => {
  await sql`select graphile_worker.add_job('reports.due', '{}'::json)`.execute(platform.root)
  await platform.runJobs()
}
const again = async (member: Member) => ({ ...member, token: await buildSession(platform.db, member, platform.now) })
const mailOf = (member: { id: string }, email: string) =>
  sql`update identity.member set email = ${email} where id = ${member.id}`.execute(platform.root)

beforeAll(async () => {
  company = await buildReportCompany(platform)
  const { seller, engineer, head, study } = company
  await study(seller.id, '销售入门', '2026-11-02', 3600)
  await study(engineer.id, '安全编码', '2026-11-03', 1800)
  await mailOf(head, 'head@example.com')
})

describe('the next moment', () => {
  const at = (rhythm: Partial<Rhythm>, zone: string, after: string) =>
    new Date(
      nextRun(
        { frequency: 'monthly', weekday: 1, monthDay: 31, minuteOfDay: 9 * 60, ...rhythm },
        zone,
        Date.parse(after),
      ),
    ).toISOString()

  it.each([
    [31, '2026-01-31T12:00:00Z', '2026-02-28T01:00:00.000Z'],
    [31, '2026-03-01T00:00:00Z', '2026-03-31T01:00:00.000Z'],
    [30, '2026-02-01T00:00:00Z', '2026-02-28T01:00:00.000Z'],
    [29, '2028-02-01T00:00:00Z', '2028-02-29T01:00:00.000Z'],
    [29, '2026-02-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    [1, '2026-12-31T23:00:00Z', '2027-01-01T01:00:00.000Z'],
  ])('of day %i after %s', (monthDay, after, expected) => {
    expect(at({ monthDay }, 'Asia/Shanghai', after)).toBe(expected)
  })

  it('keeps its hour when the clock is changed, and is once a day', () => {
    const noon = (after: string) => at({ frequency: 'daily', minuteOfDay: 12 * 60 }, 'America/New_York', after)
    expect(noon('2026-03-07T20:00:00Z')).toBe('2026-03-08T16:00:00.000Z')
    expect(noon('2026-10-31T20:00:00Z')).toBe('2026-11-01T17:00:00.000Z')
    const early = (after: string) => at({ frequency: 'daily', minuteOfDay: 90 }, 'America/New_York', after)
    const first = early('2026-10-31T20:00:00Z')
    expect(early(first).slice(0, 10)).toBe('2026-11-02')
    const skipped = at({ frequency: 'daily', minuteOfDay: 150 }, 'America/New_York', '2026-03-07T20:00:00Z')
    expect(skipped.slice(0, 10)).toBe('2026-03-08')
  })

  it('of a week is its weekday, Sunday too', () => {
    expect(at({ frequency: 'weekly', weekday: 7 }, 'Asia/Shanghai', '2026-11-27T00:00:00Z')).toBe(
      '2026-11-29T01:00:00.000Z',
    )
  })
})

describe('a schedule', () => {
  it('sends each recipient the rows of the own scope, by message and by mail', async () => {
    const { chief, head, seller } = company
    const { id } = await saved(chief)
    const { id: schedule, nextAt } = await as(chief).addSchedule({
      params: { id },
      body: daily([chief.id, head.id, seller.id]),
    })
    platform.now = nextAt ?? 0
    await tick()
    await tick()
    const sent = await as(await again(chief)).sendings({ params: { id: schedule }, query: {} })
    expect(
      Object.fromEntries(sent.items.map(({ recipient, state, reason }) => [recipient.id, `${state} ${reason}`])),
    ).toEqual({
      [chief.id]: 'sent noMail',
      [head.id]: 'sent ',
      [seller.id]: 'skipped rights',
    })
    const mails = platform.sentMails.filter(({ to }) => to === 'head@example.com')
    expect(mails).toHaveLength(1)
    const sheet = await readSheet(mails[0]?.attachments?.[0]?.bytes as Buffer)
    expect(sheet.slice(1)).toEqual([['小北', '销售入门']])
    const reader = await again(head)
    const { items } = await as(reader).received()
    const { url } = await as(reader).receivedAddress({ params: { id: items[0]?.id ?? '' } })
    const loaded = await platform.app.inject({ url, headers: { authorization: `Bearer ${reader.token}` } })
    expect(await readSheet(loaded.rawPayload)).toEqual(sheet)
    expect(await refusal(as(await again(chief)).receivedAddress({ params: { id: items[0]?.id ?? '' } }))).toMatchObject(
      { errorCode: 900_005 },
    )
    await as(await again(chief)).deleteSchedule({ params: { id: schedule } })
  })

  it('skips who is disabled, and all but the owner once the owner may not send any more', async () => {
    const owner = await company.member(company.sales, '分部负责人', { roles: ['branch-manager'], now: platform.now })
    const other = await company.member(company.sales, '副职', { roles: ['branch-manager'], now: platform.now })
    const gone = await company.member(company.sales, '离职', { roles: ['branch-manager'], now: platform.now })
    const { id } = await saved(owner)
    const { id: schedule } = await as(owner).addSchedule({ params: { id }, body: daily([owner.id, other.id, gone.id]) })
    await sql`update identity.member set enabled = false where id = ${gone.id}`.execute(platform.root)
    const states = async () => {
      await as(owner).sendNow({ params: { id: schedule } })
      await platform.runJobs()
      const { items } = await as(owner).sendings({ params: { id: schedule }, query: { pageSize: 3 } })
      platform.now += 60_000
      return Object.fromEntries(items.map(({ recipient, state, reason }) => [recipient.id, `${state} ${reason}`]))
    }
    expect(await states()).toEqual({
      [owner.id]: 'sent noMail',
      [other.id]: 'sent noMail',
      [gone.id]: 'skipped disabled',
    })
    await sql`update identity.role_grant set enabled = false where member_id = ${owner.id}`.execute(platform.root)
    expect(await states()).toMatchObject({ [other.id]: 'skipped owner', [owner.id]: 'sent noMail' })
    await as(owner).deleteSchedule({ params: { id: schedule } })
  })

  it('is not sent twice when a process dies while it sends', async () => {
    const chief = await again(company.chief)
    await mailOf(chief, 'chief@example.com')
    const { id } = await saved(chief)
    const { id: schedule } = await as(chief).addSchedule({ params: { id }, body: daily([chief.id]) })
    await as(chief).sendNow({ params: { id: schedule } })
    // The state that a killed process leaves: it had started, and nobody knows whether the mail went.
    await sql`update reports.sending set state = 'sending', expires_at = ${platform.now + dayMs} where schedule_id = ${schedule}`.execute(
      platform.root,
    )
    const before = platform.sentMails.length
    await platform.runJobs()
    expect(platform.sentMails).toHaveLength(before)
    const { items } = await as(chief).sendings({ params: { id: schedule }, query: {} })
    expect(items).toMatchObject([{ state: 'sent', reason: 'unconfirmed' }])
    await as(chief).deleteSchedule({ params: { id: schedule } })
  })

  it('rests while it is paused, and is sent once for all the days that the server stood', async () => {
    const chief = await again(company.chief)
    const { id } = await saved(chief)
    const params = {
      id: (await as(chief).addSchedule({ params: { id }, body: daily([chief.id], { paused: true }) })).id,
    }
    platform.now += 2 * dayMs
    await tick()
    const later = await again(chief)
    expect((await as(later).sendings({ params, query: {} })).recordCount).toBe(0)
    const { nextAt } = await as(later).changeSchedule({ params, body: daily([chief.id]) })
    platform.now = (nextAt ?? 0) + 5 * dayMs
    await tick()
    await tick()
    const last = await again(chief)
    expect((await as(last).sendings({ params, query: {} })).recordCount).toBe(1)
    const { items } = await as(last).schedules({ params: { id } })
    expect(items).toMatchObject([{ timeZone: 'Asia/Shanghai', recipients: [{ fullName: '总监' }] }])
    expect(items[0]?.nextAt).toBeGreaterThan(platform.now)
    const [received] = (await as(last).received()).items
    platform.now += 31 * dayMs
    const end = await again(chief)
    const gone = { params: { id: received?.id ?? '' } }
    expect(await refusal(as(end).receivedAddress(gone))).toMatchObject({ errorCode: 418_005 })
  })

  it('belongs to its owner, reaches members that the owner manages, and no other company', async () => {
    const [head, chief, engineer] = await Promise.all([company.head, company.chief, company.engineer].map(again))
    if (!head || !chief || !engineer) throw new Error('three members were built')
    const { id } = await saved(head)
    const add = (memberIds: string[]) => as(head).addSchedule({ params: { id }, body: daily(memberIds) })
    expect(await refusal(add([company.engineer.id]))).toMatchObject({ errorCode: 418_006 })
    const { id: schedule } = await add([head.id])
    const params = { id: schedule }
    const change = as(head).changeSchedule({ params, body: daily([company.engineer.id]) })
    expect(await refusal(change)).toMatchObject({ errorCode: 418_006 })
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
      now: platform.now,
    })
    for (const other of [chief, stranger]) {
      const refused = await refusals([
        as(other).schedules({ params: { id } }),
        as(other).addSchedule({ params: { id }, body: daily([other.id]) }),
        as(other).changeSchedule({ params, body: daily([other.id]) }),
        as(other).deleteSchedule({ params }),
        as(other).sendNow({ params }),
        as(other).sendings({ params, query: {} }),
      ])
      expect(refused.map(({ errorCode }) => errorCode)).toEqual(Array(6).fill(900_005))
    }
    const own = await saved(engineer)
    const tooMany = async () => {
      for (let at = 0; at < 21; at++) await as(engineer).addSchedule({ params: own, body: daily([engineer.id]) })
    }
    expect(await refusal(tooMany())).toMatchObject({ errorCode: 418_004 })
  })
})
