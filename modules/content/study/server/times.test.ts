import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { studyKind } from '#modules/content/study/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { StudyTimeRequest, StudyTimeRow } from './time-reports.ts'
import { streaksOf } from './times.ts'

/** Rows of a kind that keeps them in this test: of one member, a minute apart. */
function kindOf(businessType: number, label: { cn: string; en: string }, rows: () => readonly StudyTimeRow[]) {
  const matching = ({ memberId, fromDay, toDay }: StudyTimeRequest) =>
    memberId !== learner?.id
      ? []
      : rows().filter(({ day }) => (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay))
  const sum = (some: readonly StudyTimeRow[]) => some.reduce((total, { milliseconds }) => total + milliseconds, 0)
  return studyKind({
    ...{ businessType, label },
    items: async () => [],
    visible: async () => new Set<string>(),
    search: async () => [],
    states: async () => [],
    figures: async (_db, _companyId, memberIds) =>
      memberIds.map((memberId) => ({
        ...{ memberId, finishedCount: 0, studySeconds: Math.floor(sum(rows()) / 1000) },
      })),
    times: async (_db, request, limit) => {
      const found = matching(request)
      return { recordCount: found.length, milliseconds: sum(found), rows: found.slice(0, limit) }
    },
    days: async (_db, request) => matching(request).map(({ day, milliseconds }) => ({ day, milliseconds })),
  })
}

let learner: BuiltMember | undefined
let stranger: BuiltMember
const today = '2026-11-21'
const noon = Date.UTC(2026, 10, 21, 4)
const row = (name: string, daysAgo: number, milliseconds: number): StudyTimeRow => ({
  day: new Date(noon - daysAgo * 86_400_000).toISOString().slice(0, 10),
  ...{ businessId: uuid(), name, link: '/x', clientType: 1, milliseconds, lastAt: noon - daysAgo * 86_400_000 },
})
const classRows = [row('新员工训练营', 0, 89_500), row('=1+1', 1, 30_000), row('很久以前', 400, 60_000)]
const liveRows = [{ ...row('直播', 0, 29_999), clientType: 2 as const, lastAt: noon - 60_000 }, row('直播', 3, 500)]
/** Numbers of their own: classes and live sessions have their figures beside them. */
const fixture = {
  name: 'timed',
  contract: {},
  routes: {},
  extensions: [
    kindOf(9006, { cn: '培训班', en: 'Class' }, () => classRows),
    kindOf(9005, { cn: '直播', en: 'Live' }, () => liveRows),
  ],
}
const platform = testPlatform({ modules: [fixture, ...serverModules] })
const calls = () => platform.client(study, learner)

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  learner = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId })
  platform.now = noon
})

describe('study time', () => {
  it('[COURSE-060] stands in minutes by day, item and client, the newest first, page by page, with its sum', async () => {
    const first = await calls().studyTimes({ query: { pageSize: 2 } })
    expect(first).toMatchObject({ recordCount: 5, totalMilliseconds: 209_999, totalMinutes: 3 })
    expect(first.items).toMatchObject([
      { name: '新员工训练营', label: '培训班', day: today, clientType: 1, studyTime: 1, createTime: noon },
      { name: '直播', label: '直播', day: today, clientType: 2, studyTime: 0 },
    ])
    const second = await calls().studyTimes({ query: { page: 2, pageSize: 2 } })
    expect(second.items).toMatchObject([{ name: '=1+1', studyTime: 1 }, { milliseconds: 500 }])
    const last = await calls().studyTimes({ query: { page: 3, pageSize: 2 } })
    expect(last.items.map(({ name }) => name)).toEqual(['很久以前'])
  })

  it('[COURSE-017] adds up to the figure of the center, to the second', async () => {
    const { items, totalMilliseconds } = await calls().studyTimes({ query: { pageSize: 100 } })
    expect(items.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(totalMilliseconds)
    // Each kind counts its own whole seconds.
    const seconds = Math.floor(179_500 / 1000) + Math.floor(30_499 / 1000)
    expect(await calls().learningFigures()).toMatchObject({ studySeconds: seconds })
  })

  it('is that of some days where they are named; the days belong to it, and no others are taken', async () => {
    const some = await calls().studyTimes({ query: { from: '2026-11-20', to: today } })
    expect(some).toMatchObject({ recordCount: 3, totalMilliseconds: 149_499, totalMinutes: 2 })
    expect(await calls().studyTimes({ query: { from: today, to: '2026-11-20' } })).toMatchObject({ recordCount: 0 })
    for (const from of ['2026-02-30', '2026-13-01', '0000-01-01', '21.11.2026'])
      expect(await refusal(calls().studyTimes({ query: { from } }))).toMatchObject({ errorCode: 900001 })
    expect(await platform.client(study, stranger).studyTimes({ query: {} })).toMatchObject({
      ...{ recordCount: 0, totalMilliseconds: 0, items: [] },
    })
  })

  it('has a calendar of a year, and counts the days in a row', async () => {
    expect(await calls().studyCalendar()).toEqual({
      ...{ today, first: '2025-11-16', currentStreakDays: 2, longestStreakDays: 2 },
      days: [
        { day: '2026-11-18', milliseconds: 500 },
        { day: '2026-11-20', milliseconds: 30_000 },
        { day: today, milliseconds: 119_499 },
      ],
    })
  })

  it('a row of days holds until the day after, over months and years', () => {
    const days = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01']
    expect(streaksOf(days, '2026-03-02')).toEqual({ current: 2, longest: 3 })
    expect(streaksOf(days, '2026-03-03')).toEqual({ current: 0, longest: 3 })
    expect(streaksOf([], '2026-03-03')).toEqual({ current: 0, longest: 0 })
  })

  it('is handed out as a spreadsheet, in the language of who asks; nothing in it is a formula', async () => {
    const headers = { authorization: `Bearer ${learner?.token}`, 'accept-language': 'en' }
    const url = '/api/v1/course-study/learning-center/study-time/export'
    const csv = await platform.app.inject({ url: `${url}?format=csv&to=${today}&from=2026-11-20`, headers })
    expect(csv.headers['content-type']).toMatch(/csv/)
    const lines = csv.body.replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(lines[0]).toBe('Day,Kind,Name,Client,Study time (minutes),Study time (seconds),Last studied')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('2026-11-21,Class,新员工训练营,PC,1,90,2026-11-21 12:00')
    expect(lines[3]).not.toMatch(/,=1\+1/)
    const xlsx = await platform.app.inject({ url, headers: { authorization: headers.authorization } })
    expect(xlsx.headers['content-disposition']).toContain(encodeURIComponent('学习时长.xlsx'))
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})
