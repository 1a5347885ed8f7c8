/** Rooms and bookings as those read them who change bookings. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { BookingState } from '../contract/bookings.ts'
import { BOOKING_STATE, TIME_OVER } from '../contract/codes.ts'
import type { ClassroomsDb } from './db.ts'
import { isForSql, managesSql } from './room-policy.ts'

export interface BookedRoom {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly name: string
  readonly seats: number
  readonly aheadDays: number
  readonly isReviewed: boolean
  readonly isEnabled: boolean
}

interface RoomOfCaller extends BookedRoom {
  /** The caller's organization may book it. */
  readonly isFor: boolean
  readonly isManaged: boolean
}

const roomSql = sql`r.id, r.company_id as "companyId", r.organization_id as "organizationId", r.name, r.seats,
  r.ahead_days as "aheadDays", r.is_reviewed as "isReviewed", r.is_enabled as "isEnabled"`

/** Locks the room: its bookings are made one after the other. The constraint `booking_overlap` keeps what this orders. */
export async function lockRoom(db: ClassroomsDb, companyId: string, id: string): Promise<BookedRoom> {
  const { rows } = await sql<BookedRoom>`
    select ${roomSql} from classrooms.room r where r.id = ${id} and r.company_id = ${companyId}
    for no key update`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** The same for a caller who books; a room that the caller may neither book nor manage does not exist for them. */
export async function lockRoomFor(db: ClassroomsDb, caller: Caller, id: string): Promise<RoomOfCaller> {
  const { rows } = await sql<RoomOfCaller>`
    select ${roomSql}, ${isForSql(caller)} as "isFor", ${managesSql(caller)} as "isManaged"
    from classrooms.room r where r.id = ${id} and r.company_id = ${caller.companyId}
    for no key update`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export interface BookingRecord {
  readonly id: string
  readonly roomId: string
  readonly roomName: string
  readonly seriesId: string
  readonly memberId: string
  readonly title: string
  readonly from: number
  readonly to: number
  readonly state: BookingState
  readonly isInApproval: boolean
  readonly isLinked: boolean
  readonly revision: number
  readonly isManaged: boolean
}

const recordSql = (caller: Caller): RawBuilder<BookingRecord> => sql`
  select b.id, b.room_id as "roomId", r.name as "roomName", b.series_id as "seriesId", b.member_id as "memberId", b.title,
    b.starts_at as "from", b.ends_at as "to", b.state, b.is_in_approval as "isInApproval", b.ref_id is not null as "isLinked",
    b.revision, ${managesSql(caller)} as "isManaged"
  from classrooms.booking b join classrooms.room r on r.id = b.room_id`

/** A booking of the caller, or one of a room that the caller manages. Another does not exist for them. */
export async function findBooking(
  db: ClassroomsDb,
  caller: Caller,
  id: string,
  { lock }: { readonly lock: boolean },
): Promise<BookingRecord> {
  const { rows } = await sql<BookingRecord>`
    ${recordSql(caller)} where b.id = ${id} and b.company_id = ${caller.companyId}
      and (b.member_id = ${caller.memberId} or ${managesSql(caller)})
    ${lock ? sql`for no key update of b` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** The booking and the later ones of its series that are alive and not over, locked. */
export async function lockSeries(db: ClassroomsDb, caller: Caller, from: BookingRecord): Promise<BookingRecord[]> {
  const { rows } = await sql<BookingRecord>`
    ${recordSql(caller)} where b.series_id = ${from.seriesId} and b.company_id = ${caller.companyId}
      and b.starts_at >= ${from.from} and b.state in ('pending', 'booked')
    order by b.starts_at, b.id for no key update of b`.execute(db)
  return rows
}

/** Refuses what is canceled, refused or over, and what another part of the platform has booked. */
export function assertAlive({ state, isLinked, to }: BookingRecord, now: number): void {
  if (isLinked || (state !== 'pending' && state !== 'booked')) throw refuse(BOOKING_STATE, { state })
  if (to <= now) throw refuse(TIME_OVER)
}
