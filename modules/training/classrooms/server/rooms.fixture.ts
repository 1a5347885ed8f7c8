/** Rooms and bookings for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { BookingState } from '../contract/bookings.ts'
import { newRoom, type RoomInput } from '../contract/rooms.ts'
import { classroomsTables } from './db.ts'
import { columnsOf } from './room-columns.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 480, until: 1200 }))

export interface BuiltRoom extends Partial<RoomInput> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
}

/** Open every day from eight to eight, for twenty people, unless the input says otherwise. */
export async function buildRoom(connection: Connection, input: BuiltRoom): Promise<string> {
  const { id = uuid(), author, now, ...written } = input
  const { companyId, organizationId } = author
  const columns = columnsOf({ ...newRoom, name: `培训室 ${id.slice(-6)}`, organizationId, hours: everyDay, ...written })
  await classroomsTables(connection)
    .insertInto('classrooms.room')
    .values({ id, company_id: companyId, created_by: author.id, created_at: now, updated_at: now, ...columns })
    .execute()
  return id
}

export interface BuiltBooking {
  readonly id?: string
  readonly roomId: string
  readonly member: { readonly id: string; readonly companyId: string }
  readonly from: number
  readonly to: number
  readonly title?: string
  readonly attendees?: number
  readonly note?: string
  /** Booked where it is left out. */
  readonly state?: BookingState
  readonly reason?: string
  /** Decided when it was booked; left out: by nobody. */
  readonly decidedBy?: string
  readonly seriesId?: string
  readonly now: number
}

export async function buildBooking(connection: Connection, input: BuiltBooking): Promise<string> {
  const { id = uuid(), roomId, member, from, to, title = '部门例会', attendees = null, note = '' } = input
  const { state = 'booked', seriesId = id, reason = '', decidedBy = null, now } = input
  await classroomsTables(connection)
    .insertInto('classrooms.booking')
    .values({
      ...{ id, room_id: roomId, company_id: member.companyId, series_id: seriesId, member_id: member.id },
      ...{ title, attendees, note, starts_at: from, ends_at: to, state, created_at: now },
      ...{ reason, decided_by: decidedBy, decided_at: decidedBy === null ? null : now },
    })
    .execute()
  return id
}
