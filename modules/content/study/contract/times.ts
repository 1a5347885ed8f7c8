/** Calls about study time. */
import { Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { Id, Instant, OneOf, Page, PageQuery } from '#kit/schema.ts'

/** `2026-11-21`, of the company's zone. */
const Day = Type.String({ pattern: '^(19|20)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
const bounds = { from: Type.Optional(Day), to: Type.Optional(Day) }

const StudyTime = Type.Object({
  day: Day,
  businessType: Type.Integer(),
  label: Type.String(),
  businessId: Id,
  name: Type.String(),
  link: Type.String(),
  /** 1 PC, 2 app. */
  clientType: OneOf([1, 2]),
  milliseconds: Type.Integer(),
  /** Whole minutes; 30 s round up (COURSE-060). */
  studyTime: Type.Integer(),
  /** When it was last studied on that day. */
  createTime: Instant,
})

export const timeCalls = {
  studyTimes: {
    method: 'GET',
    path: '/course-study/learning-center/study-time',
    summary: "The caller's study time by day, item and client, newest first, with its sum",
    access: 'signed-in',
    query: PageQuery(bounds),
    response: Type.Object({
      ...Page(StudyTime).properties,
      totalMilliseconds: Type.Integer(),
      totalMinutes: Type.Integer(),
    }),
    cacheSeconds: 0,
  },
  studyCalendar: {
    method: 'GET',
    path: '/course-study/learning-center/study-calendar',
    summary: 'How long the caller studied on each day of the last year; days without study are left out',
    access: 'signed-in',
    response: Type.Object({
      today: Day,
      first: Day,
      days: Type.Array(Type.Object({ day: Day, milliseconds: Type.Integer() })),
      currentStreakDays: Type.Integer(),
      longestStreakDays: Type.Integer(),
    }),
    cacheSeconds: 0,
  },
  exportStudyTimes: {
    method: 'GET',
    path: '/course-study/learning-center/study-time/export',
    summary: "The caller's study time as a spreadsheet, in their language",
    access: 'signed-in',
    query: Type.Object({ ...bounds, format: Type.Optional({ ...OneOf(['xlsx', 'csv']), default: 'xlsx' }) }),
    response: Type.Unknown(),
    kind: 'stream',
  },
} as const satisfies Contract
