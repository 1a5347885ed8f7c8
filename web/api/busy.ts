/**
 * Reads wait for a server that is busy: the screen stays as it is, a calm line says why, and the server is asked again when
 * it wants to be. Writing calls are not repeated: their form keeps what was filled in, and the member sends it again.
 */
import { isBusy } from './call-error.ts'

/** About two minutes; then the screen says that its content could not be loaded, and offers to try again. */
const triesMax = 12
const retryAfterMsUsual = 2000
const waitMsMax = 15_000

let waiting = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  waiting += by
  for (const listener of listeners) listener()
}

/** Whether reads wait for the server. */
export function isServerBusy(): boolean {
  return waiting > 0
}

export function subscribeToBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Longer each time, and not the same for everybody: browsers that lost their server together must not come back together. */
export function retryDelayMs(tries: number, error: unknown, random = Math.random()): number {
  const base = (isBusy(error) ? error.retryAfterMs : undefined) ?? retryAfterMsUsual
  return Math.min(base * 1.5 ** tries, Math.max(base, waitMsMax)) * (1 + random / 2)
}

/** Runs the reading exchange, again and again while the server is busy. */
export async function whileBusy<T>(signal: AbortSignal | undefined, exchange: () => Promise<T>): Promise<T> {
  let isWaiting = false
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return await exchange()
      } catch (error) {
        if (!isBusy(error) || tries >= triesMax || signal?.aborted) throw error
        if (!isWaiting) change(1)
        isWaiting = true
        await pause(retryDelayMs(tries, error), signal)
        if (signal?.aborted) throw error
      }
    }
  } finally {
    if (isWaiting) change(-1)
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
