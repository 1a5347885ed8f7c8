import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  FIRST_BYTES_MS,
  openPersistentStream,
  type PersistentStream,
  POLL_MS,
  SILENCE_MAX_MS,
  type StreamEvent,
} from '#web/realtime/persistent-stream.ts'
import { type Channel, shareEvents, type Tab } from '#web/realtime/shared-events.ts'

const encoder = new TextEncoder()
const MISSED = { name: 'missed' }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Lets everything happen that waits for nothing but its turn. */
const settle = () => vi.advanceTimersByTimeAsync(0)

/** The server's end of the streams that were opened. */
class FakeServer {
  readonly streams: { say: (text: string) => void; end: () => void; isGivenUp: () => boolean }[] = []
  failure: Error | undefined

  readonly open = async (signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const { failure } = this
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    this.streams.push({
      say: (text) => controller?.enqueue(encoder.encode(text)),
      end: () => controller?.close(),
      isGivenUp: () => signal.aborted,
    })
    if (failure) throw failure
    return new ReadableStream({
      start(given) {
        controller = given
      },
    })
  }

  get last() {
    const stream = this.streams.at(-1)
    if (!stream) throw new Error('no stream was opened')
    return stream
  }
}

const final = new Error('the session has ended')

describe('a persistent stream', () => {
  let server: FakeServer
  let events: StreamEvent[]
  let stream: PersistentStream

  beforeEach(() => {
    server = new FakeServer()
    events = []
  })
  afterEach(() => stream.stop())

  async function hold(failure?: Error) {
    server.failure = failure
    stream = openPersistentStream({
      open: server.open,
      onEvent: (event) => events.push(event),
      isFinal: (reason) => reason === final,
      random: () => 1,
    })
    await settle()
  }

  test('tells to read everything once it is open, then what comes, however the bytes are cut', async () => {
    await hold()
    server.last.say(': here\n\n')
    await settle()
    expect(events).toEqual([MISSED])
    for (const part of ['event: notifica', 'tion\nda', 'ta: {"unread":3}\n', '\n']) {
      server.last.say(part)
      await settle()
    }
    expect(events.slice(1)).toEqual([{ name: 'notification', data: { unread: 3 } }])
  })

  test('ignores data that is no object, and events without a name', async () => {
    await hold()
    server.last.say('event: todo\ndata: {broken\n\ndata: {}\n\nevent: task\ndata: "text"\n\n')
    await settle()
    expect(events).toEqual([MISSED, { name: 'todo', data: undefined }, { name: 'task', data: undefined }])
  })

  test('is opened again after an end, and tells to read what may have been missed', async () => {
    await hold()
    server.last.say(':\n\n')
    await settle()
    server.last.end()
    await vi.advanceTimersByTimeAsync(3999)
    expect(server.streams).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.streams).toHaveLength(2)
    server.last.say(':\n\n')
    await settle()
    expect(events).toEqual([MISSED, MISSED])
  })

  test('waits longer from failure to failure, up to a minute', async () => {
    await hold(new Error('no connection'))
    const times: number[] = []
    for (let count = 1; times.length < 7; await vi.advanceTimersByTimeAsync(1000)) {
      if (server.streams.length > count) {
        times.push(Date.now())
        count = server.streams.length
      }
    }
    const waits = times.slice(1).map((time, at) => Math.round((time - (times[at] ?? 0)) / 1000))
    expect(waits).toEqual([8, 16, 32, 60, 60, 60])
  })

  test('comes back at a time of its own', async () => {
    server.failure = new Error('no connection')
    stream = openPersistentStream({
      open: server.open,
      onEvent: () => undefined,
      isFinal: () => false,
      random: () => 0,
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.streams).toHaveLength(2)
  })

  test('is given up when it falls silent', async () => {
    await hold()
    server.last.say(':\n\n')
    await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS - 1)
    server.last.say(':\n\n')
    await vi.advanceTimersByTimeAsync(SILENCE_MAX_MS - 1)
    expect(server.last.isGivenUp()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.streams[0]?.isGivenUp()).toBe(true)
    // It was a good one for long: the next comes soon.
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.streams).toHaveLength(2)
  })

  test('that a proxy keeps back is given up, and listeners read once a minute until one stays open', async () => {
    await hold()
    await vi.advanceTimersByTimeAsync(FIRST_BYTES_MS)
    expect(server.streams[0]?.isGivenUp()).toBe(true)
    await vi.advanceTimersByTimeAsync(2 * POLL_MS - FIRST_BYTES_MS)
    expect(events).toEqual([MISSED, MISSED])
    while (server.last.isGivenUp()) await vi.advanceTimersByTimeAsync(1000)
    server.last.say(':\n\n')
    await settle()
    const before = events.length
    const say = setInterval(() => server.last.say(':\n\n'), 20_000)
    await vi.advanceTimersByTimeAsync(3 * POLL_MS)
    clearInterval(say)
    expect(events).toHaveLength(before)
  })

  test('is opened at once when the machine wakes', async () => {
    await hold(new Error('no connection'))
    await vi.advanceTimersByTimeAsync(20_000)
    const before = server.streams.length
    server.failure = undefined
    stream.wake()
    await settle()
    expect(server.streams).toHaveLength(before + 1)
  })

  test('is not trusted on waking when it was silent for long, and is when it was not', async () => {
    await hold()
    server.last.say(':\n\n')
    await vi.advanceTimersByTimeAsync(20_000)
    stream.wake()
    expect(server.last.isGivenUp()).toBe(false)
    await vi.advanceTimersByTimeAsync(6000)
    stream.wake()
    expect(server.last.isGivenUp()).toBe(true)
  })

  test('is not opened again once the session has ended', async () => {
    await hold(final)
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(server.streams).toHaveLength(1)
    expect(events).toEqual([])
  })

  test('ends when it is stopped, and stays ended', async () => {
    await hold()
    server.last.say(':\n\n')
    await settle()
    stream.stop()
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(server.last.isGivenUp()).toBe(true)
    expect(server.streams).toHaveLength(1)
    expect(events).toEqual([MISSED])
  })
})

