/**
 * What was played and not yet acknowledged, kept in the storage of the browser: a reload, a crash or a server that is
 * away loses nothing of it.
 */

import { type Interval, intervalsMax } from '#kit/playback.ts'
import { unionOf } from '#web/media/intervals.ts'

/** The server accepts no more time in one heartbeat. */
const activeMsMax = 86_400_000
/** What is older was certainly taken over by a later playback. */
const keepMs = 7 * 24 * 3_600_000

export interface Heartbeat {
  readonly sequence: number
  readonly intervals: readonly Interval[]
  readonly position?: number
  readonly activeMs: number
}

/** What was played after the last numbered heartbeat. */
export interface OpenPart {
  readonly intervals: readonly Interval[]
  readonly position?: number
  readonly activeMs: number
}

export interface Unsent {
  readonly playbackId: string
  readonly memberId: string
  /** The highest number that was given out. */
  readonly sequence: number
  /** Numbered and perhaps under way: it is repeated as it is, never changed under its number. */
  readonly pending?: Heartbeat
  readonly open: OpenPart
  readonly savedAt: number
}

export const nothingOpen: OpenPart = { intervals: [], activeMs: 0 }

export function isEmpty(part: OpenPart): boolean {
  return part.intervals.length === 0 && part.activeMs === 0 && part.position === undefined
}

/** Both parts as one; the later one knows the position. */
export function joined(earlier: OpenPart, later: OpenPart): OpenPart {
  return {
    intervals: unionOf([...earlier.intervals, ...later.intervals]),
    position: later.position ?? earlier.position,
    activeMs: earlier.activeMs + later.activeMs,
  }
}

/** Gives the open part a number, if nothing numbered waits. What is too much for one heartbeat stays open. */
export function numbered(unsent: Unsent): Unsent {
  if (unsent.pending || isEmpty(unsent.open)) return unsent
  const sequence = unsent.sequence + 1
  const { intervals, position, activeMs } = unsent.open
  const rest = intervals.slice(intervalsMax)
  return {
    ...unsent,
    sequence,
    pending: {
      sequence,
      intervals: intervals.slice(0, intervalsMax),
      position,
      activeMs: Math.min(activeMs, activeMsMax),
    },
    open: rest.length === 0 ? nothingOpen : { intervals: rest, position, activeMs: 0 },
  }
}

/**
 * Puts everything into one heartbeat of a new number: the page is being left, and the server may read this one before the
 * one that is under way, or never read that one.
 */
export function lastWord(unsent: Unsent): Unsent {
  if (!unsent.pending) return numbered(unsent)
  if (isEmpty(unsent.open)) return unsent
  return numbered({ ...unsent, pending: undefined, open: joined(unsent.pending, unsent.open) })
}

export function acknowledged(unsent: Unsent, sequence: number): Unsent {
  return unsent.pending && unsent.pending.sequence <= sequence ? { ...unsent, pending: undefined } : unsent
}

/** Where unsent heartbeats are kept: the browser's local storage, or a map in tests. */
export type OutboxStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface Outbox {
  save(unsent: Unsent): void
  remove(playbackId: string): void
  /** What this member has left behind, the oldest first. Old and unreadable entries are deleted. */
  list(memberId: string): Unsent[]
}

/** `prefix`: of the keys in the storage; each module whose content is played has its own. */
export function createOutbox(storage: OutboxStorage, prefix: string, now: () => number): Outbox {
  return {
    save(unsent) {
      try {
        storage.setItem(prefix + unsent.playbackId, JSON.stringify({ ...unsent, savedAt: now() }))
      } catch {
        // A full storage keeps nothing over a reload; the page itself still reports.
      }
    },
    remove: (playbackId) => storage.removeItem(prefix + playbackId),
    list(memberId) {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      const found: Unsent[] = []
      for (const key of keys.filter((name) => name.startsWith(prefix))) {
        const unsent = parse(storage.getItem(key))
        if (!unsent || now() - unsent.savedAt > keepMs) storage.removeItem(key)
        else if (unsent.memberId === memberId) found.push(unsent)
      }
      return found.sort((one, other) => one.savedAt - other.savedAt)
    },
  }
}

function parse(text: string | null): Unsent | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Unsent | null
    return value && typeof value.playbackId === 'string' && value.open ? value : undefined
  } catch {
    return undefined
  }
}
