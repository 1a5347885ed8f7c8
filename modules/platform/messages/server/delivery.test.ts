import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { type Mail, SendRefused } from '#server/outside.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { messages } from '../contract.ts'
import { messagesTables } from './db.ts'
import { claim } from './deliveries.ts'
import { dispatchDueJob, dispatchJob, nextAttemptAt } from './dispatch.ts'
import { exampleType, mandatoryType, modulesWithExamples, sendExample } from './messages.fixture.ts'

/** The errors of the mail server for the next mails; it accepts all others. */
const failures: Error[] = []
const mails: Mail[] = []
const platform = testPlatform({
  modules: modulesWithExamples,
  outside: {
    async sendMail(mail) {
      const failure = failures.shift()
      if (failure) throw failure
      mails.push(mail)
    },
  },
})
const minute = 60_000
let companyId: string
let lin: BuiltMember
let chief: BuiltMember

beforeEach(async () => {
  mails.length = 0
  failures.length = 0
  await sql`delete from messages.delivery`.execute(platform.root)
  companyId = await buildCompany(platform.db)
  lin = await member('林知远')
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  // Days pass in these tests, and the sessions must not expire.
  await sql`update identity.session set access_expires_at = ${8_000_000_000_000_000}`.execute(platform.root)
})

async function member(fullName: string): Promise<BuiltMember> {
  const built = await buildMember(platform.db, { companyId, fullName })
  await sql`update identity.member set email = ${`${built.name}@yunfan.example`}, phone = ${`+86139${built.id.replace(/\D/g, '').slice(-8).padStart(8, '0')}`}
    where id = ${built.id}`.execute(platform.root)
  return built
}

const calls = (who: BuiltMember) => platform.client(messages, who)
const tell = (input: Partial<Parameters<typeof sendExample>[1]> = {}) =>
  sendExample(platform.db, { companyId, recipients: [lin.id], now: platform.now, ...input })
const log = async (query = {}) => (await calls(chief).deliveries({ query })).items
const context = () => ({ outside: platform.outside, now: platform.now })

/** Runs what the cron job of each minute would run. */
async function pass(ms = 0): Promise<void> {
  platform.now += ms
  await platform.root.transaction().execute((db) => dispatchDueJob.run(db as never, {}, context()))
  await dispatchJob.run(platform.db, { channel: 'mail' }, context())
}

describe('a message', () => {
  it('[SYSTEM-208] is sent by mail, in the language of the member, and the log records it', async () => {
    await tell({ link: '/course/1' })
    await calls(lin).changePreferences({ body: { language: 'en' } })
    await platform.runJobs()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: `${lin.name}@yunfan.example`, subject: 'New course: 信息安全入门' })
    expect(mails[0]?.text).toContain('http://localhost:8080/#/course/1')
    expect(await log()).toMatchObject([
      {
        type: exampleType.code,
        typeLabel: exampleType.label,
        title: '新课程：信息安全入门',
        channel: 'mail',
        member: { id: lin.id, name: '林知远' },
        state: 'sent',
        attempts: 1,
        providerId: mails[0]?.messageId,
        finishedAt: platform.now,
      },
    ])
  })

  it('is not sent to a member who has switched it off, has no address, or is disabled; the log states the reason', async () => {
    const nobody = await buildMember(platform.db, { companyId, fullName: '无邮箱' })
    const gone = await member('离职')
    const choices = [{ type: exampleType.code, channel: 'mail' as const, enabled: false }]
    await calls(lin).changePreferences({ body: { choices } })
    await tell({ recipients: [lin.id, nobody.id, gone.id] })
    await sql`update identity.member set enabled = false where id = ${gone.id}`.execute(platform.root)
    await platform.runJobs()
    expect(mails).toEqual([])
    const reasons = (await log()).map((row) => [row.member?.name, row.state, row.reason])
    expect(reasons).toEqual(
      expect.arrayContaining([
        ['林知远', 'suppressed', 'preference'],
        ['无邮箱', 'suppressed', 'no-address'],
        ['离职', 'suppressed', 'disabled'],
      ]),
    )
    expect(await log({ state: 'suppressed', memberId: lin.id })).toHaveLength(1)
    expect(await log({ channel: 'sms' })).toEqual([])
  })

  it('is sent by a channel that the type does not use, if the member has chosen it', async () => {
    await calls(lin).changePreferences({
      body: { choices: [{ type: exampleType.code, channel: 'sms', enabled: true }] },
    })
    await tell()
    await platform.runJobs()
    expect(platform.sentSms.at(-1)).toMatchObject({
      template: 'notification',
      parameters: { title: '新课程：信息安全入门' },
    })
  })

  it('is sent once, although it is repeated while it waits', async () => {
    await tell({ collapseKey: 'course:1', variables: { course: '旧名' } })
    await tell({ collapseKey: 'course:1', variables: { course: '新名' } })
    await platform.runJobs()
    await tell({ collapseKey: 'course:1', variables: { course: '再改' } })
    await platform.runJobs()
    expect(mails.map((mail) => mail.subject)).toEqual(['新课程：新名'])
  })

  it('is escaped in a mail', async () => {
    await tell({ variables: { course: '<img src=x onerror=alert(1)>"\'&' }, link: '/course/"><script>' })
    await platform.runJobs()
    expect(mails[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(mails[0]?.html).not.toMatch(/<img|<script/)
    expect(mails[0]?.subject).not.toMatch(/[\r\n]/)
  })
})

