/** Study time: what a member has studied on which day, of every kind, and the calendar of it. */

import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { instantText, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { minutesOf } from './center.ts'
import { studyTables } from './db.ts'
import { studyKind } from './kinds.ts'
import type { StudyTimeRequest, StudyTimeRow } from './time-reports.ts'

interface Bounds {
  readonly from?: string
  readonly to?: string
}

/** A day that is in no calendar is refused: 31 February has the form of a day. */
function dayOf(path: 'from' | 'to', day: string | undefined): string | null {
  if (day === undefined) return null
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    throw refuse(INVALID_INPUT, { fields: [{ path, rule: 'date', message: 'must be a day' }] })
  return day
}

function requestOf({ companyId, memberId }: Caller, { from, to }: Bounds): StudyTimeRequest {
  return { companyId, memberId, fromDay: dayOf('from', from), toDay: dayOf('to', to) }
}

/** The rows of all kinds together, the newest first. */
async function timesOf(db: Connection, request: StudyTimeRequest, limit: number, language: Language) {
  const rows: (StudyTimeRow & { businessType: number; label: string })[] = []
  let [recordCount, milliseconds] = [0, 0]
  for (const { businessType, label, times } of studyKind.all()) {
    if (!times) continue
    const found = await times(db, request, limit)
    recordCount += found.recordCount
    milliseconds += found.milliseconds
    rows.push(...found.rows.map((row) => ({ ...row, businessType, label: label[language] })))
  }
  rows.sort((one, other) => other.lastAt - one.lastAt || (one.businessId < other.businessId ? -1 : 1))
  return { recordCount, milliseconds, rows: rows.slice(0, limit) }
}

export async function listStudyTimes(
  db: Connection,
  caller: Caller,
  query: Bounds & { page?: number; pageSize?: number },
  language: Language,
) {
  const { limit, offset } = pageWindow(query)
  const found = await timesOf(db, requestOf(caller, query), offset + limit, language)
  return {
    recordCount: found.recordCount,
    totalMilliseconds: found.milliseconds,
    totalMinutes: minutesOf(found.milliseconds / 1000),
    items: found.rows.slice(offset).map(({ milliseconds, lastAt, ...row }) => ({
      ...row,
      milliseconds,
      studyTime: minutesOf(milliseconds / 1000),
      createTime: lastAt,
    })),
  }
}

/** A year and what is missing to whole weeks. */
const calendarDays = 371

interface Today {
  readonly today: string
  readonly first: string
}

/** Whole days from one to the other. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** The runs of days without a gap: the one that reaches today or yesterday, and the longest. */
export function streaksOf(days: readonly string[], today: string): { current: number; longest: number } {
  let [run, longest, last] = [0, 0, '']
  for (const day of days) {
    run = last !== '' && daysBetween(last, day) === 1 ? run + 1 : 1
    longest = Math.max(longest, run)
    last = day
  }
  return { current: last !== '' && daysBetween(last, today) <= 1 ? run : 0, longest }
}

/** On which days of the last year the caller studied, and how long. */
export async function studyCalendar(db: Connection, caller: Caller, now: number) {
  const { rows } = await sql<Today>`
    select d.today::text as today, (d.today - ${calendarDays - 1}::int)::text as first
    from (select (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(caller.companyId)})::date as today) d
  `.execute(studyTables(db))
  const { today, first } = rows[0] as Today
  const byDay = new Map<string, number>()
  for (const { days } of studyKind.all()) {
    const found = (await days?.(db, requestOf(caller, { from: first, to: today }))) ?? []
    for (const { day, milliseconds } of found) byDay.set(day, (byDay.get(day) ?? 0) + milliseconds)
  }
  const days = [...byDay].map(([day, milliseconds]) => ({ day, milliseconds })).sort((a, b) => (a.day < b.day ? -1 : 1))
  const { current, longest } = streaksOf(
    days.map(({ day }) => day),
    today,
  )
  return { today, first, days, currentStreakDays: current, longestStreakDays: longest }
}

const rowsMax = 20_000
/** The sheet's own texts; the clients are those of map `client-type`. */
const texts: Readonly<Record<Language, { name: string; headings: readonly string[]; clients: readonly string[] }>> = {
  cn: {
    name: '学习时长',
    headings: ['日期', '类型', '名称', '终端', '学习时长（分钟）', '学习时长（秒）', '最近学习'],
    clients: ['', 'PC', 'APP'],
  },
  en: {
    name: 'study-time',
    headings: ['Day', 'Kind', 'Name', 'Client', 'Study time (minutes)', 'Study time (seconds)', 'Last studied'],
    clients: ['', 'PC', 'App'],
  },
}

export async function exportStudyTimes(
  db: Connection,
  query: Bounds & { format?: 'xlsx' | 'csv' },
  { caller, language }: Context,
): Promise<StreamAnswer> {
  const textOf = await instantText(db, caller.companyId, 'minute')
  const { rows } = await timesOf(db, requestOf(caller, query), rowsMax, language)
  const { name, headings, clients } = texts[language]
  async function* lines(): AsyncGenerator<SheetRow> {
    yield headings
    for (const row of rows) {
      const seconds = row.milliseconds / 1000
      yield [
        ...[row.day, row.label, row.name, clients[row.clientType] ?? ''],
        ...[minutesOf(seconds), Math.round(seconds), textOf(row.lastAt)],
      ]
    }
  }
  return sheetAnswer(name, lines(), { format: query.format })
}