/** The locks and channels of one browser. */
class FakeBrowser {
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #names = new Set<string>()
  readonly #channels = new Map<string, Set<Channel>>()

  readonly locks = {
    request: (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const take = () => {
          this.#names.add(name)
          void work().then(() => {
            this.#names.delete(name)
            resolve()
            this.#waiting.get(name)?.shift()?.()
          })
        }
        if (!this.#names.has(name)) return take()
        const queue = this.#waiting.get(name) ?? []
        this.#waiting.set(name, queue)
        queue.push(take)
        signal.addEventListener('abort', () => {
          queue.splice(queue.indexOf(take), 1)
          reject(signal.reason)
        })
      }),
  } as unknown as NonNullable<Tab['locks']>

  readonly openChannel = (name: string): Channel => {
    const all = this.#channels.get(name) ?? new Set()
    this.#channels.set(name, all)
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        const event = { data: structuredClone(data) } as MessageEvent
        for (const other of all) if (other !== channel) other.onmessage?.call(other as BroadcastChannel, event)
      },
      close: () => void all.delete(channel),
    }
    all.add(channel)
    return channel
  }
}

/** One tab of a browser, with the streams that it holds itself. */
class FakeTab {
  readonly heard: StreamEvent[] = []
  readonly streams: { send: (event: StreamEvent) => void; wakes: number; stopped: boolean }[] = []
  hidden = false
  readonly #browser: FakeBrowser
  readonly #hasLocks: boolean
  readonly #changes = new Set<() => void>()
  leave: () => void = () => undefined

  constructor(browser: FakeBrowser, hasLocks = true) {
    this.#browser = browser
    this.#hasLocks = hasLocks
  }