describe('attempts', () => {
  it('are repeated with growing delays while the server is down, and end as failed', async () => {
    failures.push(...Array.from({ length: 20 }, () => new Error('connect ECONNREFUSED')))
    await tell()
    await platform.runJobs()
    expect(await log()).toMatchObject([
      { state: 'queued', attempts: 1, error: 'connect ECONNREFUSED', dueAt: platform.now + minute },
    ])
    await pass(30_000)
    expect(await log()).toMatchObject([{ attempts: 1 }])
    for (const wait of [1, 5, 30, 120, 360, 720]) await pass(wait * minute)
    expect(await log()).toMatchObject([{ state: 'failed', reason: 'unreachable', attempts: 7, dueAt: null }])
    expect(nextAttemptAt(7, 0)).toBeNull()
  })

  it('end at once after a permanent refusal, and an administrator can retry', async () => {
    failures.push(new SendRefused('550 no such user'))
    await tell()
    await platform.runJobs()
    const [failed] = await log({ state: 'failed' })
    expect(failed).toMatchObject({ reason: 'provider', error: '550 no such user', attempts: 1 })
    const params = { id: failed?.id ?? '' }
    expect(await refusal(calls(lin).retryDelivery({ params }))).toMatchObject({ status: 403 })
    await calls(chief).retryDelivery({ params })
    await platform.runJobs()
    expect(mails).toHaveLength(1)
    expect(await refusal(calls(chief).retryDelivery({ params }))).toMatchObject({ errorCode: 900005 })
  })

  it('stop after a few failures while the provider is down', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, (_, index) => member(`学员${index}`)))
    failures.push(...Array.from({ length: 100 }, () => new Error('timeout')))
    await tell({ recipients: many.map((one) => one.id) })
    await platform.runJobs()
    const tried = (await log()).filter((row) => row.attempts > 0)
    expect(tried.length).toBeGreaterThanOrEqual(5)
    expect(tried.length).toBeLessThan(12)
    failures.length = 0
    await pass(2 * minute)
    expect((await log({ state: 'sent' })).length).toBe(12)
  })

  it('are made by one process for each row, even if two claim at once', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, (_, index) => member(`学员${index}`)))
    await tell({ recipients: many.map((one) => one.id) })
    failures.push(...Array.from({ length: 6 }, () => new Error('away')))
    await platform.runJobs()
    expect(mails).toEqual([])
    failures.length = 0
    platform.now += 3 * minute
    await Promise.all([pass(), pass()])
    expect(mails.map((mail) => mail.to).sort()).toEqual(many.map((one) => `${one.name}@yunfan.example`).sort())
  })

  it('are repeated for rows of a killed process, under the same number', async () => {
    await tell()
    const db = messagesTables(platform.db)
    failures.push(new Error('away'))
    await platform.runJobs()
    platform.now += 2 * minute
    const claimed = await claim(db, 'mail', { now: platform.now, expiredBefore: 0 })
    expect(claimed).toHaveLength(1)
    await pass(9 * minute)
    expect(mails).toEqual([])
    await pass(2 * minute)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.messageId).toBe(`<${claimed[0]?.id}@localhost>`)
  })

  it('end as expired after three days', async () => {
    failures.push(new Error('away'))
    await tell()
    await platform.runJobs()
    await pass(4 * 24 * 60 * minute)
    expect(await log()).toMatchObject([{ state: 'failed', reason: 'expired' }])
  })
})

