/** Bookings of reviewed rooms come before those who decide: approvers, or the room managers. */
import type { Language } from '#kit/caller.ts'
import { apply, isApprovalOn } from '#modules/platform/approvals/server.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { bookingApproval } from '../contract.ts'
import type { BookedRoom } from './booking-record.ts'
import type { ClassroomsDb } from './db.ts'
import { announceRequest } from './news.ts'
import type { Time } from './times.ts'

/** Nobody decides where the room is not reviewed, or the caller manages it. */
export async function reviewOf(db: ClassroomsDb, room: BookedRoom & { readonly isManaged: boolean }) {
  const isReviewed = room.isReviewed && !room.isManaged
  const isInApproval = isReviewed && (await isApprovalOn(db, room.companyId, bookingApproval, room.organizationId))
  return { state: isReviewed ? ('pending' as const) : ('booked' as const), isInApproval }
}

export type Booker = Pick<Context, 'caller' | 'language' | 'now'>

interface BookingRequest {
  readonly seriesId: string
  readonly title: string
  readonly times: readonly Time[]
  readonly isInApproval: boolean
}

const labels: Readonly<Record<Language, { readonly room: string; readonly times: string; readonly count: string }>> = {
  cn: { room: '教室', times: '时间', count: '次数' },
  en: { room: 'Room', times: 'Times', count: 'How many' },
}
const shownTimes = 5

/** An application to the approvers, or a message to the room managers. */
export async function requestDecision(
  db: ClassroomsDb,
  { caller, language, now }: Booker,
  room: BookedRoom,
  { seriesId, title, times, isInApproval }: BookingRequest,
): Promise<void> {
  if (!isInApproval) return announceRequest(db, room, { actorId: caller.memberId, title, now })
  const { companyId, organizationId } = room
  const timeZone = await getTimeZone(db, companyId)
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const shown = times
    .slice(0, shownTimes)
    .map(({ from, to }) => `${format.format(from)}–${format.format(to).slice(-5)}`)
  const label = labels[language]
  await apply(db, {
    ...{ companyId, organizationId, businessType: bookingApproval, businessId: seriesId, applicantId: caller.memberId },
    name: `${room.name} · ${title}`,
    summary: {
      [label.room]: room.name,
      [label.times]: [...shown, ...(times.length > shownTimes ? ['…'] : [])].join(' · '),
      [label.count]: String(times.length),
    },
    now,
  })
}
