/** Measures reading: which pages were looked at long enough, and how long the document was in sight. */
import type { Interval } from '../../contract/wire.ts'
import { unionOf } from './playback/intervals.ts'
import type { OpenPart } from './playback/outbox.ts'

/** A page that is only turned over is not read; the server does not believe less either. */
export const PAGE_READ_MS = 2000
/** Without a sign of the reader for this long nobody is reading. */
const IDLE_MS = 180_000

export interface ReadingRecorder {
  /** These units are in sight now, and the reader is at this place. */
  show(units: readonly number[], position?: number): void
  /** The reader did something. */
  touch(): void
  /** Time passes: called about every second while the page is visible. */
  tick(): void
  /** The page is hidden: until the next tick no time counts. */
  rest(): void
  /** Which units have been read since the last `take`, and for how long. */
  take(): OpenPart
}

export function createReadingRecorder(now: () => number): ReadingRecorder {
  let inSight = new Map<number, number>()
  let read: Interval[] = []
  let place: number | undefined
  let activeMs = 0
  let tickedAt: number | undefined
  let touchedAt = now()

  return {
    show(units, position) {
      inSight = new Map(units.map((unit) => [unit, inSight.get(unit) ?? 0]))
      place = position ?? place
      touchedAt = now()
    },
    touch() {
      touchedAt = now()
    },
    tick() {
      const passed = tickedAt === undefined ? 0 : Math.min(now() - tickedAt, PAGE_READ_MS)
      tickedAt = now()
      if (now() - touchedAt > IDLE_MS) return
      activeMs += passed
      for (const [unit, seenMs] of inSight) {
        const seen = seenMs + passed
        inSight.set(unit, seen)
        if (seenMs < PAGE_READ_MS && seen >= PAGE_READ_MS) read.push({ from: unit, to: unit + 1 })
      }
    },
    rest() {
      tickedAt = undefined
    },
    take() {
      const part = { intervals: unionOf(read), position: place, activeMs: Math.round(activeMs) }
      read = []
      activeMs = 0
      return part
    },
  }
}
