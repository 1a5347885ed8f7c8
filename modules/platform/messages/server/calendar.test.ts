import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import nodeIcal from 'node-ical'
import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#kit/contract.ts'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModule } from '#server/module.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { messages } from '../contract.ts'
import { type CalendarEntry, calendarSource } from './calendar.ts'
import { calendarText, foldLine } from './ical.ts'
import { buildTodo, modulesWithExamples, reportKind } from './messages.fixture.ts'
import { closeTodo } from './todos.ts'

const hour = 3_600_000
const day = 24 * hour
let entries: CalendarEntry[] = []
const asked: object[] = []
const source = serverModule({
  name: 'calendar-examples',
  contract: contract({}),
  routes: {},
  extensions: [
    calendarSource({
      async entries(_db, window) {
        asked.push(window)
        return entries
      },
    }),
  ],
})
const platform = testPlatform({
  modules: [...modulesWithExamples, source],
  environment: { PUBLIC_URL: 'https://learn.example.com' },
})
let companyId: string
let lin: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  lin = await buildMember(platform.db, { companyId })
  entries = []
})

const calls = (member: BuiltMember) => platform.client(messages, member)

async function read(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
  return platform.app.inject({ url: url.replace('https://learn.example.com', ''), headers })
}

/** The same events, as two other programs read them. */
function readTwice(text: string) {
  const component = new ICAL.Component(ICAL.parse(text))
  const first = component.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one)
    return {
      uid: event.uid,
      title: event.summary,
      start: event.startDate.toJSDate().getTime(),
      end: event.endDate.toJSDate().getTime(),
      allDay: event.startDate.isDate,
      place: event.location ?? '',
      description: event.description ?? '',
    }
  })
  const second = Object.values(nodeIcal.sync.parseICS(text)).flatMap((one) =>
    one?.type === 'VEVENT'
      ? [
          {
            uid: one.uid,
            title: String(one.summary),
            start: one.start.getTime(),
            end: one.end?.getTime(),
            allDay: one.datetype === 'date',
            place: one.location ?? '',
            description: one.description ?? '',
          },
        ]
      : [],
  )
  return { first, second }
}

