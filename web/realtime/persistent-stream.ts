/**
 * Keeps one stream of events open. It reconnects after the end with growing delays, and detects a dead stream and a
 * proxy that buffers. It uses no browser API directly, but gets all dependencies as options.
 */
import { createParser } from 'eventsource-parser'

/** The server sends a heartbeat every 20 s; a stream that is silent for this time is dead. */
export const SILENCE_MAX_MS = 45_000
/** The first bytes come at once; where they don't, something between here and the server collects them. */
export const FIRST_BYTES_MS = 10_000
/** The interval at which listeners read again while no stream is open. */
export const POLL_MS = 60_000
const FIRST_WAIT_MS = 4000
const WAIT_MAX_MS = 60_000
/** A stream that was open for this time was a good one: the next is opened without much waiting. */
const LASTING_MS = 30_000
/** After a sleep or a change of the network, a stream from which nothing came for this time is not trusted. */
const DOUBTFUL_AFTER_MS = 25_000
/** An event says what to read again, so it is short. */
const EVENT_LENGTH_MAX = 100_000

/** An event as the server names it; `missed` stands for events that nobody knows: read everything again. */
export interface StreamEvent {
  readonly name: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface PersistentStreamOptions {
  /** Opens the stream; rejects when the server can't be reached or refuses. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  readonly onEvent: (event: StreamEvent) => void
  /** Whether trying again can help after this failure; a session that has ended is not opened again. */
  readonly isFinal: (failure: unknown) => boolean
  /** A number from 0 to 1: browsers that lost their server together must not come back together. */
  readonly random: () => number
}

export interface PersistentStream {
  /** The machine woke up, the network came back, somebody looks again: waiting is over, and silence is suspicious. */
  readonly wake: () => void
  readonly stop: () => void
}

const DEAD = new Error('the stream is silent')

export function openPersistentStream({ open, onEvent, isFinal, random }: PersistentStreamOptions): PersistentStream {
  let stopped = false
  let failures = 0
  let live = false
  let lastBytesAt = 0
  let current: AbortController | undefined
  let endPause: (() => void) | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  const poll = setInterval(() => {
    if (!live) onEvent({ name: 'missed' })
  }, POLL_MS)

  const expectBytesWithin = (ms: number) => {
    clearTimeout(silence)
    silence = setTimeout(() => current?.abort(DEAD), ms)
  }
  const heard = () => {
    lastBytesAt = Date.now()
    expectBytesWithin(SILENCE_MAX_MS)
    if (live) return
    live = true
    // Events before the opening of the stream were not delivered here.
    onEvent({ name: 'missed' })
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const attempt = async (signal: AbortSignal): Promise<void> => {
    expectBytesWithin(FIRST_BYTES_MS)
    const stream = await open(signal)
    await read(stream, signal, heard, onEvent)
  }
  const run = async (): Promise<void> => {
    while (!stopped) {
      current = new AbortController()
      const startedAt = Date.now()
      const failure: unknown = await attempt(current.signal).catch((reason: unknown) => reason)
      clearTimeout(silence)
      current.abort()
      const lasted = live && Date.now() - startedAt >= LASTING_MS
      live = false
      if (stopped) return
      if (failure !== undefined && isFinal(failure)) return stop()
      if (lasted) failures = 0
      const longest = Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** failures)
      failures += 1
      await pause(longest * (0.25 + 0.75 * random()))
    }
  }
  const stop = () => {
    stopped = true
    clearInterval(poll)
    clearTimeout(silence)
    current?.abort()
    endPause?.()
  }
  void run()

  return {
    wake() {
      failures = 0
      endPause?.()
      if (live && Date.now() - lastBytesAt > DOUBTFUL_AFTER_MS) current?.abort(DEAD)
    },
    stop,
  }
}

/** Reads to the end of the stream, or until it is given up. */
async function read(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  heard: () => void,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, data }) => event !== undefined && onEvent({ name: event, data: dataOf(data) }),
    maxBufferSize: EVENT_LENGTH_MAX,
  })
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  const giveUp = () => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', giveUp)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      heard()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

function dataOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
