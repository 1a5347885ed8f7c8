/** The reporters of a page, and what earlier pages have left behind. */
import { createOutbox, type Heartbeat, isEmpty, type OpenPart, type Unsent } from './outbox.ts'
import {
  type Acknowledgement,
  createReporter,
  type Reporter,
  type ReporterCodes,
  type ReporterState,
} from './reporter.ts'
import { sendHeartbeat } from './send-heartbeat.ts'

/** How long the start of a playback waits for the heartbeats of the one before. */
const settleMs = 4000
/** A heartbeat leaves at least this often while something is played. */
const heartbeatEveryMs = 5000

/** The calls and codes of a module whose content is played. */
export interface PlaybackWire {
  /** Names what is kept in the browser, and the locks and the channel between its tabs: `shuyuan.<name>.…`. */
  readonly name: string
  readonly codes: ReporterCodes
  /** The path of the heartbeat call, and its body. */
  readonly path: (playbackId: string) => string
  readonly body: (heartbeat: Heartbeat) => unknown
}

/** Reports what one player plays. */
export interface Reporting {
  /** The source of what was played. Answers the function that ends it. */
  collectFrom(source: () => OpenPart): () => void
  /** Keeps what was played in the browser; it leaves with the next heartbeat. */
  keep(): void
  /** Sends what was played. `always`: the position too, where nothing else is new. */
  report(always?: boolean): void
  /** No more is added; what is there is still brought to the server. */
  close(): void
}

export interface ReportingOptions<Answer> {
  readonly playbackId: string
  readonly memberId: string
  readonly beatEveryMs: number
  readonly onAnswer: (answer: Answer) => void
  readonly onState: (state: ReporterState) => void
}

/** The reporting of one module's playbacks, in all tabs of this browser. */
export interface PlaybackReporting<Answer> {
  startReporting(options: ReportingOptions<Answer>): Reporting
  /**
   * Brings to the server what an earlier page of this member could not. `waiting`: some of it is still on its way, and is
   * tried again.
   */
  deliverLeftovers(memberId: string): Promise<'none' | 'delivered' | 'waiting'>
  /** Waits a while until everything of this page is acknowledged, and answers whether it is. */
  settleReporting(): Promise<boolean>
}

const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** While this tab has the lock, no other tab takes these heartbeats for left behind. Browsers without locks do without. */
async function withLock(name: string, work: () => Promise<unknown>): Promise<void> {
  if (!navigator.locks) await work()
  else await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

/** Whether the work was done in time. */
async function withinTime(work: Promise<unknown>): Promise<boolean> {
  const inTime = work.then(() => true)
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), settleMs))
  return Promise.race([inTime, late])
}

type Live = Map<Reporter, { readonly report: (always?: boolean) => void; readonly leave: () => void }>

/** What happens to the page, for its reporters. The channel tells the other tabs that a playback has started here. */
function listen(live: Live, channel: BroadcastChannel | undefined): void {
  addEventListener('online', () => {
    for (const reporter of live.keys()) reporter.wake()
  })
  addEventListener('pagehide', () => {
    for (const { leave } of live.values()) leave()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const { report } of live.values()) report()
  })
  // The server's answer says that the playback of this page counts no more.
  channel?.addEventListener('message', () => {
    for (const { report } of live.values()) report(true)
  })
}

/** Once in a page for each module: it listens to the page as long as the page lives. */
export function createReporting<Answer extends Acknowledgement>(wire: PlaybackWire): PlaybackReporting<Answer> {
  const prefix = `shuyuan.${wire.name}`
  const outbox = createOutbox(localStorage, `${prefix}.`, Date.now)
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(prefix) : undefined
  const lockName = (playbackId: string) => `${prefix}.${playbackId}`
  const send = (playbackId: string, heartbeat: Heartbeat) =>
    sendHeartbeat<Answer>(wire.path(playbackId), wire.body(heartbeat))
  /** Reporters of this page that still have something to send; they outlive the screen that started them. */
  const live: Live = new Map()
  listen(live, channel)

  function startReporting(options: ReportingOptions<Answer>): Reporting {
    const { playbackId, memberId, onAnswer, onState } = options
    const { codes } = wire
    const reporter = createReporter<Answer>({ playbackId, memberId, codes, onAnswer, onState, send, outbox, later })
    let source: (() => OpenPart) | undefined
    let place: number | undefined

    function keep(always = false): void {
      const part = source?.()
      if (!part) return
      const isStill = part.intervals.length === 0 && part.activeMs === 0 && part.position === place
      place = part.position
      if (always || !isStill) reporter.add(part)
    }
    function report(always = false): void {
      keep(always)
      reporter.flush()
    }
    function leave(): void {
      keep()
      reporter.leave()
    }

    const closed = Promise.withResolvers<void>()
    const timer = setInterval(report, Math.min(heartbeatEveryMs, options.beatEveryMs))
    live.set(reporter, { report, leave })
    const untilSettled = () => closed.promise.then(() => reporter.settled()).then(() => live.delete(reporter))
    void withLock(lockName(playbackId), untilSettled)
    channel?.postMessage(playbackId)
    return {
      collectFrom(next) {
        source = next
        place = undefined
        return () => {
          report()
          if (source === next) source = undefined
        }
      },
      keep,
      report,
      close() {
        clearInterval(timer)
        report()
        closed.resolve()
      },
    }
  }

  async function deliver(unsent: Unsent, memberId: string): Promise<void> {
    const { playbackId } = unsent
    await withLock(lockName(playbackId), async () => {
      // Another tab may have brought it meanwhile.
      if (!outbox.list(memberId).some((kept) => kept.playbackId === playbackId)) return
      const reporter = createReporter<Answer>({ playbackId, memberId, codes: wire.codes, send, outbox, later }, unsent)
      live.set(reporter, { report: () => undefined, leave: () => undefined })
      reporter.flush()
      await reporter.settled()
      live.delete(reporter)
    })
  }

  return {
    startReporting,
    async deliverLeftovers(memberId) {
      const left = outbox.list(memberId).filter((unsent) => unsent.pending || !isEmpty(unsent.open))
      if (left.length === 0) return 'none'
      const isDelivered = await withinTime(Promise.all(left.map((unsent) => deliver(unsent, memberId))))
      return isDelivered ? 'delivered' : 'waiting'
    },
    async settleReporting() {
      const reporters = [...live.keys()]
      for (const reporter of reporters) reporter.wake()
      return withinTime(Promise.all(reporters.map((reporter) => reporter.settled())))
    },
  }
}
