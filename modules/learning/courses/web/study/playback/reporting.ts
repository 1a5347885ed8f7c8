/** The reporters of this page, and what earlier pages left behind. */
import type { HeartbeatAnswer } from '../../../contract/learning.ts'
import { createOutbox, isEmpty, type OpenPart, type Unsent } from './outbox.ts'
import { createReporter, type Reporter, type ReporterState } from './reporter.ts'
import { sendBeat } from './send-beat.ts'

/** How long the start of a playback waits for the beats of the one before. */
const SETTLE_MS = 4000
/** A beat leaves at least this often while something is studied. */
const BEAT_EVERY_MS = 5000

const outbox = createOutbox(localStorage, Date.now)
const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Tells the other tabs of this browser that a playback has begun here. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('shuyuan.playback') : undefined

/** Reporters of this page that still have something to say; they outlive the screen that began them. */
const speaking = new Map<Reporter, { readonly report: (always?: boolean) => void; readonly leave: () => void }>()

addEventListener('online', () => {
  for (const reporter of speaking.keys()) reporter.wake()
})
addEventListener('pagehide', () => {
  for (const { leave } of speaking.values()) leave()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const { report } of speaking.values()) report()
})
// The server's answer tells this page that its playback counts no more.
channel?.addEventListener('message', () => {
  for (const { report } of speaking.values()) report(true)
})

export interface Reporting {
  /** Where what was studied comes from. Answers the function that ends it. */
  collectFrom(source: () => OpenPart): () => void
  /** Keeps what was studied in the browser; it leaves with the next beat. */
  keep(): void
  /** Sends what was studied. `always`: the place too, where nothing else is new. */
  report(always?: boolean): void
  /** No more is added; what is there is still brought to the server. */
  close(): void
}

interface ReportingOptions {
  readonly playbackId: string
  readonly memberId: string
  readonly beatEveryMs: number
  readonly onAnswer: (answer: HeartbeatAnswer) => void
  readonly onState: (state: ReporterState) => void
}

export function startReporting(options: ReportingOptions): Reporting {
  const { playbackId, memberId, onAnswer, onState } = options
  const reporter = createReporter({ playbackId, memberId, onAnswer, onState, send: sendBeat, outbox, later })
  let source: (() => OpenPart) | undefined
  let place: number | undefined

  function keep(always = false): void {
    const part = source?.()
    if (!part) return
    const still = part.intervals.length === 0 && part.activeMs === 0 && part.position === place
    place = part.position
    if (always || !still) reporter.add(part)
  }
  function report(always = false): void {
    keep(always)
    reporter.flush()
  }

  let end: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    end = resolve
  })
  const timer = setInterval(report, Math.min(BEAT_EVERY_MS, options.beatEveryMs))
  speaking.set(reporter, {
    report,
    leave() {
      keep()
      reporter.leave()
    },
  })
  void holdLock(playbackId, () => closed.then(() => reporter.settled()).then(() => speaking.delete(reporter)))
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
      end()
    },
  }
}

function lockName(playbackId: string): string {
  return `shuyuan.playback.${playbackId}`
}

/** While the lock is held no other tab takes these beats for left behind. Browsers without locks do without. */
async function holdLock(playbackId: string, work: () => Promise<unknown>): Promise<void> {
  if (!navigator.locks) await work()
  else await navigator.locks.request(lockName(playbackId), { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

/**
 * Brings to the server what an earlier page of this member could not. `waiting`: some of it is still on its way, and is
 * tried again.
 */
export async function deliverLeftovers(memberId: string): Promise<'none' | 'delivered' | 'waiting'> {
  const left = outbox.list(memberId).filter((unsent) => unsent.pending || !isEmpty(unsent.open))
  if (left.length === 0) return 'none'
  const isDelivered = await withinTime(Promise.all(left.map((unsent) => deliver(unsent, memberId))))
  return isDelivered ? 'delivered' : 'waiting'
}

async function deliver(unsent: Unsent, memberId: string): Promise<void> {
  const { playbackId } = unsent
  await holdLock(playbackId, async () => {
    // Another tab may have brought it meanwhile.
    if (!outbox.list(memberId).some((kept) => kept.playbackId === playbackId)) return
    const reporter = createReporter({ playbackId, memberId, send: sendBeat, outbox, later }, unsent)
    speaking.set(reporter, { report: () => undefined, leave: () => undefined })
    reporter.flush()
    await reporter.settled()
    speaking.delete(reporter)
  })
}

/** Waits a while until everything of this page is acknowledged, and answers whether it is. */
export async function settleReporting(): Promise<boolean> {
  const reporters = [...speaking.keys()]
  for (const reporter of reporters) reporter.wake()
  return withinTime(Promise.all(reporters.map((reporter) => reporter.settled())))
}

/** Whether the work was done in time. */
async function withinTime(work: Promise<unknown>): Promise<boolean> {
  const inTime = work.then(() => true)
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), SETTLE_MS))
  return Promise.race([inTime, late])
}
