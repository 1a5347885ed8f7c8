/** Lists of bookings: the own ones, those of managed rooms, and the calendar of rooms. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql, getTimeZone } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { type Booking, type RoomSchedule, scheduleDaysMax } from '../contract/bookings.ts'
import type { classrooms } from '../contract.ts'
import type { ClassroomsDb } from './db.ts'
import { managesSql } from './room-policy.ts'
import { bookableSql, roomSql } from './rooms.ts'
import { openTimesSql } from './times.ts'

const dayMs = 86_400_000

interface BookingRow extends Omit<Booking, 'possible'> {
  readonly isManaged: boolean
}

const bookingSql = (caller: Caller): RawBuilder<unknown> => sql`b.id, b.series_id as "seriesId",
  (select count(*)::int from classrooms.booking s where s.series_id = b.series_id
    and s.state in ('pending', 'booked')) as "seriesCount",
  json_build_object('id', r.id, 'name', r.name, 'building', r.building) as room, b.title, b.attendees, b.note,
  b.starts_at as "from", b.ends_at as "to", b.state, b.is_in_approval as "isInApproval", b.ref_id is not null as "isLinked",
  case when p.id is not null then json_build_object('id', p.id, 'fullName', p.full_name, 'avatarPath', p.avatar_path) end
    as member,
  b.reason, (select d.full_name from ${directorySql(caller.companyId)} d where d.id = b.decided_by) as "decidedBy", b.revision,
  b.member_id = ${caller.memberId} as "isOwn", ${managesSql(caller)} as "isManaged"`

/** Bookings `b` of rooms `r` by members `p`. */
const fromSql = (caller: Caller): RawBuilder<unknown> => sql`from classrooms.booking b
  join classrooms.room r on r.id = b.room_id left join ${directorySql(caller.companyId)} p on p.id = b.member_id
  where b.company_id = ${caller.companyId}`

const searchedSql = (search: string | undefined) =>
  containsWordsSql(sql`(b.title || ' ' || r.building || ' ' || r.name || ' ' || coalesce(p.full_name, ''))`, search)

/** The same as the calls allow: `booking.ts`, `reviewing.ts`. */
function bookingOf({ isManaged, ...row }: BookingRow, now: number): Booking {
  const { state, isOwn, isLinked, isInApproval, to } = row
  const isAlive = !isLinked && to > now && (state === 'pending' || state === 'booked')
  const isWithApprovers = isInApproval && state === 'pending'
  const mayDecide = isAlive && state === 'pending' && !isInApproval && isManaged && !isOwn
  const possible = [
    isAlive && !isWithApprovers && ('change' as const),
    isAlive && (isOwn || !isWithApprovers) && ('cancel' as const),
    mayDecide && ('decide' as const),
  ]
  return { ...row, possible: possible.filter((one) => one !== false) }
}

type OwnQuery = Input<typeof classrooms.ownBookings>['query']

export async function listOwnBookings(
  db: ClassroomsDb,
  caller: Caller,
  { when, search, ...paging }: OwnQuery,
  now: number,
) {
  const isComing = when !== 'over'
  const matching = sql`${fromSql(caller)} and b.member_id = ${caller.memberId}
    and ${isComing ? sql`b.ends_at > ${now}` : sql`b.ends_at <= ${now}`} and ${searchedSql(search)}`
  const order = isComing ? sql`b.starts_at, b.id` : sql`b.starts_at desc, b.id desc`
  const { items, recordCount } = await sqlPage<BookingRow>(db, paging, {
    matching,
    rows: (window) => sql<BookingRow>`select ${bookingSql(caller)} ${matching} order by ${order} ${window}`,
  })
  const { rows } = await sql`
    select from classrooms.room r where r.company_id = ${caller.companyId} and ${managesSql(caller)} limit 1`.execute(
    db,
  )
  return { items: items.map((row) => bookingOf(row, now)), recordCount, isRoomManager: rows.length > 0 }
}

interface ManagedFilter {
  readonly roomId?: string | undefined
  readonly state?: Booking['state'] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly search?: string | undefined
}

/** The bookings of the rooms that the caller manages, as `from … where …`. */
export const managedSql = (caller: Caller, { roomId, state, from, to, search }: ManagedFilter): RawBuilder<unknown> =>
  sql`${fromSql(caller)} and ${managesSql(caller)} and ${searchedSql(search)}
    and ${roomId === undefined ? sql`true` : sql`b.room_id = ${roomId}`}
    and ${state === undefined ? sql`true` : sql`b.state = ${state}`}
    and ${from === undefined ? sql`true` : sql`b.ends_at > ${from}`}
    and ${to === undefined ? sql`true` : sql`b.starts_at < ${to}`}`

export async function listManagedBookings(
  db: ClassroomsDb,
  caller: Caller,
  { roomId, state, from, to, search, ...paging }: Input<typeof classrooms.managedBookings>['query'],
  now: number,
) {
  const matching = managedSql(caller, { roomId, state, from, to, search })
  const { items, recordCount } = await sqlPage<BookingRow>(db, paging, {
    matching,
    rows: (window) => sql<BookingRow>`select ${bookingSql(caller)} ${matching} order by b.starts_at, b.id ${window}`,
  })
  return { items: items.map((row) => bookingOf(row, now)), recordCount }
}

export async function getBooking(db: ClassroomsDb, caller: Caller, id: string, now: number): Promise<Booking> {
  const { rows } = await sql<BookingRow>`
    select ${bookingSql(caller)} ${fromSql(caller)} and b.id = ${id}
      and (b.member_id = ${caller.memberId} or ${managesSql(caller)})`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return bookingOf(rows[0], now)
}

/** What is booked in room `r` in a window, as JSON. Whoever may book the room sees who has booked it, and what for. */
const busySql = (caller: Caller, { from, to }: { readonly from: number; readonly to: number }) => sql`
  coalesce((select json_agg(json_build_object('id', b.id, 'from', b.starts_at, 'to', b.ends_at, 'title', b.title,
      'by', p.full_name, 'isPending', b.state = 'pending',
      'isOpen', b.member_id = ${caller.memberId} or ${managesSql(caller)}) order by b.starts_at)
    from classrooms.booking b left join ${directorySql(caller.companyId)} p on p.id = b.member_id
    where b.room_id = r.id and b.state in ('pending', 'booked')
      and int8range(b.starts_at, b.ends_at) && int8range(${from}::bigint, ${to}::bigint)), '[]')`

type ScheduleRow = RoomSchedule['room'] & Omit<RoomSchedule, 'room'>

export async function listSchedule(
  db: ClassroomsDb,
  caller: Caller,
  { from, to, roomId, search, seats, ...paging }: Input<typeof classrooms.schedule>['query'],
) {
  if (to <= from || to - from > scheduleDaysMax * dayMs)
    throw refuse(INVALID_INPUT, { fields: [{ path: 'to', rule: 'order', message: 'is not within two weeks of from' }] })
  const zone = await getTimeZone(db, caller.companyId)
  const matching = bookableSql(caller, { roomId, search, seats })
  const { items, recordCount } = await sqlPage<ScheduleRow>(db, paging, {
    matching,
    rows: (window) => sql<ScheduleRow>`
      select ${roomSql}, ${openTimesSql({ from, to }, zone)} as open, ${busySql(caller, { from, to })} as busy
      ${matching} order by r.building, r.name, r.id ${window}`,
  })
  return { items: items.map(({ open, busy, ...room }) => ({ room, open, busy })), recordCount }
}
