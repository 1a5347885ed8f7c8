/**
 * Rooms for other parts of the platform, such as classes. What they book is named by their own kind and id; whether it is
 * allowed at that hour and to that person is theirs to decide. That two bookings never overlap holds for them as for everybody.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { ROOM_DISABLED, ROOM_NOT_FOR_YOU, ROOM_TAKEN } from '../contract/codes.ts'
import { lockRoom } from './booking-record.ts'
import { classroomsTables } from './db.ts'
import { isForSql, managesSql } from './room-policy.ts'
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
  await releaseRooms(connection, { companyId, refKind, refId })
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

/** Gives up the rooms of a thing that is over, moved or deleted; with `from` only what lies after it. */
export async function releaseRooms(
  connection: Connection,
  { companyId, refKind, refId, from = 0 }: Ref & { readonly from?: number },
): Promise<void> {
  const db = classroomsTables(connection)
  const ofThing = sql`company_id = ${companyId} and ref_kind = ${refKind} and ref_id = ${refId}`
  await sql`delete from classrooms.booking where ${ofThing} and starts_at >= ${from}`.execute(db)
  await sql`update classrooms.booking set ends_at = ${from}
    where ${ofThing} and starts_at < ${from} and ends_at > ${from}`.execute(db)
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

/** Refuses rooms that the company does not have, and those that the caller may neither book nor manage. */
export async function assertRoomsFor(connection: Connection, caller: Caller, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ isFor: boolean }>`
    select (${isForSql(caller)} or ${managesSql(caller)}) as "isFor" from classrooms.room r
    where r.id = any(${[...new Set(ids)]}::uuid[]) and r.company_id = ${caller.companyId}`.execute(
    classroomsTables(connection),
  )
  if (rows.length < new Set(ids).size) throw refuse(NOT_FOUND)
  if (rows.some(({ isFor }) => !isFor)) throw refuse(ROOM_NOT_FOR_YOU)
}

/** How rooms are called, with their building, by id; unknown ones are absent. */
export async function roomNames(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, trim(r.building || ' ' || r.name) as name from classrooms.room r
    where r.id = any(${[...new Set(ids)]}::uuid[]) and r.company_id = ${companyId}`.execute(
    classroomsTables(connection),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface RoomConflict extends Time {
  readonly title: string
  readonly by: string
}

/** Who has a room at a time. `exceptRefId`: what is being planned, whose own booking stands against nothing. */
export async function roomConflicts(
  connection: Connection,
  {
    companyId,
    roomId,
    from,
    to,
    exceptRefId,
  }: Time & { readonly companyId: string; readonly roomId: string; readonly exceptRefId?: string | undefined },
): Promise<RoomConflict[]> {
  const { rows } = await sql<RoomConflict>`
    select b.title, b.starts_at as from, b.ends_at as to, coalesce(p.full_name, '') as by
    from classrooms.booking b left join ${directorySql(companyId)} p on p.id = b.member_id
    where b.room_id = ${roomId} and b.company_id = ${companyId} and b.state in ('pending', 'booked')
      and int8range(b.starts_at, b.ends_at) && int8range(${from}::bigint, ${to}::bigint)
      and b.ref_id is distinct from ${exceptRefId ?? null}::uuid
    order by b.starts_at limit 20`.execute(classroomsTables(connection))
  return rows
}
