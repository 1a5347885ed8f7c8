/**
 * The room's socket: numbered requests, their answers, batches of events. It reconnects by itself after a loss. It
 * knows nothing of rooms, so tests use it with a fake socket.
 */
import { waitBefore } from './backoff.ts'

/** The part of a WebSocket that the channel uses. */
export interface SocketLike {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

export interface Message {
  readonly [field: string]: unknown
}

/** The room refused a request. */
export class Refused extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
  constructor(code: number, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.data = data
  }
}

/** The socket was lost or closed before the answer came: the client does not know whether the request succeeded. */
export class Lost extends Error {
  constructor() {
    super('the connection was lost before the answer')
    this.name = 'Lost'
  }
}

export type ChannelState = 'connecting' | 'open' | 'away' | 'closed'

export interface ChannelOptions {
  /**
   * The address with a fresh ticket. A rejection that is `isFinal` ends the channel; after any other the channel tries
   * again.
   */
  readonly address: () => Promise<string>
  readonly isFinal: (failure: unknown) => boolean
  readonly connect: (address: string) => SocketLike
  readonly onEvents: (events: readonly Message[]) => void
  /** `again`: the socket is open, but not for the first time. */
  readonly onState: (state: ChannelState, again: boolean) => void
  /** The channel has ended by itself, not by `close`. */
  readonly onEnd: (reason: unknown) => void
  /** Close codes after which the client does not reconnect: removed, room over, opened elsewhere. */
  readonly finalCodes: ReadonlySet<number>
  readonly random: () => number
  readonly requestTimeoutMs?: number
}

interface Pending {
  readonly resolve: (answer: Message) => void
  readonly reject: (reason: unknown) => void
  readonly timer: ReturnType<typeof setTimeout>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const REQUEST_TIMEOUT_MS = 10_000
/** A socket that does not open within this time is given up. */
const OPEN_TIMEOUT_MS = 10_000

export class Channel {
  readonly #options: ChannelOptions
  readonly #pending = new Map<number, Pending>()
  #socket: SocketLike | undefined
  #state: ChannelState = 'connecting'
  #number = 0
  #attempt = 0
  #wasOpen = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ChannelOptions) {
    this.#options = options
  }

  get state(): ChannelState {
    return this.#state
  }

  start(): void {
    void this.#open()
  }

  /** Resolves to the answer; rejects with `Refused` or `Lost`. */
  request(op: string, fields: Message = {}): Promise<Message> {
    const socket = this.#socket
    if (this.#state !== 'open' || !socket) return Promise.reject(new Lost())
    const n = ++this.#number
    return new Promise((resolve, reject) => {
      // No answer at all: the socket hangs, for example after a change of network. The channel reconnects.
      const timer = setTimeout(() => this.#drop(socket), this.#options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS)
      this.#pending.set(n, { resolve, reject, timer })
      socket.send(JSON.stringify({ ...fields, n, op }))
    })
  }

  /** The network changed, or the page was asleep: tries at once instead of waiting. */
  hurry(): void {
    if (this.#state !== 'away' || this.#timer === undefined) return
    this.#attempt = 0
    this.#schedule(0)
  }

  /** Closes a socket that is known to be broken. */
  giveUpSocket(): void {
    if (this.#socket) this.#drop(this.#socket)
  }

  close(): void {
    this.#end()
  }

  #setState(state: ChannelState, again = false): void {
    this.#state = state
    this.#options.onState(state, again)
  }

  async #open(): Promise<void> {
    this.#timer = undefined
    let address: string
    try {
      address = await this.#options.address()
    } catch (failure) {
      if (this.#state === 'closed') return
      if (!this.#options.isFinal(failure)) return this.#retry()
      this.#end()
      return this.#options.onEnd(failure)
    }
    if (this.#state === 'closed') return
    this.#follow(this.#options.connect(address))
  }

  #follow(socket: SocketLike): void {
    this.#socket = socket
    const slow = setTimeout(() => this.#drop(socket), OPEN_TIMEOUT_MS)
    socket.onopen = () => {
      clearTimeout(slow)
      if (this.#socket !== socket) return
      const again = this.#wasOpen
      this.#wasOpen = true
      this.#attempt = 0
      this.#setState('open', again)
    }
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === 'string') this.#handleMessage(data)
    }
    socket.onclose = ({ code }) => {
      clearTimeout(slow)
      if (this.#socket !== socket) return
      if (!this.#options.finalCodes.has(code)) return this.#drop(socket)
      this.#end()
      this.#options.onEnd(code)
    }
  }

  #handleMessage(text: string): void {
    const parsedMessage = parsed(text)
    if (typeof parsedMessage !== 'object' || parsedMessage === null) return
    const message = parsedMessage as Message
    if (Array.isArray(parsedMessage)) this.#options.onEvents(parsedMessage as Message[])
    else if (typeof message.n === 'number') this.#answer(message.n, message)
    else if (typeof message.e === 'string') this.#options.onEvents([message])
  }

  #answer(n: number, message: Message): void {
    const pending = this.#pending.get(n)
    if (!pending) return
    this.#pending.delete(n)
    clearTimeout(pending.timer)
    const error = message.error as { code?: number; message?: string; data?: Record<string, unknown> } | undefined
    if (error) pending.reject(new Refused(error.code ?? 0, error.message ?? '', error.data))
    else pending.resolve(message)
  }

  #drop(socket: SocketLike): void {
    if (this.#socket !== socket) return
    this.#forget()
    this.#retry()
  }

  #retry(): void {
    if (this.#state !== 'away') this.#setState('away')
    this.#schedule(waitBefore(this.#attempt++, this.#options.random))
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#open(), afterMs)
  }

  /** Leaves the socket, and rejects the pending requests. */
  #forget(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(new Lost())
    }
    this.#pending.clear()
  }

  #end(): void {
    clearTimeout(this.#timer)
    if (this.#state === 'closed') return
    this.#setState('closed')
    this.#forget()
  }
}
