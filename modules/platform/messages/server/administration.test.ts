import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { AddressRefused } from '#server/outside/safe-fetch.ts'
import { type Mail, SendRefused, type Webhook, type WebhookMessage } from '#server/outside.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { messages } from '../contract.ts'
import { exampleType, mandatoryType, modulesWithExamples, sendExample } from './messages.fixture.ts'

const mails: Mail[] = []
const hooked: { webhook: Webhook; message: WebhookMessage }[] = []
let failure: Error | undefined
const platform = testPlatform({
  modules: modulesWithExamples,
  environment: { SMS_PROVIDER: 'off' },
  outside: {
    async sendMail(mail) {
      mails.push(mail)
    },
    async sendWebhook(webhook, message) {
      if (failure) throw failure
      hooked.push({ webhook, message })
      return { status: 204 }
    },
  },
})
let companyId: string
let chief: BuiltMember
let lin: BuiltMember

beforeEach(async () => {
  mails.length = 0
  hooked.length = 0
  failure = undefined
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  lin = await buildMember(platform.db, { companyId })
  await sql`update identity.member set email = ${`${chief.name}@yunfan.example`} where id = ${chief.id}`.execute(
    platform.root,
  )
})

const calls = (member: BuiltMember) => platform.client(messages, member)
const params = { code: exampleType.code }
const texts = {
  cn: { title: '上新：{course}', body: '快来学习《{course}》。' },
  en: { title: 'New: {course}', body: 'Come and learn {course}.' },
}

