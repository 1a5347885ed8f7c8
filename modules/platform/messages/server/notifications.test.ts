import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { messages } from '../contract.ts'
import { exampleType, modulesWithExamples, sendExample } from './messages.fixture.ts'
import type { notify } from './notify.ts'
import { cancelReminder, remindAt, remindJob } from './reminders.ts'

const platform = testPlatform({ modules: modulesWithExamples, poolSize: 4 })
let companyId: string
let lin: BuiltMember
let zhou: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  lin = await buildMember(platform.db, { companyId, fullName: '林知远' })
  zhou = await buildMember(platform.db, { companyId, fullName: '周敏' })
})

const calls = (member: BuiltMember) => platform.client(messages, member)
const tell = (input: Partial<Parameters<typeof notify>[1]> = {}) =>
  sendExample(platform.db, { companyId, recipients: [lin.id], now: platform.now, ...input })
const titles = async (member: BuiltMember) => (await calls(member).listNotifications()).items.map((item) => item.title)

describe('the notification centre', () => {
  it('[SYSTEM-208] lists notifications, newest first, with the actor and the link', async () => {
    await tell({ now: platform.now - 1000, variables: { course: '第一门' } })
    await tell({ variables: { course: '第二门' }, link: '/course/2', actorId: zhou.id })
    const list = await calls(lin).listNotifications()
    expect(list).toMatchObject({
      recordCount: 2,
      items: [
        {
          title: '新课程：第二门',
          body: '《第二门》已发布。',
          type: 'example.notice',
          group: 'course',
          link: '/course/2',
          actor: { id: zhou.id, name: '周敏' },
          at: platform.now,
          readAt: null,
          repeats: 1,
        },
        { title: '新课程：第一门', link: null, actor: null },
      ],
    })
  })

  it('is in the language of the reader', async () => {
    await tell()
    const list = await calls(lin).listNotifications({}, { headers: { 'accept-language': 'en' } })
    expect(list.items[0]).toMatchObject({ title: 'New course: 信息安全入门' })
  })

  it('[SYSTEM-208] counts unread notifications, in all and by group', async () => {
    const first = await tell()
    await tell()
    await tell({ type: 'example.mandatory' })
    expect(await calls(lin).unreadCount()).toEqual({
      total: 3,
      groups: [
        { group: 'account', label: { cn: '账号安全', en: 'Account' }, count: 1 },
        { group: 'course', label: { cn: '课程学习', en: 'Courses' }, count: 2 },
      ],
    })
    expect(await calls(lin).readNotifications({ body: { ids: [first as string] } })).toMatchObject({ total: 2 })
    expect((await calls(lin).listNotifications({ query: { state: 'unread' } })).recordCount).toBe(2)
    expect((await calls(lin).listNotifications({ query: { state: 'read' } })).items[0]?.id).toBe(first)
    expect((await calls(lin).listNotifications({ query: { group: 'account' } })).recordCount).toBe(1)
    expect(await calls(lin).readAllNotifications({ body: { group: 'course' } })).toMatchObject({ total: 1 })
    expect(await calls(lin).readAllNotifications({ body: {} })).toEqual({ total: 0, groups: [] })
  })

  it('deletes a notification for its member only', async () => {
    const id = (await tell()) as string
    expect(await refusal(calls(zhou).deleteNotification({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await calls(zhou).readNotifications({ body: { ids: [id] } })).toMatchObject({ total: 0 })
    expect(await calls(lin).unreadCount()).toMatchObject({ total: 1 })
    await calls(lin).deleteNotification({ params: { id } })
    expect(await titles(lin)).toEqual([])
  })

  it('shows a repetition as one row with a count, until it has been read', async () => {
    await tell({ collapseKey: 'course:1', variables: { course: '旧名' }, now: platform.now - 2000 })
    await tell({ collapseKey: 'course:1', variables: { course: '新名' }, now: platform.now - 1000 })
    const once = await calls(lin).listNotifications()
    expect(once).toMatchObject({ recordCount: 1, items: [{ title: '新课程：新名', repeats: 2 }] })
    await calls(lin).readAllNotifications({ body: {} })
    await tell({ collapseKey: 'course:1' })
    expect(await calls(lin).listNotifications()).toMatchObject({ recordCount: 2, items: [{ repeats: 1 }, {}] })
  })

  it('skips the actor, disabled members, and members of another company', async () => {
    const elsewhere = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '别家') })
    const left = await buildMember(platform.db, { companyId })
    await sql`update identity.member set enabled = false where id = ${left.id}`.execute(platform.root)
    await tell({ recipients: [lin.id, zhou.id, left.id, elsewhere.id], actorId: zhou.id })
    const { rows } = await sql<{ member_id: string }>`
      select member_id from messages.notification where company_id = ${companyId}`.execute(platform.root)
    expect(rows.map((row) => row.member_id)).toEqual([lin.id])
  })

  it('has no notification of a transaction that was rolled back', async () => {
    const failing = platform.root.transaction().execute(async (transaction) => {
      await sendExample(transaction as never, { companyId, recipients: [lin.id] })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await titles(lin)).toEqual([])
  })

  it('takes recipients from a statement', async () => {
    const recipients = { sql: sql`(select id from identity.member where company_id = ${companyId})` }
    await tell({ recipients })
    expect([await titles(lin), await titles(zhou)].flat()).toHaveLength(2)
  })

  it('survives two writers at once', async () => {
    const tellBoth = (recipients: string[], course: string) =>
      platform.root.transaction().execute((db) =>
        sendExample(db as never, {
          companyId,
          recipients,
          collapseKey: 'same',
          variables: { course },
          now: platform.now,
        }),
      )
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        tellBoth(index % 2 === 0 ? [lin.id, zhou.id] : [zhou.id, lin.id], `第 ${index} 次`),
      ),
    )
    for (const member of [lin, zhou])
      expect(await calls(member).listNotifications()).toMatchObject({ recordCount: 1, items: [{ repeats: 12 }] })
  })

  it('refuses an unregistered type', async () => {
    await expect(tell({ type: 'no.such' })).rejects.toThrow('no module has registered')
  })
})

