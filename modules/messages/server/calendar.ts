/** What takes place or is due for a member: the modules say, the calendar gathers. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual } from './message-types.ts'

export interface CalendarEntry {
  /** Stays the same from reading to reading: `course:{id}:deadline`. */
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
  /** When it last changed. */
  readonly changedAt?: number
}

export interface CalendarWindow {
  readonly companyId: string
  readonly memberId: string
  readonly from: number
  readonly to: number
}

export interface CalendarSource {
  /** What begins before `to` and ends after `from`; at most 500 entries. */
  entries(db: Connection, window: CalendarWindow): Promise<readonly CalendarEntry[]>
}

export const calendarSource = extensionPoint<CalendarSource>('messages.calendar')
