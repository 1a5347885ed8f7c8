/**
 * Reports what is played to the server: numbered heartbeats, one in flight at a time, repeated until acknowledged
 * (COURSE-056). It keeps what is not acknowledged in the outbox, and continues while the server is away.
 */
import {
  acknowledged,
  type Heartbeat,
  joined,
  lastWord,
  nothingOpen,
  numbered,
  type OpenPart,
  type Outbox,
  type Unsent,
} from './outbox.ts'

/** What every answer to a heartbeat says. */
export interface Acknowledgement {
  readonly acknowledgedSequence: number
}

/** The result of a heartbeat. `away`: no answer, or none of the platform. */
export type Outcome<Answer extends Acknowledgement> =
  | { readonly kind: 'acknowledged'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly errorCode: number | undefined; readonly retryAfterMs?: number }
  | { readonly kind: 'away' }

/** Sends one heartbeat. It must outlive the page, as `fetch` with `keepalive` does. */
export type SendHeartbeat<Answer extends Acknowledgement> = (
  playbackId: string,
  heartbeat: Heartbeat,
) => Promise<Outcome<Answer>>

/** The refusals that a reporter obeys. */
export interface ReporterCodes {
  /** More than the clock allows: the same heartbeat is accepted later. */
  readonly tooFast: number
  /** Another playback of the member counts now. */
  readonly takenOver: number
  /** The content was taken down. */
  readonly takenDown?: number
  /** It has to be bought, or bought again. */
  readonly notBought?: number
}

/** `away`: the server does not answer, reporting goes on. The others end the reporting. */
export type ReporterState = 'reporting' | 'away' | 'taken-over' | 'taken-down' | 'not-bought'

export interface ReporterOptions<Answer extends Acknowledgement> {
  readonly playbackId: string
  readonly memberId: string
  readonly codes: ReporterCodes
  readonly send: SendHeartbeat<Answer>
  readonly outbox: Outbox
  readonly onAnswer?: (answer: Answer) => void
  readonly onState?: (state: ReporterState) => void
  /** `setTimeout`, or the test's. Answers the cancellation. */
  readonly later: (work: () => void, ms: number) => () => void
}

export interface Reporter {
  /** Adds what was played and keeps it; it is not sent by itself. */
  add(part: OpenPart): void
  /** Sends what has come together, as soon as nothing else is under way. */
  flush(): void
  /** The page may be gone the next moment: everything leaves at once, in one heartbeat. */
  leave(): void
  /** The server may be there again. */
  wake(): void
  /** Everything is acknowledged, or the reporting has ended. */
  settled(): Promise<void>
  state(): ReporterState
}

const retryMs = [1000, 2000, 4000, 8000, 15_000] as const
/** A refused heartbeat is never repeated sooner. */
const retryMinMs = 500

export function createReporter<Answer extends Acknowledgement>(
  options: ReporterOptions<Answer>,
  from?: Unsent,
): Reporter {
  const { playbackId, memberId, codes, send, outbox } = options
  let unsent: Unsent = from ? lastWord(from) : { playbackId, memberId, sequence: 0, open: nothingOpen, savedAt: 0 }
  let state: ReporterState = 'reporting'
  let underWay = 0
  let failures = 0
  /** Asked to send while something was under way. */
  let wanted = false
  let cancelRetry: (() => void) | undefined
  let waiting: (() => void)[] = []

  const ended = () => state === 'taken-over' || state === 'taken-down' || state === 'not-bought'
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
   * After an absence of the server everything goes in one heartbeat: it is weighed against the whole time since the last one.
   * Sent piece by piece, the first would use that time up, and the rest of a long absence would have to wait for it again.
   */
  function exchangeAll(): Promise<void> {
    const next = lastWord(unsent)
    if (next !== unsent) keep(next)
    return exchange()
  }

  async function exchange(): Promise<void> {
    const heartbeat = unsent.pending
    if (!heartbeat || ended()) return
    cancelRetry?.()
    cancelRetry = undefined
    underWay += 1
    const outcome = await send(playbackId, heartbeat)
    underWay -= 1
    if (ended()) return
    if (outcome.kind === 'acknowledged') accept(outcome.answer)
    else if (outcome.kind === 'away') stayAway()
    else obey(heartbeat, outcome)
    release()
  }

  function accept(answer: Answer): void {
    failures = 0
    keep(acknowledged(unsent, answer.acknowledgedSequence))
    become('reporting')
    options.onAnswer?.(answer)
    goOn()
  }

  function stayAway(): void {
    if (underWay > 0) return
    become('away')
    retryIn(retryMs[Math.min(failures, retryMs.length - 1)] ?? 15_000, exchangeAll)
    failures += 1
  }

  function endingOf(errorCode: number | undefined): ReporterState | undefined {
    if (errorCode === undefined) return undefined
    if (errorCode === codes.takenOver) return 'taken-over'
    if (errorCode === codes.takenDown) return 'taken-down'
    return errorCode === codes.notBought ? 'not-bought' : undefined
  }

  function obey(
    heartbeat: Heartbeat,
    { errorCode, retryAfterMs = retryMinMs }: Outcome<Answer> & { kind: 'refused' },
  ): void {
    failures = 0
    if (errorCode === codes.tooFast) {
      retryIn(Math.max(retryMinMs, retryAfterMs))
      return
    }
    const ending = endingOf(errorCode)
    if (ending) {
      become(ending)
      keep({ ...unsent, pending: undefined, open: nothingOpen })
      return
    }
    // The same heartbeat would be refused for ever.
    keep(acknowledged(unsent, heartbeat.sequence))
    become('reporting')
    goOn()
  }

  /** After an answer: the rest of a large heartbeat, and what was requested meanwhile. */
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
