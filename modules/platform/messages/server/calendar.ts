/** The calendar of a member gathers the events and deadlines of all modules. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { messagesTables } from './db.ts'
import type { Bilingual } from './message-types.ts'

export interface CalendarEntry {
  /** A stable id: `course:{id}:deadline`. */
  readonly id: string
  readonly title: Bilingual
  /** Milliseconds; for `allDay`, an instant within the company's day. */
  readonly startsAt: number
  readonly endsAt?: number
  readonly allDay?: true
  /** Hash path of the shell without `#`. */
  readonly link?: string
  readonly place?: string
  readonly description?: Bilingual
  /** The time of the last change; the start of the entry if absent. */
  readonly changedAt?: number
}

export interface CalendarWindow {
  readonly companyId: string
  readonly memberId: string
  readonly from: number
  readonly to: number
}

export interface CalendarSource {
  /** Entries that start before `to` and end after `from`; at most 500. */
  entries(db: Connection, window: CalendarWindow): Promise<readonly CalendarEntry[]>
}

export const calendarSource = extensionPoint<CalendarSource>('messages.calendar')

const entriesPerSourceMax = 500

/** The entries of all modules for the member, in the order of time. A module needs about one statement. */
export async function gatherCalendar(connection: Connection, window: CalendarWindow): Promise<CalendarEntry[]> {
  const gathered: CalendarEntry[] = []
  for (const source of calendarSource.all()) {
    const entries = await source.entries(connection, window)
    gathered.push(...entries.slice(0, entriesPerSourceMax))
  }
  return gathered.sort((a, b) => a.startsAt - b.startsAt || a.id.localeCompare(b.id))
}

/** A to-do with a due date appears in the calendar on that date. */
export const todoCalendar: CalendarSource = {
  async entries(connection, { companyId, memberId, from, to }) {
    const { rows } = await sql<{ id: string; title: string; link: string; due_at: number; created_at: number }>`
      select id, title, link, due_at, created_at from messages.todo
      where member_id = ${memberId} and company_id = ${companyId} and closed_at is null
        and sort_at >= ${from} and sort_at < ${to}
      order by sort_at, created_at, id limit ${entriesPerSourceMax}`.execute(messagesTables(connection))
    return rows.map((row) => ({
      id: `todo:${row.id}`,
      title: { cn: `待办截止：${row.title}`, en: `Due: ${row.title}` },
      startsAt: row.due_at,
      link: row.link,
      changedAt: row.created_at,
    }))
  },
}
