/** What the attendance of a member in a session can be, and what follows from when somebody came and left. */
import type { Static } from 'typebox'
import { Nullable, OneOf } from '#kit/schema.ts'

/**
 * Of a session that is over each participant is in one of these. `leave`: asked for and agreed. `made-up`: missed, and attended
 * at the session that makes up for it.
 */
export const attendanceStates = ['present', 'late', 'early', 'absent', 'leave', 'made-up'] as const
export const AttendanceState = OneOf(attendanceStates)
export type AttendanceState = Static<typeof AttendanceState>
/** Null: the session is not over, and the member has not come yet. */
export const CurrentState = Nullable(AttendanceState)

/** These count as attended. */
export const attendedStates = ['present', 'late', 'early', 'made-up'] as const satisfies readonly AttendanceState[]

/** `in`: participants check in once. `in-out`: they check in and out, and the minutes between count. */
export const checkInKinds = ['in', 'in-out'] as const
export type CheckInKind = (typeof checkInKinds)[number]
export const directions = ['in', 'out'] as const
export const Direction = OneOf(directions)
export type Direction = Static<typeof Direction>

/** `qr`: participants scan the code in the room. `scan`: staff scan the participants' codes, or pick them by name. */
export const checkInWays = ['qr', 'scan'] as const
export type CheckInWay = (typeof checkInWays)[number]

const entrySources = ['qr', 'scan', 'typed', 'picked'] as const
export const EntrySource = OneOf(entrySources)
export type EntrySource = Static<typeof EntrySource>

/**
 * What staff should look at. `before`, `after`: outside of the times of the check-in. `clock`: the clock of the scanning device was
 * changed. `exact`: a place without any inaccuracy. `center`: exactly the center of the allowed circle. `shared`: the very same
 * coordinates as other devices.
 */
const entryFlags = ['before', 'after', 'arrived-after', 'clock', 'exact', 'center', 'shared'] as const
export const EntryFlag = OneOf(entryFlags)
export type EntryFlag = Static<typeof EntryFlag>

export interface SessionTimes {
  readonly kind: CheckInKind
  readonly startsAt: number
  readonly endsAt: number
  /** Minutes after the start from which on somebody is late, and before the end until which somebody has left early. */
  readonly lateAfter: number
  readonly earlyBefore: number
}

/** Somebody was there from `from` to `to`. */
export interface Stay {
  readonly from: number
  readonly to: number
}

const minuteMs = 60_000

/** The minutes of stays within a session; what two stays share counts once. */
export function mergedMinutes(
  stays: readonly Stay[],
  { startsAt, endsAt }: Pick<SessionTimes, 'startsAt' | 'endsAt'>,
): number {
  let counted = 0
  let reached = startsAt
  for (const { from, to } of stays.toSorted((a, b) => a.from - b.from)) {
    const begin = Math.max(from, reached)
    const end = Math.min(to, endsAt)
    if (end > begin) counted += end - begin
    reached = Math.max(reached, end)
  }
  return Math.floor(counted / minuteMs)
}

export interface Passage {
  readonly direction: Direction
  readonly at: number
}

/** The stays that follow from passing the door. Coming twice is one stay; a stay that has no end is none. */
export function staysOf(passages: readonly Passage[]): { stays: Stay[]; insideSince: number | null } {
  const stays: Stay[] = []
  let insideSince: number | null = null
  for (const { direction, at } of passages.toSorted((a, b) => a.at - b.at)) {
    if (direction === 'in') insideSince ??= at
    else if (insideSince !== null) {
      stays.push({ from: insideSince, to: at })
      insideSince = null
    }
  }
  return { stays, insideSince }
}
