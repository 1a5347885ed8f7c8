/**
 * Reports what was played of a replay: numbered beats, one under way at a time, repeated until acknowledged. It goes on
 * while the server is away, waits where the clock says so, and ends where another page watches.
 */
import { type Interval, unionOf } from '#web/media/intervals.ts'
import { REPLAY_TAKEN_OVER, REPLAY_TOO_FAST } from '../../contract/replay.ts'

/** The most intervals that one beat may carry. */
const intervalsMax = 100
const retryMs = 4000
const retryMinMs = 1000

interface Played {
  readonly intervals: readonly Interval[]
  readonly activeMs: number
  readonly positionMs?: number
}

export interface WatchBeat extends Played {
  readonly sequence: number
}

/** `away`: no answer, or none of ours. */
export type BeatOutcome =
  | { readonly kind: 'acknowledged'; readonly coveredMs: number }
  | { readonly kind: 'refused'; readonly errorCode: number | undefined; readonly retryAfterMs?: number }
  | { readonly kind: 'away' }

interface WatchReporterOptions {
  readonly send: (beat: WatchBeat) => Promise<BeatOutcome>
  readonly onCovered: (coveredMs: number) => void
  readonly onTakenOver: () => void
  /** `setTimeout`, or the test's. */
  readonly later: (work: () => void, ms: number) => void
}

interface WatchReporter {
  add(played: Played): void
  /** Sends what has come together, as soon as nothing else is under way. */
  flush(): void
  /** The page may be gone the next moment: everything leaves at once. */
  leave(): void
}

const nothing: Played = { intervals: [], activeMs: 0 }

export function createWatchReporter({ send, onCovered, onTakenOver, later }: WatchReporterOptions): WatchReporter {
  let open: Played = nothing
  let pending: WatchBeat | undefined
  let sequence = 0
  let underWay = false
  let waiting = false
  let over = false

  const isEmpty = () => open.intervals.length === 0 && open.activeMs === 0 && open.positionMs === undefined

  function number(): void {
    if (pending || isEmpty()) return
    sequence += 1
    const { intervals, activeMs, positionMs } = open
    pending = { sequence, intervals: intervals.slice(0, intervalsMax), activeMs, positionMs }
    const rest = intervals.slice(intervalsMax)
    open = rest.length === 0 ? nothing : { intervals: rest, activeMs: 0, positionMs }
  }

  function wait(ms: number): void {
    waiting = true
    later(() => {
      waiting = false
      flush()
    }, ms)
  }

  function obey(outcome: BeatOutcome): void {
    if (outcome.kind === 'acknowledged') {
      pending = undefined
      onCovered(outcome.coveredMs)
      if (open.intervals.length > 0) flush()
    } else if (outcome.kind === 'away') wait(retryMs)
    else if (outcome.errorCode === REPLAY_TOO_FAST.code) wait(Math.max(retryMinMs, outcome.retryAfterMs ?? 0))
    else if (outcome.errorCode === REPLAY_TAKEN_OVER.code) {
      over = true
      onTakenOver()
    }
    // The same beat would be refused for ever.
    else pending = undefined
  }

  function flush(): void {
    if (over || underWay || waiting) return
    number()
    const beat = pending
    if (!beat) return
    underWay = true
    void send(beat).then((outcome) => {
      underWay = false
      if (!over) obey(outcome)
    })
  }

  return {
    add(played) {
      open = {
        intervals: unionOf([...open.intervals, ...played.intervals]),
        activeMs: open.activeMs + played.activeMs,
        positionMs: played.positionMs ?? open.positionMs,
      }
    },
    flush,
    leave() {
      if (over) return
      // What is under way may not arrive: it leaves once more with the rest, under a new number; a union counts it once.
      if (pending) {
        open = {
          intervals: unionOf([...pending.intervals, ...open.intervals]),
          activeMs: open.activeMs + (underWay ? 0 : pending.activeMs),
          positionMs: open.positionMs ?? pending.positionMs,
        }
        pending = undefined
      }
      number()
      const beat = pending
      if (beat) void send(beat).then((outcome) => !over && obey(outcome))
    },
  }
}
