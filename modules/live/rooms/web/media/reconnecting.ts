/** A connection that reconnects after every loss, until it is closed. */
import { waitBefore } from '../connection/backoff.ts'

export interface Closable {
  close(): void
}

export interface ReconnectingOptions<T extends Closable> {
  /** Opens a connection; it calls `onLost` when it breaks and must be replaced. */
  readonly make: (onLost: () => void) => Promise<T>
  readonly onMade?: (made: T) => void
  /** true: another attempt is useless. */
  readonly onFailed?: (error: unknown) => boolean
  readonly random?: () => number
}

export class Reconnecting<T extends Closable> {
  readonly #options: ReconnectingOptions<T>
  #current: T | undefined
  #round = 0
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(options: ReconnectingOptions<T>) {
    this.#options = options
    void this.#make()
  }

  get current(): T | undefined {
    return this.#current
  }

  /** Replaces the connection at once. */
  renew(): void {
    if (this.#closed) return
    this.#attempt = 0
    this.#drop()
    void this.#make()
  }

  /** If it is not connected: tries at once instead of waiting. */
  hurry(): void {
    if (this.#current === undefined) this.renew()
  }

  /** The connection works: after the next loss the first retry is fast. */
  confirmWorking(): void {
    this.#attempt = 0
  }

  close(): void {
    this.#closed = true
    this.#drop()
  }

  #drop(): void {
    this.#round++
    clearTimeout(this.#timer)
    this.#current?.close()
    this.#current = undefined
  }

  async #make(): Promise<void> {
    const round = ++this.#round
    const isOld = () => round !== this.#round || this.#closed
    try {
      const made = await this.#options.make(() => !isOld() && this.#retry())
      if (isOld()) return made.close()
      this.#current = made
      this.#options.onMade?.(made)
    } catch (error) {
      if (isOld()) return
      if (this.#options.onFailed?.(error)) this.#closed = true
      else this.#retry()
    }
  }

  #retry(): void {
    this.#drop()
    const wait = waitBefore(this.#attempt++, this.#options.random ?? Math.random)
    this.#timer = setTimeout(() => void this.#make(), wait)
  }
}