describe('texts', () => {
  it('never read the value of a variable as a template', async () => {
    await tell({ variables: { course: '{at} {course} {constructor} $&' } })
    expect(await titles(lin)).toEqual(['新课程：{at} {course} {constructor} $&'])
  })

  it('have no line breaks in a title, even from a variable', async () => {
    await tell({ variables: { course: 'A\r\nBcc: all@yunfan.example\u0000\u2028B' } })
    expect(await titles(lin)).toEqual(['新课程：A Bcc: all@yunfan.example B'])
  })

  it('show times in the time zone of the company', async () => {
    const at = Date.UTC(2026, 10, 21, 2, 30)
    await tell({ texts: { title: '{at}' }, variables: { at: { instant: at } } })
    expect((await titles(lin))[0]).toMatch(/2026.*11.*21.*10:30/)
  })

  it('[SYSTEM-207] can be written by a person, and their variables are filled too', async () => {
    await tell({
      texts: { title: '请看{course}', body: '{course}、{nothing}' },
      variables: { course: '安全', other: 'x' },
    })
    expect((await calls(lin).listNotifications()).items[0]).toMatchObject({ title: '请看安全', body: '安全、' })
  })
})

describe('a large audience', () => {
  it('is notified by a job, every member once, including organizations below', async () => {
    const branch = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const below = await buildMember(platform.db, { companyId, organizationId: branch })
    await tell({ recipients: { organizationIds: [branch] } })
    expect(await titles(below)).toEqual([])
    await platform.runJobs()
    expect([await titles(below), await titles(lin)]).toEqual([['新课程：信息安全入门'], []])
    await tell({ recipients: { everybody: true }, actorId: lin.id })
    await platform.runJobs()
    expect([await titles(below), await titles(lin), await titles(zhou)].map((list) => list.length)).toEqual([2, 0, 1])
  })

  it('receives an announcement within the grant of the sender', async () => {
    const branch = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const local = await buildMember(platform.db, { companyId, organizationId: branch, roles: ['admin'] })
    const body = { title: '国庆放假', content: '10 月 1 日起放假。{name}', organizationIds: [companyId] }
    expect(await refusal(calls(local).announce({ body }))).toMatchObject({ status: 403, errorCode: 10138 })
    await calls(chief).announce({ body })
    await platform.runJobs()
    expect((await calls(lin).listNotifications()).items[0]).toMatchObject({
      title: '国庆放假',
      type: 'system.announcement',
      actor: { id: chief.id },
    })
    await calls(local).announce({ body: { ...body, organizationIds: [branch] } })
    const unknown = { ...body, organizationIds: [lin.id] }
    expect(await refusal(calls(chief).announce({ body: unknown }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('reminders', () => {
  const remind = (input: Partial<Parameters<typeof remindAt>[1]> = {}) =>
    remindAt(platform.db, {
      companyId,
      key: 'course:1:deadline',
      at: platform.now + 60_000,
      type: exampleType.code,
      recipients: [lin.id],
      variables: { course: '信息安全入门' },
      now: platform.now,
      ...input,
    })
  const run = () =>
    platform.root
      .transaction()
      .execute((db) => remindJob.run(db as never, {}, { outside: platform.outside, now: platform.now }))

  it('are sent once at their time, even if the process is killed', async () => {
    await remind()
    await run()
    expect(await titles(lin)).toEqual([])
    platform.now += 61_000
    const killed = platform.root.transaction().execute(async (db) => {
      await remindJob.run(db as never, {}, { outside: platform.outside, now: platform.now })
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await titles(lin)).toEqual([])
    await run()
    await run()
    expect(await titles(lin)).toEqual(['新课程：信息安全入门'])
  })

  it('are replaced by a reminder with the same key, and can be canceled', async () => {
    await remind({ variables: { course: '旧' } })
    await remind({ variables: { course: '新' }, at: platform.now + 120_000 })
    await remind({ key: 'course:2:deadline' })
    await cancelReminder(platform.db, companyId, 'course:2:deadline')
    platform.now += 61_000
    await run()
    expect(await titles(lin)).toEqual([])
    platform.now += 61_000
    await run()
    expect(await titles(lin)).toEqual(['新课程：新'])
  })
})
