/** The times at which lecturers teach. Others book them under a reference of their own: `class-activity` and its id. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Availability, Conflict } from '../contract/availability.ts'
import { NOT_A_LECTURER } from '../contract/codes.ts'
import { localPeriod, obstaclesOf } from './availability.ts'
import { announceBooking } from './booking-news.ts'
import { type LecturersDb, lecturersTables } from './db.ts'
import { activeSql } from './lecturer-sql.ts'

/** What is planned: its kind, and its id in the module that plans it. */
export interface BookingRef {
  readonly refKind: string
  readonly refId: string
}

/** Who plans, and when. Where it is given, lecturers with an account hear of what changes for them. */
interface Planning {
  readonly byMemberId?: string
  readonly now?: number
}

export interface LecturerBooking extends BookingRef, Planning {
  readonly companyId: string
  readonly lecturerIds: readonly string[]
  readonly from: number
  readonly to: number
  /** What is taught, in the teaching log. */
  readonly title: string
  /** The screen that shows it, as a path; left out: none. */
  readonly link?: string
}

interface Booked {
  readonly lecturerId: string
  readonly companyId: string
  readonly title: string
  readonly link: string
  readonly from: number
  readonly to: number
}

interface Candidate {
  readonly id: string
  readonly isActive: boolean
  /** What was booked under the reference; null: nothing. */
  readonly from: number | null
  readonly to: number | null
}

/** The lecturers to book. Whoever disables or deletes one of them waits until the booking stands. */
async function lockCandidates(db: LecturersDb, { companyId, refKind, refId }: LecturerBooking, ids: readonly string[]) {
  const { rows } = await sql<Candidate>`
    select l.id, ${activeSql(companyId)} as "isActive", b.starts_at as from, b.ends_at as to
    from lecturers.lecturer l
    left join lecturers.booking b on b.ref_kind = ${refKind} and b.ref_id = ${refId} and b.lecturer_id = l.id
    where l.id = any(${[...ids]}::uuid[]) and l.company_id = ${companyId} order by l.id for share of l`.execute(db)
  if (rows.length !== ids.length) throw refuse(NOT_FOUND)
  const away = rows.find(({ isActive, from }) => !isActive && from === null)
  if (away) throw refuse(NOT_A_LECTURER, { lecturerId: away.id })
  return rows
}

/** Takes the bookings of the reference away, but for those of these lecturers. */
async function release(
  db: LecturersDb,
  { refKind, refId }: BookingRef,
  kept: readonly string[],
  { byMemberId, now }: Planning,
): Promise<void> {
  const { rows } = await sql<Booked>`
    delete from lecturers.booking
    where ref_kind = ${refKind} and ref_id = ${refId} and lecturer_id <> all(${[...kept]}::uuid[])
    returning lecturer_id as "lecturerId", company_id as "companyId", title, link, starts_at as from, ends_at as to`.execute(
    db,
  )
  // All of one reference have the same title and time.
  const [first] = rows
  if (first === undefined || now === undefined) return
  const lecturerIds = rows.map(({ lecturerId }) => lecturerId)
  await announceBooking(db, { ...first, type: 'lecturer.released', lecturerIds, byMemberId, now })
}

/**
 * Books the lecturers for the time, in place of what was booked under the reference. Refuses unknown ids, and 60201 for a
 * disabled lecturer who was not booked before. Times that overlap are booked all the same: `busyLecturers` warns of them.
 */
export async function bookLecturers(connection: Connection, booking: LecturerBooking): Promise<void> {
  const db = lecturersTables(connection)
  const { companyId, refKind, refId, from, to, title, link = '', byMemberId, now } = booking
  const ids = [...new Set(booking.lecturerIds)]
  const candidates = await lockCandidates(db, booking, ids)
  await release(db, booking, ids, booking)
  await sql`
    insert into lecturers.booking (ref_kind, ref_id, lecturer_id, company_id, title, link, starts_at, ends_at)
    select ${refKind}, ${refId}, id, ${companyId}, ${title}, ${link}, ${from}, ${to} from unnest(${ids}::uuid[]) as id
    on conflict (ref_kind, ref_id, lecturer_id) do update set title = excluded.title, link = excluded.link,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(db)
  if (now === undefined) return
  const idsOf = (which: (one: Candidate) => boolean) => candidates.filter(which).map(({ id }) => id)
  const news = { companyId, title, link, from, to, byMemberId, now }
  const moved = idsOf((one) => one.from !== null && (one.from !== from || one.to !== to))
  await announceBooking(db, { ...news, type: 'lecturer.booked', lecturerIds: idsOf((one) => one.from === null) })
  await announceBooking(db, { ...news, type: 'lecturer.moved', lecturerIds: moved })
}

/** Frees the lecturers of what does not take place. The log loses it as well. */
export function releaseLecturers(connection: Connection, released: BookingRef & Planning): Promise<void> {
  return release(lecturersTables(connection), released, [], released)
}

/**
 * What stands against a time, by lecturer; who is free is absent. It warns, and the one who plans decides. `exceptRef`: what is
 * being planned, whose own booking stands against nothing.
 */
export async function busyLecturers(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
  from: number,
  to: number,
  exceptRef?: Pick<BookingRef, 'refId'>,
): Promise<Map<string, Conflict[]>> {
  if (ids.length === 0) return new Map()
  const db = lecturersTables(connection)
  const asked = [...new Set(ids)]
  const { rows: known } = await sql<{ id: string; availability: Availability }>`
    select l.id, l.availability from lecturers.lecturer l
    where l.id = any(${asked}::uuid[]) and l.company_id = ${companyId}`.execute(db)
  const { rows: booked } = await sql<{ lecturerId: string; title: string; from: number; until: number }>`
    select b.lecturer_id as "lecturerId", b.title, b.starts_at as from, b.ends_at as until from lecturers.booking b
    where b.lecturer_id = any(${asked}::uuid[]) and b.company_id = ${companyId} and b.starts_at < ${to} and b.ends_at > ${from}
      and b.ref_id is distinct from ${exceptRef?.refId ?? null}::uuid order by b.starts_at limit 200`.execute(db)
  const local = localPeriod({ from, until: to }, await getTimeZone(connection, companyId))
  const conflicts = known.map(({ id, availability }): [string, Conflict[]] => [
    id,
    [
      ...booked
        .filter(({ lecturerId }) => lecturerId === id)
        .map(({ lecturerId: _, ...booking }) => ({ kind: 'booked' as const, ...booking })),
      ...obstaclesOf(availability, local).map((kind) => ({ kind, title: '', from, until: to })),
    ],
  ])
  return new Map(conflicts.filter(([, found]) => found.length > 0))
}
