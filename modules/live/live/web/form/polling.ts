/** Polls a live session that its supplier is creating (LIVE-122 to LIVE-125). */

const POLL_EVERY_MS = 5000
const POLL_TRIES = 24
/** The value of `requestStatus` and `genseeStatus` for a created live session (LIVE-132). */
const CREATED = 3

export interface PolledLive {
  readonly status: number
  readonly requestStatus: number | null
  readonly genseeStatus: number | null
  readonly organizerToken: string | null
}

/**
 * Published, created by the supplier, and with the organizer's token; without one of them the polling continues
 * (LIVE-123).
 */
export function isReady({ status, requestStatus, genseeStatus, organizerToken }: PolledLive): boolean {
  return status === 1 && (requestStatus === CREATED || genseeStatus === CREATED) && !!organizerToken
}

interface Polling<Live extends PolledLive> {
  readonly ask: (signal: AbortSignal) => Promise<Live>
  /** Ends the polling and the request in flight. */
  readonly signal: AbortSignal
  /** Whether a failed request is only a failed attempt; another failure ends the polling. */
  readonly mayPass: (error: unknown) => boolean
}

/** The live session once it is ready; undefined after the last attempt or an abort. */
export async function pollUntilReady<Live extends PolledLive>({
  ask,
  signal,
  mayPass,
}: Polling<Live>): Promise<Live | undefined> {
  for (let tries = 1; tries <= POLL_TRIES && !signal.aborted; tries += 1) {
    try {
      const live = await ask(signal)
      if (signal.aborted) return undefined
      if (isReady(live)) return live
    } catch (error) {
      if (signal.aborted) return undefined
      if (!mayPass(error)) throw error
    }
    if (tries < POLL_TRIES) await pause(POLL_EVERY_MS, signal)
  }
  return undefined
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
