/** Measures reading: which pages were looked at long enough, and how long the document was in sight. */

import type { Interval } from '#kit/playback.ts'
import type { OpenPart } from '#modules/content/playback/web.tsx'
import { unionOf } from '#web/media/intervals.ts'

/** A page that is only turned over is not read; the server does not believe less either. */
const PAGE_READ_MS = 2000
/** A text takes its characters at this speed, up to a minute: as the server counts it. */
const CHARACTERS_PER_SECOND = 25
const TEXT_READ_MS_MAX = 60_000
/** Without a sign of the reader for this long nobody is reading. */
const IDLE_MS = 180_000

export interface ReadingRecorder {
  /** These units are in sight now, and the reader is at this place. */
  show(units: readonly number[], position?: number): void
  /** The reader did something. */
  touch(): void
  /** Time passes: called about every second while the page is visible. Answers whether something was read with it. */
  tick(): boolean
  /** The page is hidden: until the next tick no time counts. */
  rest(): void
  /** Which units have been read since the last `take`, and for how long. */
  take(): OpenPart
  /** How long the whole must still be read before anything of it counts. */
  missingMs(): number
}

/** How long a text must be read. */
export function textReadMs(html: string): number {
  const characters = html.replace(/<[^>]*>/g, '').trim().length
  return Math.min(TEXT_READ_MS_MAX, Math.ceil((characters * 1000) / CHARACTERS_PER_SECOND))
}

/** Nothing is read before `wholeMs` have been spent on it. */
export function createReadingRecorder(now: () => number, wholeMs = 0): ReadingRecorder {
  let inSight = new Map<number, number>()
  const reported = new Set<number>()
  let read: Interval[] = []
  let place: number | undefined
  let activeMs = 0
  let totalMs = 0
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
      // Who brings the page back is there.
      if (tickedAt === undefined) touchedAt = now()
      const passed = Math.min(now() - (tickedAt ?? now()), PAGE_READ_MS)
      tickedAt = now()
      if (now() - touchedAt > IDLE_MS) return false
      const before = read.length
      activeMs += passed
      totalMs += passed
      for (const [unit, seenMs] of inSight) {
        const seen = Math.min(seenMs + passed, PAGE_READ_MS)
        inSight.set(unit, seen)
        if (seen === PAGE_READ_MS && totalMs >= wholeMs && !reported.has(unit)) {
          reported.add(unit)
          read.push({ from: unit, to: unit + 1 })
        }
      }
      return read.length > before
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
    missingMs: () => Math.max(0, wholeMs - totalMs),
  }
}
