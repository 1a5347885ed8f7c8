/** The bookings of a month as a spreadsheet, for those who manage the rooms. */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { getTimeZone, instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { BookingState } from '../contract/bookings.ts'
import type { classrooms } from '../contract.ts'
import { managedSql } from './bookings.ts'
import type { ClassroomsDb } from './db.ts'

interface Texts {
  readonly fileName: string
  readonly headings: readonly string[]
  readonly states: Readonly<Record<BookingState, string>>
}

const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    fileName: '教室预订',
    headings: [
      '楼宇',
      '教室',
      '开始时间',
      '结束时间',
      '小时',
      '预订事项',
      '预订人',
      '部门',
      '人数',
      '状态',
      '备注',
      '原因',
    ],
    states: { pending: '待处理', booked: '已预订', canceled: '已取消', refused: '未通过' },
  },
  en: {
    fileName: 'Room bookings',
    headings: [
      ...['Building', 'Room', 'From', 'To', 'Hours', 'Purpose', 'Booked by', 'Organization', 'People', 'State', 'Note'],
      'Reason',
    ],
    states: { pending: 'Waiting for approval', booked: 'Booked', canceled: 'Canceled', refused: 'Rejected' },
  },
}

interface Row {
  readonly building: string
  readonly room: string
  readonly from: number
  readonly to: number
  readonly title: string
  readonly by: string | null
  readonly organization: string | null
  readonly attendees: number | null
  readonly state: BookingState
  readonly note: string
  readonly reason: string
}

const hourMs = 3_600_000
/** No room has more bookings in a month than its minutes; rooms together have no more than a file takes. */
const rowsMax = 100_000

/** When a month of the company begins and ends. */
async function monthOf(db: ClassroomsDb, companyId: string, month: string) {
  const zone = await getTimeZone(db, companyId)
  const instant = (day: RawBuilder<unknown>) => sql`(extract(epoch from ${day} at time zone ${zone}) * 1000)::bigint`
  const first = sql`${`${month}-01`}::timestamp`
  const { rows } = await sql<{ from: number; to: number }>`
    select ${instant(first)} as "from", ${instant(sql`(${first} + interval '1 month')`)} as "to"`.execute(db)
  return rows[0] ?? { from: 0, to: 0 }
}

export async function exportBookings(
  db: ClassroomsDb,
  { month, roomId }: Input<typeof classrooms.exportBookings>['query'],
  { caller, language }: Context,
): Promise<StreamAnswer> {
  const window = await monthOf(db, caller.companyId, month)
  const { rows } = await sql<Row>`
    select r.building, r.name as room, b.starts_at as "from", b.ends_at as "to", b.title, p.full_name as by,
      p.organization_name as organization, b.attendees, b.state, b.note, b.reason
    ${managedSql(caller, { roomId, ...window })} order by r.building, r.name, b.starts_at, b.id limit ${rowsMax}`.execute(
    db,
  )
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const { fileName, headings, states } = texts[language]
  const lines = rows.map((row) => [
    ...[
      row.building,
      row.room,
      timeOf(row.from),
      timeOf(row.to),
      Math.round(((row.to - row.from) / hourMs) * 100) / 100,
    ],
    ...[row.title, row.by ?? '', row.organization ?? '', row.attendees ?? '', states[row.state], row.note, row.reason],
  ])
  return sheetAnswer(`${fileName}-${month}`, [[...headings], ...lines], { plainName: `room-bookings-${month}` })
}
