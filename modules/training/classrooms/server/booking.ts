/** Members book rooms, move their bookings, and give them up. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { withdraw } from '#modules/platform/approvals/server.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Conflict } from '../contract/bookings.ts'
import {
  BOOKING_CHANGED,
  BOOKING_REASON_NEEDED,
  BOOKING_STATE,
  ROOM_CLOSED,
  ROOM_DISABLED,
  ROOM_NOT_FOR_YOU,
  ROOM_TAKEN,
  TIME_OVER,
  TOO_FAR_AHEAD,
  TOO_MANY_PEOPLE,
} from '../contract/codes.ts'
import { bookingApproval, type classrooms } from '../contract.ts'
import { assertAlive, type BookingRecord, findBooking, lockRoomFor, lockSeries } from './booking-record.ts'
import type { ClassroomsDb } from './db.ts'
import { announce } from './news.ts'
import { type Booker, requestDecision, reviewOf } from './requests.ts'
import { assertTime, conflictsOf, repeatedTimes, type Time } from './times.ts'

const dayMs = 86_400_000

interface Written extends Time {
  readonly title: string
  readonly attendees: number | null
  readonly note: string
}

/** Everything but the times: whether the caller may book the room at all, for so many, and so early. */
function assertBookable(
  room: Awaited<ReturnType<typeof lockRoomFor>>,
  { attendees }: Written,
  times: readonly Time[],
  now: number,
): void {
  if (!room.isFor && !room.isManaged) throw refuse(ROOM_NOT_FOR_YOU)
  if (!room.isEnabled) throw refuse(ROOM_DISABLED)
  if ((attendees ?? 1) > room.seats) throw refuse(TOO_MANY_PEOPLE, { seats: room.seats })
  const until = now + room.aheadDays * dayMs
  if (times.some(({ to }) => to <= now)) throw refuse(TIME_OVER)
  if (times.some(({ from }) => from >= until)) throw refuse(TOO_FAR_AHEAD, { until })
}

function refuseConflicts(conflicts: readonly Conflict[]): void {
  if (conflicts.length === 0) return
  throw refuse(conflicts.some(({ reason }) => reason === 'taken') ? ROOM_TAKEN : ROOM_CLOSED, { conflicts })
}

/** TRAINING-044: all of the times or none, unless the caller leaves those out that cannot be. */
export async function bookRoom(
  db: ClassroomsDb,
  booker: Booker,
  id: string,
  body: Input<typeof classrooms.bookRoom>['body'],
) {
  assertTime(body)
  const { caller, now } = booker
  const { companyId, memberId } = caller
  const { title, attendees, note, repetition, leavesOutConflicts } = body
  await assertClean(db, companyId, { title, note })
  const room = await lockRoomFor(db, caller, id)
  assertBookable(room, body, [body], now)
  const zone = await getTimeZone(db, companyId)
  const times = await repeatedTimes(db, body, repetition, zone)
  assertBookable(room, body, times, now)
  const conflicts = await conflictsOf(db, room, times, { zone })
  const left = times.filter(({ from }) => conflicts.every((one) => one.from !== from))
  if (!leavesOutConflicts || left.length === 0) refuseConflicts(conflicts)
  const review = await reviewOf(db, room)
  const seriesId = uuid()
  const ids = left.map((_, at) => (at === 0 ? seriesId : uuid()))
  await db
    .insertInto('classrooms.booking')
    .values(
      left.map(({ from, to }, at) => ({
        ...{ id: ids[at] ?? uuid(), room_id: id, company_id: companyId, series_id: seriesId, member_id: memberId },
        ...{ title: title.trim(), attendees, note: note.trim(), starts_at: from, ends_at: to, created_at: now },
        ...{ state: review.state, is_in_approval: review.isInApproval },
      })),
    )
    .execute()
  if (review.state === 'pending') await requestDecision(db, booker, room, { seriesId, title, times: left, ...review })
  return { seriesId, ids, state: review.state, leftOut: conflicts }
}

/** Whether the room has to be looked at again: words alone change nothing for it. */
const isElsewhere = (before: BookingRecord, after: Time & { readonly roomId: string }) =>
  before.roomId !== after.roomId || before.from !== after.from || before.to !== after.to

/**
 * The booking leaves its series: what is decided about the others says nothing of its new time. What approvers look at is not
 * changed under their eyes.
 */
