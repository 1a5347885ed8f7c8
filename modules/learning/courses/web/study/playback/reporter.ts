/**
 * Reports what is studied to the server: numbered beats, one under way at a time, repeated until acknowledged
 * (COURSE-056). It keeps what is not acknowledged in the outbox, and goes on while the server is away.
 */
import { COURSE_TAKEN_DOWN, FASTER_THAN_CLOCK, PLAYBACK_TAKEN_OVER } from '../../../contract/errors.ts'
import type { HeartbeatAnswer } from '../../../contract/learning.ts'
import {
  acknowledged,
  type Beat,
  joined,
  lastWord,
  nothingOpen,
  numbered,
  type OpenPart,
  type Outbox,
  type Unsent,
} from './outbox.ts'

/** How a beat went. `away`: no answer, or none of ours; everything else is the server's word. */
export type Outcome =
  | { readonly kind: 'acknowledged'; readonly answer: HeartbeatAnswer }
  | { readonly kind: 'refused'; readonly errorCode: number | undefined; readonly retryAfterMs?: number }
  | { readonly kind: 'away' }

/** Sends one beat. It must outlive the page, as `fetch` with `keepalive` does. */
export type SendBeat = (playbackId: string, beat: Beat) => Promise<Outcome>

/** `away`: the server does not answer, reporting goes on. The others end the reporting. */
export type ReporterState = 'reporting' | 'away' | 'taken-over' | 'taken-down'

export interface ReporterOptions {
  readonly playbackId: string
  readonly memberId: string
  readonly send: SendBeat
  readonly outbox: Outbox
  readonly onAnswer?: (answer: HeartbeatAnswer) => void
  readonly onState?: (state: ReporterState) => void
  /** `setTimeout`, or the test's. Answers the cancellation. */
  readonly later: (work: () => void, ms: number) => () => void
}

export interface Reporter {
  /** Adds what was studied and keeps it; it is not sent by itself. */
  add(part: OpenPart): void
  /** Sends what has come together, as soon as nothing else is under way. */
  flush(): void
  /** The page may be gone the next moment: everything leaves at once, in one beat. */
  leave(): void
  /** The server may be there again. */
  wake(): void
  /** Everything is acknowledged, or the reporting has ended. */
  settled(): Promise<void>
  state(): ReporterState
}

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const

export function createReporter(options: ReporterOptions, from?: Unsent): Reporter {
  const { playbackId, memberId, send, outbox } = options
  let unsent: Unsent = from ? lastWord(from) : { playbackId, memberId, sequence: 0, open: nothingOpen, savedAt: 0 }
  let state: ReporterState = 'reporting'
  let underWay = 0
  let failures = 0
  /** Asked to send while something was under way. */
  let wanted = false
  let cancelRetry: (() => void) | undefined
  let waiting: (() => void)[] = []

  const ended = () => state === 'taken-over' || state === 'taken-down'
  const isSettled = () => ended() || (!unsent.pending && unsent.open.intervals.length === 0)

  function keep(next: Unsent): void {
    unsent = next
    if (isSettled()) outbox.remove(playbackId)
    else outbox.save(unsent)
  }

  function become(next: ReporterState): void {
    if (state !== next) {
      state = next
      options.onState?.(next)
    }
  }

  function release(): void {
    if (!isSettled()) return
    const released = waiting
    waiting = []
    for (const resolve of released) resolve()
  }

  function retryIn(ms: number, send = exchange): void {
    cancelRetry?.()
    cancelRetry = options.later(() => {
      cancelRetry = undefined
      void send()
    }, ms)
  }

  /**
   * After an absence of the server everything goes in one beat: it is weighed against the whole time since the last one.
   * Sent piece by piece, the first would use that time up, and the rest of a long absence would have to wait for it again.
   */
  function exchangeAll(): Promise<void> {
    const next = lastWord(unsent)
    if (next !== unsent) keep(next)
    return exchange()
  }

  async function exchange(): Promise<void> {
    const beat = unsent.pending
    if (!beat || ended()) return
    cancelRetry?.()
    cancelRetry = undefined
    underWay += 1
    const outcome = await send(playbackId, beat)
    underWay -= 1
    if (ended()) return
    if (outcome.kind === 'acknowledged') accept(outcome.answer)
    else if (outcome.kind === 'away') stayAway()
    else obey(beat, outcome)
    release()
  }

  function accept(answer: HeartbeatAnswer): void {
    failures = 0
    keep(acknowledged(unsent, answer.acknowledgedSequence))
    become('reporting')
    options.onAnswer?.(answer)
    goOn()
  }

  function stayAway(): void {
    if (underWay > 0) return
    become('away')
    retryIn(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 15_000, exchangeAll)
    failures += 1
  }

  function obey(beat: Beat, { errorCode, retryAfterMs = 1000 }: Outcome & { kind: 'refused' }): void {
    failures = 0
    if (errorCode === FASTER_THAN_CLOCK.code) {
      retryIn(retryAfterMs)
      return
    }
    if (errorCode === PLAYBACK_TAKEN_OVER.code || errorCode === COURSE_TAKEN_DOWN.code) {
      become(errorCode === PLAYBACK_TAKEN_OVER.code ? 'taken-over' : 'taken-down')
      keep({ ...unsent, pending: undefined, open: nothingOpen })
      return
    }
    // The same beat would be refused for ever.
    keep(acknowledged(unsent, beat.sequence))
    become('reporting')
    goOn()
  }

  /** After an answer: what was left over of a large beat, and what was asked for meanwhile. */
  function goOn(): void {
    if (underWay === 0 && (wanted || unsent.pending || unsent.open.intervals.length > 0)) flush()
  }

  function flush(): void {
    if (ended()) return
    if (underWay > 0 || cancelRetry) {
      wanted = true
      return
    }
    wanted = false
    const next = numbered(unsent)
    if (next !== unsent) keep(next)
    if (unsent.pending) void exchange()
  }

  return {
    add(part) {
      if (!ended()) keep({ ...unsent, open: joined(unsent.open, part) })
    },
    flush,
    leave() {
      if (ended()) return
      const next = lastWord(unsent)
      if (next === unsent && underWay > 0) return
      if (next !== unsent) keep(next)
      void exchange()
    },
    wake() {
      if (cancelRetry && state === 'away') void exchangeAll()
    },
    settled: () => (isSettled() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    state: () => state,
  }
}
