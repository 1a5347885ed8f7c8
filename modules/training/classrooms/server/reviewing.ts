/** Somebody decides about bookings of reviewed rooms: the room managers, or approvers. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { type ApprovalOutcome, approvalSubject } from '#modules/platform/approvals/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { BOOKING_REASON_NEEDED } from '../contract/codes.ts'
import { bookingApproval, type classrooms } from '../contract.ts'
import { type ClassroomsDb, classroomsTables } from './db.ts'
import { announce } from './news.ts'
import { managesSql } from './room-policy.ts'

interface Decided {
  readonly seriesId: string
  readonly memberId: string
  readonly title: string
  readonly room: string
  readonly from: number
  readonly count: number
}

/** What was decided, a row a series. */
const decidedSql = sql`select d.series_id as "seriesId", d.member_id as "memberId", min(d.title) as title, r.name as room,
    min(d.starts_at) as "from", count(*)::int as count
  from decided d join classrooms.room r on r.id = d.room_id group by d.series_id, d.member_id, r.name`

async function announceDecided(
  db: ClassroomsDb,
  rows: readonly Decided[],
  {
    companyId,
    ...news
  }: { companyId: string; type: 'classroom.accepted' | 'classroom.refused'; reason: string; now: number },
): Promise<void> {
  for (const { memberId, title, room, from } of rows)
    await announce(db, { companyId, name: room, title }, { ...news, recipients: [memberId], from })
}

type Decision = Input<typeof classrooms.decideBookings>['body']

/** What is over, in approval, already decided, or of another's room is left. Nobody decides about the own bookings. */
export async function decideBookings(db: ClassroomsDb, caller: Caller, body: Decision, now: number) {
  const { seriesIds, decision } = body
  const { companyId, memberId } = caller
  const reason = body.reason.trim()
  if (decision === 'refuse' && reason === '') throw refuse(BOOKING_REASON_NEEDED)
  await assertClean(db, companyId, { reason })
  const isAccepted = decision === 'accept'
  const { rows } = await sql<Decided>`
    with waiting as materialized (
      select b.id from classrooms.booking b join classrooms.room r on r.id = b.room_id
      where b.series_id = any(${[...seriesIds]}::uuid[]) and b.company_id = ${companyId} and b.state = 'pending'
        and not b.is_in_approval and b.ends_at > ${now} and b.member_id <> ${memberId} and ${managesSql(caller)}
      order by b.id for no key update of b),
    decided as (
      update classrooms.booking b set state = ${isAccepted ? 'booked' : 'refused'}, decided_by = ${memberId},
        decided_at = ${now}, reason = ${isAccepted ? '' : reason}, revision = b.revision + 1
      from waiting where b.id = waiting.id returning b.*)
    ${decidedSql}`.execute(db)
  const type = isAccepted ? ('classroom.accepted' as const) : ('classroom.refused' as const)
  await announceDecided(db, rows, { companyId, type, reason, now })
  return { decided: rows.reduce((total, { count }) => total + count, 0) }
}

/** The bookings that a decision may be about, for the audit log: of rooms that the caller manages. */
export async function decidedIds(db: ClassroomsDb, caller: Caller, seriesIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from classrooms.booking b join classrooms.room r on r.id = b.room_id
    where b.series_id = any(${[...seriesIds]}::uuid[]) and b.company_id = ${caller.companyId} and b.state = 'pending'
      and not b.is_in_approval and ${managesSql(caller)}
    order by b.starts_at, b.id`.execute(db)
  return rows.map(({ id }) => id)
}

const states = { agreed: 'booked', refused: 'refused', withdrawn: 'canceled' } as const

/** Approvers have decided, or the member has withdrawn there: for all times of the series that still wait. */
async function decidedByApprovers(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const db = classroomsTables(connection)
  const { businessId, companyId, result, decidedBy, opinion, now } = outcome
  const reason = result === 'refused' ? opinion : ''
  const { rows } = await sql<Decided>`
    with decided as (
      update classrooms.booking b set state = ${states[result]}, is_in_approval = false, decided_by = ${decidedBy}::uuid,
        decided_at = ${now}, reason = ${reason}, revision = b.revision + 1
      where b.series_id = ${businessId} and b.company_id = ${companyId} and b.state = 'pending' and b.is_in_approval
      returning b.*)
    ${decidedSql}`.execute(db)
  if (result === 'withdrawn') return
  const type = result === 'agreed' ? ('classroom.accepted' as const) : ('classroom.refused' as const)
  await announceDecided(db, rows, { companyId, type, reason, now })
}

export const bookingSubject = approvalSubject({
  businessType: bookingApproval,
  key: 'classroom-booking',
  label: { cn: '教室预订', en: 'Room booking' },
  decided: decidedByApprovers,
  link: () => '',
  reviseLink: () => '/classroom-book',
})