describe('the calendar feed', () => {
  const at = Date.UTC(2026, 10, 23, 6, 30)
  const lesson: CalendarEntry = {
    id: 'live:1',
    title: { cn: '直播：信息安全；第一讲, "开场"\\学习', en: 'Live: information security; part 1' },
    description: { cn: '第一行\n第二行，很长'.repeat(20), en: 'First line\nsecond line' },
    startsAt: at,
    endsAt: at + hour,
    place: '一号会议室；三楼',
    link: '/live/1',
    changedAt: at - day,
  }

  it('reads the same in two other programs, in the language of the member who created the address', async () => {
    entries = [
      lesson,
      { id: 'class:1', title: { cn: '集训', en: 'Camp' }, startsAt: at, endsAt: at + day, allDay: true },
    ]
    await buildTodo(platform.db, { companyId, memberIds: [lin.id], businessId: 'a', dueAt: platform.now + day })
    const { url } = await calls(lin).makeCalendarFeed({ body: {} })
    expect(url).toMatch(/^https:\/\/learn\.example\.com\/api\/v1\/system\/calendar\/[\w-]{32}\/shuyuan\.ics$/)
    const answer = await read(url)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8' })
    const { first, second } = readTwice(answer.body)
    expect(first).toEqual(
      expect.arrayContaining([
        {
          uid: 'live:1@learn.example.com',
          title: lesson.title.cn,
          start: at,
          end: at + hour,
          allDay: false,
          place: lesson.place,
          description: lesson.description?.cn,
        },
        expect.objectContaining({ uid: 'class:1@learn.example.com', title: '集训', allDay: true }),
        expect.objectContaining({ title: '待办截止：新员工训练营', start: platform.now + day - (platform.now % 1000) }),
      ]),
    )
    expect(second.map(({ uid, title, start, place }) => ({ uid, title, start, place }))).toEqual(
      first.map(({ uid, title, start, place }) => ({ uid, title, start, place })),
    )
    expect(answer.body).toContain('DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261125\r\n')
    expect(asked.at(-1)).toMatchObject({ companyId, memberId: lin.id })
    const english = await calls(lin).makeCalendarFeed({ body: {} }, { headers: { 'accept-language': 'en' } })
    expect((await read(english.url)).body).toContain('SUMMARY:Live: information security\\; part 1')
  })

  it('is sent again only after a change', async () => {
    entries = [lesson]
    const { url } = await calls(lin).makeCalendarFeed({ body: {} })
    const { etag } = (await read(url)).headers
    const known = await read(url, { 'if-none-match': `W/"other", ${etag}` })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    entries = [{ ...lesson, startsAt: at + hour, endsAt: at + 2 * hour }]
    expect((await read(url, { 'if-none-match': String(etag) })).statusCode).toBe(200)
  })

  it('ends when its address is replaced or revoked, or its member is disabled', async () => {
    expect(await calls(lin).calendarFeed()).toEqual({ active: false, createdAt: null, lastReadAt: null })
    const old = await calls(lin).makeCalendarFeed({ body: {} })
    const { url } = await calls(lin).makeCalendarFeed({ body: {} })
    expect((await read(old.url)).json()).toMatchObject({ errorCode: 900005 })
    expect((await read(url)).statusCode).toBe(200)
    expect(await calls(lin).calendarFeed()).toEqual({
      active: true,
      createdAt: platform.now,
      lastReadAt: platform.now,
    })
    await sql`update identity.member set enabled = false where id = ${lin.id}`.execute(platform.root)
    expect((await read(url)).json()).toMatchObject({ errorCode: 900005 })
    await sql`update identity.member set enabled = true where id = ${lin.id}`.execute(platform.root)
    await calls(lin).revokeCalendarFeed()
    expect((await read(url)).json()).toMatchObject({ errorCode: 900005 })
    const { rows } = await sql<{ text: string }>`select f::text as text from messages.calendar_feed f`.execute(
      platform.root,
    )
    expect(rows.some((row) => row.text.includes(url.split('/').at(-2) as string))).toBe(false)
  })

  it('shows the same entries on the screen, for at most two months', async () => {
    entries = [lesson]
    const { items } = await calls(lin).calendar({ query: { from: at - day, to: at + day } })
    expect(items).toEqual([
      {
        id: 'live:1',
        title: lesson.title.cn,
        startsAt: at,
        endsAt: at + hour,
        allDay: false,
        link: '/live/1',
        place: lesson.place,
      },
    ])
    entries = []
    const todo = { companyId, memberIds: [lin.id], businessId: companyId, title: '班级总结', dueAt: at + hour }
    await buildTodo(platform.db, todo)
    const window = { query: { from: at - day, to: at + day } }
    expect((await calls(lin).calendar(window)).items).toMatchObject([
      { title: '待办截止：班级总结', startsAt: at + hour },
    ])
    await closeTodo(platform.db, { companyId, kind: reportKind.kind, businessId: companyId, now: platform.now })
    expect((await calls(lin).calendar(window)).items).toEqual([])
    const tooLong = calls(lin).calendar({ query: { from: at, to: at + 70 * day } })
    expect(await refusal(tooLong)).toMatchObject({ errorCode: 900001 })
  })
})

describe('a calendar’s text', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 200 })

  it('reads the same in another program, with any characters in it', () => {
    const property = fc.property(texts, texts, texts, (title, description, place) => {
      const event = { uid: 'a@b', title, description, place, startsAt: 0, changedAt: 0 }
      const text = calendarText({ name: '日历', timeZone: defaultTimeZone, events: [event] })
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const [read] = readTwice(text).first
      const plain = (text: string) =>
        // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5545 allows none, so they are left out.
        text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      expect(read).toMatchObject({ title: plain(title), description: plain(description), place: plain(place) })
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('never gains a line from what somebody wrote', () => {
    const title = 'A\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:B'
    const text = calendarText({
      name: 'n',
      timeZone: defaultTimeZone,
      events: [{ uid: 'a@b', title, startsAt: 0, changedAt: 0, url: 'https://a.example/#/x\r\nATTENDEE:b' }],
    })
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    expect(text).not.toMatch(/^ATTENDEE/m)
  })

  it('folds long lines between characters', () => {
    const line = `SUMMARY:${'学'.repeat(60)}`
    const parts = foldLine(line).split('\r\n ')
    expect(parts.join('')).toBe(line)
    expect(parts.every((part, index) => Buffer.byteLength(part) <= (index === 0 ? 75 : 74))).toBe(true)
  })
})