describe('quiet hours and digests', () => {
  /** 21 November 2026 in Shanghai, a Saturday. */
  const shanghai = (hours: number, minutes = 0) => Date.UTC(2026, 10, 21, hours - 8, minutes)
  const quiet = { enabled: true, from: '22:00', to: '08:00' }

  it('delay deliveries until the morning, except mandatory ones', async () => {
    await calls(lin).changePreferences({ body: { quietHours: quiet } })
    await tell({ now: shanghai(23) })
    await tell({ now: shanghai(23), type: mandatoryType.code })
    const before = platform.now
    platform.now = shanghai(23)
    await platform.runJobs()
    platform.now = before
    expect(await log({ state: 'queued' })).toMatchObject([{ type: exampleType.code, dueAt: shanghai(32) }])
    expect(mails).toHaveLength(1)
  })

  it('a channel that a member switches off drops queued deliveries, except mandatory ones', async () => {
    failures.push(new Error('away'), new Error('away'))
    await tell()
    await tell({ type: mandatoryType.code })
    await platform.runJobs()
    expect(await log({ state: 'queued' })).toHaveLength(2)
    await calls(lin).changePreferences({ body: { channels: [{ channel: 'mail', enabled: false }] } })
    expect(await log({ state: 'suppressed' })).toMatchObject([{ type: exampleType.code, reason: 'preference' }])
    await pass(minute)
    expect(await log({ state: 'sent' })).toMatchObject([{ type: mandatoryType.code, channel: 'mail' }])
    expect(mails).toHaveLength(1)
  })

  it.each([
    ['before', 21, 59, 21, 59],
    ['at their begin', 22, 0, 32, 0],
    ['after midnight', 3, 0, 8, 0],
    ['at their end', 8, 0, 8, 0],
  ])('begin and end on the minute: %s', async (_, hours, minutes, dueHours, dueMinutes) => {
    const { rows } = await sql<{ due: number }>`
      select messages.after_quiet(${shanghai(hours, minutes)}, ${defaultTimeZone}, ${22 * 60}, ${8 * 60}) as due`.execute(
      platform.root,
    )
    expect(rows[0]?.due).toBe(shanghai(dueHours, dueMinutes))
  })

  it.each([
    ['daily', 7, 1, shanghai(8)],
    ['daily', 8, 1, shanghai(32)],
    ['daily', 23, 1, shanghai(32)],
    ['weekly', 7, 6, shanghai(8)],
    ['weekly', 9, 6, shanghai(8 + 7 * 24)],
    ['weekly', 9, 1, shanghai(8 + 2 * 24)],
  ])('%s digests from %i o’clock on leave at eight (weekday %i)', async (frequency, hours, weekday, due) => {
    const { rows } = await sql<{ due: number }>`
      select messages.next_digest(${shanghai(hours)}, ${defaultTimeZone}, ${frequency}, 8, ${weekday}) as due`.execute(
      platform.root,
    )
    expect(rows[0]?.due).toBe(due)
  })

  it('combine unread messages into one mail, once', async () => {
    const digest = { frequency: 'daily' as const, hour: 8, weekday: 1 }
    await calls(lin).changePreferences({ body: { digest } })
    const read = await tell({ variables: { course: '已读' } })
    await tell({ variables: { course: '甲' } })
    await tell({ variables: { course: '乙' } })
    await tell({ type: mandatoryType.code, variables: { course: '丙' } })
    await platform.runJobs()
    expect(mails.map((mail) => mail.subject)).toEqual(['新课程：丙'])
    await calls(lin).readNotifications({ body: { ids: [read as string] } })
    await pass(24 * 60 * minute)
    await pass()
    expect(mails).toHaveLength(2)
    expect(mails[1]).toMatchObject({ subject: '您有 2 条新消息' })
    expect(mails[1]?.text).toMatch(/甲[\s\S]*乙/)
    expect(mails[1]?.text).not.toContain('已读')
    expect(await log({ state: 'suppressed' })).toMatchObject([{ reason: 'read', digest: true }])
  })

  it('are one mail even after a process was killed while sending it', async () => {
    await calls(lin).changePreferences({ body: { digest: { frequency: 'weekly', hour: 8, weekday: 1 } } })
    await tell({ variables: { course: '甲' } })
    await tell({ variables: { course: '乙' } })
    await platform.runJobs()
    platform.now += 8 * 24 * 60 * minute
    const claimed = await claim(messagesTables(platform.db), 'mail', { now: platform.now, expiredBefore: 0 })
    expect(new Set(claimed.map((row) => row.batch_id)).size).toBe(1)
    await pass(11 * minute)
    expect(mails.map((mail) => mail.messageId)).toEqual([`<${claimed[0]?.batch_id}@localhost>`])
  })
})