export async function changeBooking(
  db: ClassroomsDb,
  booker: Booker,
  id: string,
  body: Input<typeof classrooms.changeBooking>['body'],
) {
  assertTime(body)
  const { caller, now } = booker
  const { title, attendees, note, from, to, roomId, revision } = body
  await findBooking(db, caller, id, { lock: false })
  await assertClean(db, caller.companyId, { title, note })
  const room = await lockRoomFor(db, caller, roomId)
  const before = await findBooking(db, caller, id, { lock: true })
  assertAlive(before, now)
  if (before.isInApproval && before.state === 'pending') throw refuse(BOOKING_STATE, { state: before.state })
  if (before.revision !== revision) throw refuse(BOOKING_CHANGED, { revision: before.revision })
  const isMoved = isElsewhere(before, body)
  if (isMoved) {
    assertBookable(room, body, [body], now)
    const zone = await getTimeZone(db, caller.companyId)
    refuseConflicts(await conflictsOf(db, room, [{ from, to }], { zone, except: id }))
  } else if ((attendees ?? 1) > room.seats) throw refuse(TOO_MANY_PEOPLE, { seats: room.seats })
  const review = isMoved ? await reviewOf(db, room) : { state: before.state, isInApproval: before.isInApproval }
  const seriesId = isMoved ? uuid() : before.seriesId
  await sql`update classrooms.booking set room_id = ${roomId}, series_id = ${seriesId}, title = ${title.trim()},
      attendees = ${attendees}, note = ${note.trim()}, starts_at = ${from}, ends_at = ${to}, state = ${review.state},
      is_in_approval = ${review.isInApproval}, revision = ${revision + 1}
    where id = ${id}`.execute(db)
  if (isMoved && review.state === 'pending')
    await requestDecision(db, booker, room, { seriesId, title, times: [{ from, to }], ...review })
  if (isMoved && before.memberId !== caller.memberId)
    await announce(db, { ...room, title }, { type: 'classroom.moved', recipients: [before.memberId], from, now })
  return { id, state: review.state, revision: revision + 1 }
}

type Cancellation = Input<typeof classrooms.cancelBooking>['body']

/** The member gives up times; whoever manages the room says why. What approvers look at is withdrawn by its member alone. */
export async function cancelBooking(db: ClassroomsDb, caller: Caller, id: string, body: Cancellation, now: number) {
  const { companyId, memberId } = caller
  const reason = body.reason.trim()
  const seen = await findBooking(db, caller, id, { lock: false })
  const isOwn = seen.memberId === memberId
  assertAlive(seen, now)
  const isWaiting = seen.isInApproval && seen.state === 'pending'
  if (isWaiting && !isOwn) throw refuse(BOOKING_STATE, { state: seen.state })
  if (!isOwn && reason === '') throw refuse(BOOKING_REASON_NEEDED)
  await assertClean(db, companyId, { reason })
  // The application is locked before the booking, here as by those who decide.
  const { given, kept } = isWaiting ? await countPending(db, seen, body.isWithLater) : { given: 0, kept: 0 }
  const application = { companyId, businessType: bookingApproval, businessId: seen.seriesId }
  if (isWaiting && kept === 0) await withdraw(db, { ...application, memberId, now })
  const first = await findBooking(db, caller, id, { lock: true })
  if (isWaiting && first.state === 'canceled') return { canceled: given }
  assertAlive(first, now)
  const series = body.isWithLater ? await lockSeries(db, caller, first) : [first]
  const ours = series.filter((one) => isOwn || !(one.isInApproval && one.state === 'pending'))
  await sql`update classrooms.booking set state = 'canceled', is_in_approval = false, reason = ${reason},
      decided_by = ${memberId}, decided_at = ${now}, revision = revision + 1
    where id = any(${ours.map((one) => one.id)}::uuid[])`.execute(db)
  if (!isOwn)
    await announce(
      db,
      { companyId, name: first.roomName, title: first.title },
      { type: 'classroom.canceled', recipients: [first.memberId], from: first.from, reason, now },
    )
  return { canceled: ours.length }
}

/** How many pending times of the series are given up, and how many are left for its approvers. */
async function countPending(db: ClassroomsDb, { id, seriesId, from }: BookingRecord, isWithLater: boolean) {
  const isGiven = isWithLater ? sql`b.starts_at >= ${from}` : sql`b.id = ${id}`
  const { rows } = await sql<{ given: number; kept: number }>`
    select count(*) filter (where ${isGiven})::int as given, count(*) filter (where not ${isGiven})::int as kept
    from classrooms.booking b where b.series_id = ${seriesId} and b.state = 'pending'`.execute(db)
  return rows[0] ?? { given: 0, kept: 0 }
}
