/** The reporters of this page, and what earlier pages left behind. */
import type { Beat as BeatAnswer } from '../../../contract/learning.ts'
import { createOutbox, isEmpty, type Unsent } from './outbox.ts'
import { createReporter, type Reporter, type ReporterState } from './reporter.ts'
import { sendBeat } from './send-beat.ts'

/** How long the start of a playback waits for the beats of the one before. */
const SETTLE_MS = 4000

const outbox = createOutbox(localStorage, Date.now)
const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Reporters of this page that still have something to say; they outlive the screen that began them. */
const speaking = new Set<Reporter>()
addEventListener('online', () => {
  for (const reporter of speaking) reporter.wake()
})
addEventListener('pagehide', () => {
  for (const reporter of speaking) reporter.leave()
})

export interface Reporting {
  readonly reporter: Reporter
  /** No more is added; what is there is still brought to the server. */
  close(): void
}

interface ReportingOptions {
  readonly playbackId: string
  readonly memberId: string
  readonly onAnswer?: (answer: BeatAnswer) => void
  readonly onState?: (state: ReporterState) => void
}

export function startReporting(options: ReportingOptions, from?: Unsent): Reporting {
  const reporter = createReporter({ ...options, send: sendBeat, outbox, later }, from)
  let close: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  speaking.add(reporter)
  const gone = closed.then(() => reporter.settled()).then(() => speaking.delete(reporter))
  void holdLock(options.playbackId, () => gone)
  return {
    reporter,
    close() {
      reporter.flush()
      close()
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

/** Brings to the server what an earlier page of this member could not, then answers. Later failures are tried again. */
export async function deliverLeftovers(memberId: string): Promise<void> {
  const left = outbox.list(memberId).filter((unsent) => unsent.pending || !isEmpty(unsent.open))
  await withinTime(Promise.all(left.map((unsent) => deliver(unsent, memberId))))
}

async function deliver(unsent: Unsent, memberId: string): Promise<void> {
  const run = async () => {
    // Another tab may have brought it meanwhile.
    if (!outbox.list(memberId).some(({ playbackId }) => playbackId === unsent.playbackId)) return
    const reporter = createReporter({ playbackId: unsent.playbackId, memberId, send: sendBeat, outbox, later }, unsent)
    speaking.add(reporter)
    reporter.flush()
    await reporter.settled()
    speaking.delete(reporter)
  }
  await holdLock(unsent.playbackId, run)
}

/** Waits until everything of this page is acknowledged; a server that is away is not waited for. */
export async function settleReporting(): Promise<void> {
  const reporting = [...speaking].filter((reporter) => reporter.state() === 'reporting')
  await withinTime(Promise.all(reporting.map((reporter) => reporter.settled())))
}

async function withinTime(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, SETTLE_MS))])
}