describe('unsubscribing', () => {
  const tokenOf = (mail: Mail | undefined) =>
    /unsubscribe\/([^>]+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''

  const oneClick = async (token: string, type: string, payload: string) => {
    const url = `/api/v1/system/message/unsubscribe/${token}`
    const headers = { 'content-type': type }
    return (await platform.app.inject({ method: 'POST', url, headers, payload })).statusCode
  }

  it('takes one click in the mail program, for this type of mail only', async () => {
    await tell()
    await platform.runJobs()
    expect(mails[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    const token = tokenOf(mails[0])
    const nobody = platform.client(messages)
    expect(await nobody.unsubscribeSubject({ params: { token } })).toEqual({
      label: exampleType.label,
      address: expect.stringMatching(/^.{2}\*\*\*@yunfan\.example$/),
      unsubscribed: false,
    })
    // Opening the link changes nothing, because mail programs and scanners open links too.
    await tell()
    await platform.runJobs()
    expect(mails).toHaveLength(2)
    await tell()
    expect(await oneClick(token, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')).toBe(200)
    await platform.runJobs()
    expect(mails).toHaveLength(2)
    expect((await log({ state: 'suppressed' })).map((row) => row.reason)).toEqual(['unsubscribed'])
    expect(await nobody.unsubscribeSubject({ params: { token } })).toMatchObject({ unsubscribed: true })
    const { types } = await calls(lin).preferences()
    const choices = types.find((type) => type.type === exampleType.code)?.choices
    expect(choices?.find((choice) => choice.channel === 'mail')).toMatchObject({ enabled: false })
    await nobody.resubscribe({ params: { token } })
    await tell()
    await platform.runJobs()
    expect(mails).toHaveLength(3)
  })

  it('accepts the click in the formats of mail programs', async () => {
    await tell()
    await platform.runJobs()
    const token = tokenOf(mails[0])
    const part = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const subject = () => platform.client(messages).unsubscribeSubject({ params: { token } })
    expect(await oneClick(token, 'multipart/form-data; boundary=b', part)).toBe(200)
    expect(await subject()).toMatchObject({ unsubscribed: true })
    expect(await oneClick(token, 'multipart/form-data; boundary=b', part)).toBe(200)
    await platform.client(messages).resubscribe({ params: { token } })
    expect(await oneClick(token, 'application/json', '{}')).toBe(200)
    expect(await subject()).toMatchObject({ unsubscribed: true })
  })

  it('of a digest switches off all mails that are not mandatory', async () => {
    await calls(lin).changePreferences({ body: { digest: { frequency: 'daily', hour: 8, weekday: 1 } } })
    await tell()
    await platform.runJobs()
    await pass(24 * 60 * minute)
    const token = tokenOf(mails[0])
    const nobody = platform.client(messages)
    expect(await nobody.unsubscribeSubject({ params: { token } })).toMatchObject({ label: null, unsubscribed: false })
    await nobody.unsubscribe({ params: { token } })
    await tell()
    await tell({ type: mandatoryType.code })
    await platform.runJobs()
    await pass(24 * 60 * minute)
    expect(mails.slice(1).map((mail) => mail.headers?.['List-Unsubscribe'])).toEqual([undefined])
  })

  it('refuses a token that was changed, invented, or issued for another member', async () => {
    await tell()
    await platform.runJobs()
    const [member = '', type = '', proof = ''] = tokenOf(mails[0]).split('.')
    const other = Buffer.from(chief.id.replaceAll('-', ''), 'hex').toString('base64url')
    const all = Buffer.from('all').toString('base64url')
    const nobody = platform.client(messages)
    const forged = [
      `${other}.${type}.${proof}`,
      `${member}.${all}.${proof}`,
      `${member}.${type}.${proof.replace(/^./, '-')}`,
      'a'.repeat(40),
    ]
    for (const token of forged) {
      expect(await refusal(nobody.unsubscribe({ params: { token } }))).toMatchObject({ errorCode: 900005 })
      expect(await refusal(nobody.resubscribe({ params: { token } }))).toMatchObject({ errorCode: 900005 })
      expect(await refusal(nobody.unsubscribeSubject({ params: { token } }))).toMatchObject({ errorCode: 900005 })
    }
  })
})
