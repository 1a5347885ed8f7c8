/** The start of a playback: one at a time, with the time that earlier ones have left. */

import type { Interval } from '#kit/playback.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'

/** The wall time that a member's first playback may be ahead, because packets travel. It is given once. */
const headStartMs = 2000
/** A position this close to the end of a video is its end. */
const endMs = 1000
/** A player sends a heartbeat at least this often while it plays. */
export const heartbeatEveryMs = 5000

/** Starts of one member in one module wait for each other. */
export async function lockPlaybacks(db: Connection, module: string, memberId: string): Promise<void> {
  await lockNames(db, `playback:${module}:${memberId}`)
}

/**
 * The time from which a new playback is credited. `creditedBefore`: until when the member's earlier playbacks were
 * credited, 0 without one. Time that they have used is not given again, so starting again gains nothing.
 */
export function creditStart(creditedBefore: number, now: number): number {
  return Math.max(now - headStartMs, creditedBefore)
}

/** Where a player continues: at the stored position, or at the beginning after the end was reached. */
export function resumePosition(position: number, unitCount: number, unit: 'ms' | 'other'): number {
  return position >= unitCount - (unit === 'ms' ? Math.min(endMs, unitCount / 2) : 0) ? 0 : position
}

/** A multirange of PostgreSQL, `{[0,5),[7,9)}`, as ranges. */
export function parseRanges(text: string): Interval[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => ({ from: Number(from), to: Number(to) }))
}
