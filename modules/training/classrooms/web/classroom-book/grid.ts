/** The calendar of rooms as a grid: days of the browser in half hours, and what stands in each. */
import type { BusyTime, RoomSchedule } from '../../contract/bookings.ts'

const slotMs = 30 * 60_000
export const slotsOfHour = 2

/** The midnight before an instant, and that of a later day. */
export function dayOf(instant: number, later = 0): number {
  const date = new Date(instant)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later).getTime()
}

/** The Monday of the week of an instant. */
export const weekOf = (instant: number) => dayOf(instant, -((new Date(instant).getDay() + 6) % 7))

/** What stands in some half hours that follow each other. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly slots: number
  readonly kind: 'free' | 'closed' | 'busy' | 'over'
  readonly busy?: BusyTime
}

export type Times = Pick<RoomSchedule, 'open' | 'busy'>

/** From which hour of the day until which the rooms are open or booked; eight to six where none is. */
export function hoursOf(schedules: readonly Times[]): { first: number; last: number } {
  const times = schedules.flatMap(({ open, busy }) => [...open, ...busy])
  if (times.length === 0) return { first: 8, last: 18 }
  const first = Math.min(...times.map(({ from }) => new Date(from).getHours()))
  const ends = times.map(({ from, to }) =>
    dayOf(to) > dayOf(from) ? 24 : new Date(to).getHours() + (new Date(to).getMinutes() > 0 ? 1 : 0),
  )
  // What goes on over midnight takes the whole of both days.
  return { first: times.some(({ from, to }) => dayOf(to - 1) > dayOf(from)) ? 0 : first, last: Math.max(...ends) }
}

/** A day of a room from one hour until another. A half hour is free where all of it is open and none of it is booked. */
export function segmentsOf(
  { open, busy }: Times,
  day: number,
  { first, last }: { readonly first: number; readonly last: number },
  now: number,
): Segment[] {
  const start = new Date(day)
  start.setHours(first)
  const segments: Segment[] = []
  for (let slot = 0; slot < (last - first) * slotsOfHour; slot++) {
    const from = start.getTime() + slot * slotMs
    const to = from + slotMs
    const booking = busy.find((one) => one.from < to && one.to > from)
    const isOpen = open.some((one) => one.from <= from && one.to >= to)
    const kind = booking ? 'busy' : !isOpen ? 'closed' : to <= now ? 'over' : 'free'
    const before = segments.at(-1)
    const isSame = before?.kind === kind && kind !== 'free' && before.busy?.id === booking?.id
    if (before && isSame) segments[segments.length - 1] = { ...before, to, slots: before.slots + 1 }
    else segments.push({ from, to, slots: 1, kind, ...(booking && { busy: booking }) })
  }
  return segments
}

/** An hour from a free half hour on, or less where the room is not free for so long. */
export function offeredFrom(segments: readonly Segment[], at: number): { from: number; to: number } {
  const [first, second] = [segments[at], segments[at + 1]]
  const from = first?.from ?? 0
  return { from, to: second?.kind === 'free' ? second.to : (first?.to ?? 0) }
}

const two = (value: number) => String(value).padStart(2, '0')

/** `09:30` */
export function clockOf(instant: number): string {
  const date = new Date(instant)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}
