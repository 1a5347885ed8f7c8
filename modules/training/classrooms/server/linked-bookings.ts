/**
 * Rooms for other parts of the platform, such as classes. What they book is named by their own kind and id; whether it is
 * allowed at that hour and to that person is theirs to decide. That two bookings never overlap holds for them as for everybody.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { ROOM_DISABLED, ROOM_TAKEN } from '../contract/codes.ts'
import { lockRoom } from './booking-record.ts'
import { classroomsTables } from './db.ts'
import { conflictsOf, type Time } from './times.ts'

export interface Ref {
  readonly companyId: string
  /** `class-activity` */
  readonly refKind: string
  readonly refId: string
}

export interface RoomRequest extends Ref, Time {
  readonly roomId: string
  readonly title: string
  readonly byMemberId: string
  readonly now: number
}

/** Books a room, and gives up what the same thing has booked before. Refuses with ROOM_TAKEN, and says who has the room then. */
export async function bookRoom(connection: Connection, request: RoomRequest): Promise<{ readonly id: string }> {
  const { companyId, refKind, refId, roomId, from, to, title, byMemberId, now } = request
  const db = classroomsTables(connection)
  const room = await lockRoom(db, companyId, roomId)
  if (!room.isEnabled) throw refuse(ROOM_DISABLED)
  await releaseRooms(connection, request)
  const conflicts = await conflictsOf(db, room, [{ from, to }], { zone: null })
  if (conflicts.length > 0) throw refuse(ROOM_TAKEN, { conflicts })
  const id = uuid()
  await db
    .insertInto('classrooms.booking')
    .values({
      ...{ id, room_id: roomId, company_id: companyId, series_id: id, member_id: byMemberId, title, attendees: null },
      ...{ starts_at: from, ends_at: to, state: 'booked', ref_kind: refKind, ref_id: refId, created_at: now },
    })
    .execute()
  return { id }
}

/** Gives up the rooms of a thing that is over, moved or deleted. */
export async function releaseRooms(connection: Connection, { companyId, refKind, refId }: Ref): Promise<void> {
  await classroomsTables(connection)
    .deleteFrom('classrooms.booking')
    .where('company_id', '=', companyId)
    .where('ref_kind', '=', refKind)
    .where('ref_id', '=', refId)
    .execute()
}

export interface FreeRoom {
  readonly id: string
  readonly name: string
  readonly building: string
  readonly seats: number
}

/** The rooms of a company that nobody has booked at a time, by building and name. */
export async function freeRooms(
  connection: Connection,
  { companyId, from, to, seats = 1 }: Time & { readonly companyId: string; readonly seats?: number },
): Promise<FreeRoom[]> {
  const { rows } = await sql<FreeRoom>`
    select r.id, r.name, r.building, r.seats from classrooms.room r
    where r.company_id = ${companyId} and r.is_enabled and r.seats >= ${seats} and not exists (
      select from classrooms.booking b where b.room_id = r.id and b.state in ('pending', 'booked')
        and int8range(b.starts_at, b.ends_at) && int8range(${from}::bigint, ${to}::bigint))
    order by r.building, r.name, r.id`.execute(classroomsTables(connection))
  return rows
}
