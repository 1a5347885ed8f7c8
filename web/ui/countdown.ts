/** When a hint about a coming start or end shows (SHELL-114 to SHELL-118). */

const MINUTE_MS = 60_000
const UPCOMING_MS = 60 * MINUTE_MS
const EVERY_SECOND_MS = 5 * MINUTE_MS
const ENDING_MS = 2 * 24 * 60 * MINUTE_MS

/** Exams, surveys, both kinds of live, classes, and their lotteries; 15 is a live of another supplier, as 5 is. */
const START_TYPES: ReadonlySet<number> = new Set([3, 4, 5, 6, 7, 15])
const END_TYPES: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 15])

export interface Countdown {
  readonly kind: 'upcoming' | 'ending'
  readonly remainingMs: number
  /** When the hint has to be looked at again. */
  readonly nextLookMs: number
}

export interface Span {
  readonly businessType: number
  readonly startTime?: number | null
  readonly endTime?: number | null
}

/** The hint at this moment, or how long until there may be one. */
export function countdownAt(now: number, span: Span): Countdown | { kind: 'none'; nextLookMs: number | undefined } {
  const toStart = (span.startTime ?? Number.NEGATIVE_INFINITY) - now
  if (START_TYPES.has(span.businessType) && toStart > 0) {
    if (toStart > UPCOMING_MS) return { kind: 'none', nextLookMs: toStart - UPCOMING_MS }
    const nextLookMs = toStart <= EVERY_SECOND_MS ? 1000 : Math.min(MINUTE_MS, toStart - EVERY_SECOND_MS)
    return { kind: 'upcoming', remainingMs: toStart, nextLookMs }
  }
  const toEnd = (span.endTime ?? Number.NEGATIVE_INFINITY) - now
  if (!END_TYPES.has(span.businessType) || toEnd <= 0) return { kind: 'none', nextLookMs: undefined }
  if (toEnd > ENDING_MS) return { kind: 'none', nextLookMs: toEnd - ENDING_MS }
  return { kind: 'ending', remainingMs: toEnd, nextLookMs: Math.min(MINUTE_MS, toEnd) }
}

export interface Parts {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

export function partsOf(ms: number): Parts {
  const seconds = Math.ceil(ms / 1000)
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