describe('templates', () => {
  it('list the default texts of a type, its variables and its channels', async () => {
    const list = await calls(chief).listTemplates()
    expect(list.items.find((item) => item.code === exampleType.code)).toEqual({
      code: exampleType.code,
      group: 'course',
      groupLabel: { cn: '课程学习', en: 'Courses' },
      label: exampleType.label,
      mandatory: false,
      channels: ['site', 'mail'],
      customized: false,
      updatedAt: null,
    })
    expect(await calls(chief).template({ params: { code: 'learning.urge' } })).toMatchObject({
      variables: [
        { name: 'sender', label: { cn: '催学人' }, example: { cn: '周敏' } },
        { name: 'item', example: { en: 'Information security' } },
        { name: 'kind' },
      ],
    })
  })

  it('belong to the company that has saved them, until they are reset', async () => {
    const saved = await calls(chief).saveTemplate({ params, body: texts })
    expect(saved).toMatchObject({
      texts,
      defaultTexts: exampleType.defaultTemplate,
      customized: true,
      updatedAt: platform.now,
    })
    const elsewhere = await buildCompany(platform.db, '别家')
    const stranger = await buildMember(platform.db, { companyId: elsewhere })
    const now = platform.now
    await sendExample(platform.db, { companyId, recipients: [lin.id], now })
    await sendExample(platform.db, { companyId: elsewhere, recipients: [stranger.id], now })
    const title = async (member: BuiltMember) => (await calls(member).listNotifications()).items[0]?.title
    expect([await title(lin), await title(stranger)]).toEqual(['上新：信息安全入门', '新课程：信息安全入门'])
    expect(await calls(chief).resetTemplate({ params })).toMatchObject({
      texts: exampleType.defaultTemplate,
      customized: false,
    })
    expect(await title(lin)).toBe('上新：信息安全入门')
  })

  it('are refused with an unknown variable, with sensitive words, and for an unknown type', async () => {
    const wrong = { ...texts, en: { title: '{course} {password}', body: '{course.x} {__proto__}{constructor}' } }
    const refused = await refusal(calls(chief).saveTemplate({ params, body: wrong }))
    expect(refused).toMatchObject({ errorCode: 900001 })
    expect(refused.data?.fields).toEqual([
      { path: 'en.title', rule: 'placeholder', message: '{password}' },
      { path: 'en.body', rule: 'placeholder', message: '{constructor}' },
    ])
    const unknown = { code: 'no.such' }
    expect(await refusal(calls(chief).template({ params: unknown }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(calls(chief).saveTemplate({ params: unknown, body: texts }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(calls(chief).resetTemplate({ params: unknown }))).toMatchObject({ errorCode: 900005 })
    const preview = { params: unknown, body: { texts } }
    expect(await refusal(calls(chief).previewTemplate(preview))).toMatchObject({ errorCode: 900005 })
  })

  it('are previewed with examples or with values of the caller, escaped, and nothing is saved', async () => {
    const body = { texts, values: { course: '<b>{at}</b>', other: 'x' } }
    const { cn, en } = await calls(chief).previewTemplate({ params, body })
    expect(cn).toMatchObject({ title: '上新：<b>{at}</b>', body: '快来学习《<b>{at}</b>》。' })
    expect(cn.mailHtml).toContain('上新：&lt;b&gt;{at}&lt;/b&gt;')
    expect(cn.mailHtml).not.toContain('<b>')
    expect(en.mailText).toContain('Come and learn <b>{at}</b>.')
    const examples = await calls(chief).previewTemplate({ params, body: { texts } })
    expect(examples.en.title).toBe('New: Course')
    expect(await calls(chief).template({ params })).toMatchObject({ customized: false })
  })

  it('are sent to the caller as a test, even against the preferences of the caller', async () => {
    const choices = [{ type: exampleType.code, channel: 'mail' as const, enabled: false }]
    await calls(chief).changePreferences({ body: { choices } })
    await calls(chief).testTemplate({ params, body: { channel: 'mail' } })
    await calls(chief).testTemplate({ params, body: { channel: 'site' } })
    await platform.runJobs()
    expect(mails).toMatchObject([{ to: `${chief.name}@yunfan.example`, subject: '新课程：课程名称' }])
    expect((await calls(chief).unreadCount()).total).toBe(1)
    const off = { params, body: { channel: 'sms' as const } }
    expect(await refusal(calls(chief).testTemplate(off))).toMatchObject({ errorCode: 900201 })
    const unknown = { params: { code: 'no.such' }, body: { channel: 'mail' as const } }
    expect(await refusal(calls(chief).testTemplate(unknown))).toMatchObject({ errorCode: 900005 })
  })

  it('[SYSTEM-209] fill the dialog of a person who sends a message; the variables stay open', async () => {
    await calls(chief).saveTemplate({ params, body: texts })
    expect(await calls(lin).templateContent({ query: { code: exampleType.code } })).toEqual({
      code: exampleType.code,
      title: '上新：{course}',
      content: '快来学习《{course}》。',
      variables: [
        { name: 'course', label: '课程名称' },
        { name: 'at', label: '时间' },
      ],
    })
    const english = { headers: { 'accept-language': 'en' } }
    expect(await calls(lin).templateContent({ query: { code: exampleType.code } }, english)).toMatchObject({
      title: 'New: {course}',
      content: 'Come and learn {course}.',
      variables: [{ label: 'Course' }, { label: 'Time' }],
    })
    expect(await refusal(calls(lin).templateContent({ query: { code: 'no.such' } }))).toMatchObject({
      errorCode: 900005,
    })
  })

  it('[SYSTEM-210] have a text for urging, by the kind of item', async () => {
    const urge = await calls(lin).rushLearnContent({ query: { businessType: 3 } })
    expect(urge.content).toBe('您好，您的考试《{item}》尚未完成，请合理安排时间，尽快完成学习。')
    expect(urge.variables.map((variable) => variable.name)).toEqual(['sender', 'item'])
    const english = await calls(lin).rushLearnContent({}, { headers: { 'accept-language': 'en' } })
    expect(english.content).toContain('your learning task “{item}”')
  })
})

describe('webhooks', () => {
  const input = {
    kind: 'generic' as const,
    name: '内部系统',
    url: 'https://hooks.example.com/in?token=abc',
    types: [exampleType.code],
    enabled: true,
  }
  const create = (change: Partial<typeof input> = {}) => calls(chief).createWebhook({ body: { ...input, ...change } })

  it('receive each message of their types once, signed, and the log records it', async () => {
    const { secret, ...made } = await create()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toMatchObject({ name: '内部系统', url: 'https://hooks.example.com/in?token=***', hasSecret: true })
    await sendExample(platform.db, { companyId, recipients: [lin.id, chief.id], link: '/course/1' })
    await sendExample(platform.db, { companyId, recipients: [lin.id], type: mandatoryType.code })
    await platform.runJobs()
    expect(hooked).toMatchObject([
      {
        webhook: { kind: 'generic', url: input.url, secret },
        message: {
          type: exampleType.code,
          title: '新课程：信息安全入门',
          url: 'http://localhost:8080/#/course/1',
          recipientCount: 2,
        },
      },
    ])
    const log = await calls(chief).deliveries({ query: { channel: 'webhook' } })
    expect(log.items).toMatchObject([
      { id: hooked[0]?.message.id, state: 'sent', member: null, webhookName: '内部系统', providerId: '204' },
    ])
    expect(await calls(chief).deliveries({ query: { webhookId: made.id } })).toEqual(log)
    // A span holds both its ends.
    const at = log.items[0]?.createdAt ?? 0
    const counted = async (from: number, to: number) =>
      (await calls(chief).deliveries({ query: { webhookId: made.id, from, to } })).recordCount
    expect([await counted(at, at), await counted(at + 1, at + 1), await counted(at - 1, at - 1)]).toEqual([1, 0, 0])
    const other = await create({ types: [mandatoryType.code] })
    expect((await calls(chief).deliveries({ query: { webhookId: other.id } })).items).toEqual([])
    const [first] = (await calls(chief).listWebhooks()).items
    expect(first).toMatchObject({ id: made.id, lastState: 'sent' })
    const states = await calls(chief).channelStates()
    expect(states.items.find((item) => item.channel === 'webhook')).toMatchObject({ available: true, sent: 1 })
    expect(states.items.find((item) => item.channel === 'sms')).toMatchObject({ available: false })
  })

  it('say with an example what each kind receives', async () => {
    const generic = await calls(chief).webhookExample({ params: { kind: 'generic' } })
    expect(generic.headers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']),
    )
    expect(JSON.parse(generic.body)).toMatchObject({
      type: 'system.announcement',
      data: { title: '国庆放假安排', url: 'http://localhost:8080/#/center/messages', recipientCount: 1 },
    })
    for (const kind of ['wecom-robot', 'dingtalk-robot'] as const) {
      const robot = await calls(chief).webhookExample({ params: { kind } })
      expect(robot.headers.map(({ name }) => name)).not.toContain('webhook-signature')
      expect(robot.body).toContain('国庆放假安排')
    }
  })

  it('are a channel that is set up as soon as one of the company’s own is enabled', async () => {
    const isAvailable = async () =>
      (await calls(chief).channelStates()).items.find(({ channel }) => channel === 'webhook')?.available
    const elsewhere = await buildCompany(platform.db, '隔壁')
    const stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
    await calls(stranger).createWebhook({ body: input })
    expect(await isAvailable()).toBe(false)
    const { id } = await create({ enabled: false })
    expect(await isAvailable()).toBe(false)
    const { name, types } = input
    await calls(chief).changeWebhook({ params: { id }, body: { name, types, enabled: true } })
    expect(await isAvailable()).toBe(true)
  })

  it('show their own deliveries, and none of another company', async () => {
    const { id } = await create()
    await sendExample(platform.db, { companyId, recipients: [lin.id] })
    await platform.runJobs()
    expect((await calls(chief).deliveries({ query: { webhookId: id } })).recordCount).toBe(1)
    const elsewhere = await buildCompany(platform.db, '隔壁')
    const stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
    expect((await calls(stranger).deliveries({ query: { webhookId: id } })).items).toEqual([])
  })

  it('receive no message of another company', async () => {
    await create({ types: [] })
    const elsewhere = await buildCompany(platform.db, '别家')
    const stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
    await sendExample(platform.db, { companyId: elsewhere, recipients: [stranger.id] })
    await platform.runJobs()
    expect(hooked).toEqual([])
    expect((await calls(stranger).listWebhooks()).items).toEqual([])
  })

  it.each([
    ['generic', 'http://127.0.0.1:5432/'],
    ['generic', 'http://[::1]/'],
    ['generic', 'http://169.254.169.254/latest/meta-data/'],
    ['generic', 'http://localhost:8080/api'],
    ['wecom-robot', 'https://evil.example/cgi-bin/webhook/send?key=1'],
    ['dingtalk-robot', 'https://oapi.dingtalk.com.evil.example/robot/send?access_token=1'],
  ] as const)('are refused with an internal address, or a robot with a foreign address: %s %s', async (kind, url) => {
    const { name, types, enabled } = input
    const body = { kind, url, name, types, enabled }
    expect(await refusal(calls(chief).createWebhook({ body }))).toMatchObject({ errorCode: 900202 })
    const { id } = await calls(chief).createWebhook({ body: input })
    if (kind === 'generic') {
      const change = { params: { id }, body: { name, types, enabled, url } }
      expect(await refusal(calls(chief).changeWebhook(change))).toMatchObject({ errorCode: 900202 })
    }
    await calls(chief).deleteWebhook({ params: { id } })
  })

  it('keep address and secret if a change does not contain them', async () => {
    const { id } = await create()
    const change = { name: '改名', types: [], enabled: true }
    expect(await calls(chief).changeWebhook({ params: { id }, body: change })).toMatchObject({
      name: '改名',
      url: 'https://hooks.example.com/in?token=***',
      hasSecret: true,
    })
    const unknown = { id: lin.id }
    expect(await refusal(calls(chief).changeWebhook({ params: unknown, body: change }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(calls(chief).deleteWebhook({ params: unknown }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(calls(chief).testWebhook({ params: unknown }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(calls(lin).listWebhooks())).toMatchObject({ status: 403 })
  })

  it('return the answer to a test', async () => {
    const { id } = await create()
    expect(await calls(chief).testWebhook({ params: { id } })).toEqual({ ok: true, status: 204, answer: '' })
    failure = new Error('503 busy')
    expect(await calls(chief).testWebhook({ params: { id } })).toEqual({ ok: false, status: null, answer: '503 busy' })
    failure = new AddressRefused('hooks.example.com is 10.0.0.5')
    expect(await calls(chief).testWebhook({ params: { id } })).toMatchObject({ ok: false, answer: 'address refused' })
  })

  it('stop if the address resolves to an internal one, or the receiver answers that it is gone', async () => {
    const { id } = await create()
    for (const error of [new AddressRefused('hooks.example.com is 10.0.0.5'), new SendRefused('410')]) {
      failure = error
      await sendExample(platform.db, { companyId, recipients: [lin.id] })
      await platform.runJobs()
    }
    const log = await calls(chief).deliveries({ query: { state: 'failed' } })
    expect(log.items.map((row) => row.reason)).toEqual(['provider', 'provider'])
    await calls(chief).deleteWebhook({ params: { id } })
    expect((await calls(chief).listWebhooks()).items).toEqual([])
  })

  it('are at most twenty', async () => {
    await sql`insert into messages.webhook (id, company_id, kind, name, url, types, enabled, created_by, created_at)
      select gen_random_uuid(), ${companyId}, 'generic', 'n', 'https://a.example', '{}', true, ${chief.id}, 0
      from generate_series(1, 20)`.execute(platform.root)
    expect(await refusal(create())).toMatchObject({ errorCode: 900204 })
  })
})

describe('personal data', () => {
  it('of messages is exported and erased', async () => {
    const { messagesPersonalData } = await import('./personal-data.ts')
    const { value } = messagesPersonalData as { value: import('#server/personal-data.ts').PersonalData }
    await sendExample(platform.db, { companyId, recipients: [lin.id, chief.id], actorId: undefined })
    const owner = { companyId, memberId: lin.id, now: platform.now }
    const records = await value.collect(platform.db, owner)
    expect(records.find((one) => one.name === 'notifications')?.rows).toMatchObject([{ title: '新课程：信息安全入门' }])
    await value.erase(platform.db, owner)
    await value.erase(platform.db, owner)
    expect((await calls(lin).listNotifications()).recordCount).toBe(0)
    expect((await calls(chief).listNotifications()).recordCount).toBe(1)
  })
})
