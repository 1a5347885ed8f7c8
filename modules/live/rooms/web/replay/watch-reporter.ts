/**
 * Reports the played parts of a replay: numbered heartbeats, one in flight at a time, repeated until acknowledged. It
 * continues while the server is away, waits if the server requires it, and ends if another page watches.
 */
import { type Interval, unionOf } from '#web/media/intervals.ts'
import { REPLAY_TAKEN_OVER, REPLAY_TOO_FAST } from '../../contract/replay.ts'

/** The limit of intervals in one heartbeat. */
const intervalsMax = 100
const retryMs = 4000
const retryMinMs = 1000

interface PlayedPart {
  readonly intervals: readonly Interval[]
  readonly activeMs: number
  readonly positionMs?: number
}

export interface WatchHeartbeat extends PlayedPart {
  readonly sequence: number
}

/** `away`: no answer, or an unexpected one. */
export type HeartbeatOutcome =
  | { readonly kind: 'acknowledged'; readonly coveredMs: number }
  | { readonly kind: 'refused'; readonly errorCode: number | undefined; readonly retryAfterMs?: number }
  | { readonly kind: 'away' }

interface WatchReporterOptions {
  readonly send: (heartbeat: WatchHeartbeat) => Promise<HeartbeatOutcome>
  readonly onCovered: (coveredMs: number) => void
  readonly onTakenOver: () => void
  /** `setTimeout`, or the test's replacement. */
  readonly later: (work: () => void, ms: number) => void
}

interface WatchReporter {
  add(played: PlayedPart): void
  /** Sends the collected intervals as soon as no heartbeat is in flight. */
  flush(): void
  /** The page may close at any moment: sends everything at once. */
  leave(): void
}

const nothing: PlayedPart = { intervals: [], activeMs: 0 }

export function createWatchReporter({ send, onCovered, onTakenOver, later }: WatchReporterOptions): WatchReporter {
  let open: PlayedPart = nothing
  let pending: WatchHeartbeat | undefined
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

  function handleOutcome(outcome: HeartbeatOutcome): void {
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
    // The server would refuse the same heartbeat for ever.
    else pending = undefined
  }

  function flush(): void {
    if (over || underWay || waiting) return
    number()
    const heartbeat = pending
    if (!heartbeat) return
    underWay = true
    void send(heartbeat).then((outcome) => {
      underWay = false
      if (!over) handleOutcome(outcome)
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
      // A heartbeat in flight may not arrive: its intervals are sent again with the rest, under a new number; the union
      // counts them once.
      if (pending) {
        open = {
          intervals: unionOf([...pending.intervals, ...open.intervals]),
          activeMs: open.activeMs + (underWay ? 0 : pending.activeMs),
          positionMs: open.positionMs ?? pending.positionMs,
        }
        pending = undefined
      }
      number()
      const heartbeat = pending
      if (heartbeat) void send(heartbeat).then((outcome) => !over && handleOutcome(outcome))
    },
  }
}