  join(name = 'events'): this {
    this.leave = shareEvents({
      name,
      deliver: (event) => this.heard.push(event),
      tab: {
        locks: this.#hasLocks ? this.#browser.locks : undefined,
        openChannel: this.#browser.openChannel,
        isHidden: () => this.hidden,
        onChange: (listener) => {
          this.#changes.add(listener)
          return () => this.#changes.delete(listener)
        },
      },
      hold: (send) => {
        const stream = { send, wakes: 0, stopped: false }
        this.streams.push(stream)
        return {
          wake: () => {
            stream.wakes += 1
          },
          stop: () => {
            stream.stopped = true
          },
        }
      },
    })
    return this
  }

  show(hidden: boolean): void {
    this.hidden = hidden
    for (const change of this.#changes) change()
  }

  get holds(): boolean {
    return this.streams.some((stream) => !stream.stopped)
  }
}

describe('tabs of one browser', () => {
  const todo = { name: 'todo', data: { id: '1' } }

  test('share one stream, and each hears its events once', () => {
    const browser = new FakeBrowser()
    const [first, second, third] = [1, 2, 3].map(() => new FakeTab(browser).join())
    expect([first, second, third].map((tab) => tab?.holds)).toEqual([true, false, false])
    first?.streams[0]?.send(todo)
    expect([first, second, third].map((tab) => tab?.heard)).toEqual([[todo], [MISSED, todo], [MISSED, todo]])
  })

  test('pass the stream on when the tab that has it is closed', async () => {
    const browser = new FakeBrowser()
    const first = new FakeTab(browser).join()
    const second = new FakeTab(browser).join()
    const third = new FakeTab(browser).join()
    first.leave()
    await settle()
    expect([first, second, third].map((tab) => tab.holds)).toEqual([false, true, false])
    second.streams[0]?.send(todo)
    expect([first.heard, third.heard]).toEqual([[], [MISSED, todo]])
  })

  test('that wait leave the queue when their member signs out', async () => {
    const browser = new FakeBrowser()
    const first = new FakeTab(browser).join()
    const second = new FakeTab(browser).join()
    second.leave()
    first.leave()
    await settle()
    expect(second.streams).toEqual([])
  })

  test('a tab that joins reads again what changed before it took part, and no other tab does', () => {
    const browser = new FakeBrowser()
    const first = new FakeTab(browser).join()
    const second = new FakeTab(browser).join()
    expect([first.heard, second.heard]).toEqual([[], [MISSED]])
    const third = new FakeTab(browser).join()
    expect([first.heard, second.heard, third.heard]).toEqual([[], [MISSED], [MISSED]])
  })

  test('of two members share nothing', () => {
    const browser = new FakeBrowser()
    const first = new FakeTab(browser).join('events.a')
    const second = new FakeTab(browser).join('events.b')
    expect([first.holds, second.holds]).toEqual([true, true])
    first.streams[0]?.send(todo)
    expect(second.heard).toEqual([])
  })

  test('wake the stream of the one that has it, when one of them is looked at', () => {
    const browser = new FakeBrowser()
    const holder = new FakeTab(browser).join()
    const other = new FakeTab(browser).join()
    holder.show(true)
    expect(holder.streams[0]?.wakes).toBe(0)
    other.show(false)
    holder.show(false)
    expect(holder.streams[0]?.wakes).toBe(2)
  })

  test('without locks have a stream each, as long as they are seen', () => {
    const browser = new FakeBrowser()
    const first = new FakeTab(browser, false).join()
    const second = new FakeTab(browser, false).join()
    expect([first.holds, second.holds]).toEqual([true, true])
    first.show(true)
    expect([first.holds, second.holds]).toEqual([false, true])
    first.show(false)
    expect(first.streams).toHaveLength(2)
    first.streams[1]?.send(todo)
    expect([first.heard, second.heard]).toEqual([[todo], []])
    first.leave()
    expect(first.holds).toBe(false)
  })
})
