/** A connection that is made again whenever it is lost, until it is no longer wanted. */
import { waitBefore } from '../connection/backoff.ts'

export interface Closable {
  close(): void
}

export interface KeptOptions<T extends Closable> {
  /** Makes one; `onLost` is called when it broke and has to be made anew. */
  readonly make: (onLost: () => void) => Promise<T>
  readonly onMade?: (made: T) => void
  /** true: not worth another try. */
  readonly onFailed?: (error: unknown) => boolean
  readonly random?: () => number
}

export class Kept<T extends Closable> {
  readonly #options: KeptOptions<T>
  #current: T | undefined
  #round = 0
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(options: KeptOptions<T>) {
    this.#options = options
    void this.#make()
  }

  get current(): T | undefined {
    return this.#current
  }

  /** Makes it anew at once. */
  renew(): void {
    if (this.#closed) return
    this.#attempt = 0
    this.#drop()
    void this.#make()
  }

  /** Not there at the moment: tried at once instead of when its time comes. */
  hurry(): void {
    if (this.#current === undefined) this.renew()
  }

  /** It works: the next loss is met by a quick try again. */
  proven(): void {
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
      const made = await this.#options.make(() => !isOld() && this.#again())
      if (isOld()) return made.close()
      this.#current = made
      this.#options.onMade?.(made)
    } catch (error) {
      if (isOld()) return
      if (this.#options.onFailed?.(error)) this.#closed = true
      else this.#again()
    }
  }

  #again(): void {
    this.#drop()
    const wait = waitBefore(this.#attempt++, this.#options.random ?? Math.random)
    this.#timer = setTimeout(() => void this.#make(), wait)
  }
}
