/**
 * Sends what a respondent answers a moment after each change, the newest alone: an answer that was changed again is never sent.
 * Whatever fails on its way is sent again, so an interruption of the network costs nothing.
 */

/** `offline`: it could not be sent, and is tried again. `ended`: the server takes no more answers. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'ended'

export type SendResult = 'stored' | 'unreachable' | 'ended'

interface Options<Answers> {
  readonly send: (answers: Answers) => Promise<SendResult>
  readonly onState: (state: SaveState) => void
}

export const restMs = 800
const retryMsMin = 2000
const retryMsMax = 20_000

export class AnswerSaver<Answers> {
  readonly #options: Options<Answers>
  /** What the server does not have yet. */
  #waiting: { readonly answers: Answers } | undefined
  #sending: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #state: SaveState = 'saved'

  constructor(options: Options<Answers>) {
    this.#options = options
  }

  get state(): SaveState {
    return this.#state
  }

  change(answers: Answers): void {
    if (this.#state === 'ended') return
    this.#waiting = { answers }
    if (this.#state === 'saved') this.#show('saving')
    this.#plan(restMs)
  }

  /** Sends what waits, now; answers whether the server has all of it. */
  async flush(): Promise<boolean> {
    this.#stop()
    // What comes while one is on its way goes after it.
    while (this.#sending || (this.#waiting && this.#state !== 'ended')) {
      const failures = this.#failures
      this.#sending ??= this.#sendOnce().finally(() => {
        this.#sending = undefined
      })
      await this.#sending
      if (this.#failures > failures) return false
    }
    return this.#waiting === undefined
  }

  /** Nothing is sent by itself until something changes again. */
  close(): void {
    this.#stop()
  }

  /** All of it is submitted: there is nothing left to send. */
  end(): void {
    this.#stop()
    this.#waiting = undefined
    this.#state = 'ended'
  }

  async #sendOnce(): Promise<void> {
    const sent = this.#waiting
    if (!sent) return
    this.#show(this.#state === 'offline' ? 'offline' : 'saving')
    const result = await this.#options.send(sent.answers)
    if (result === 'unreachable') {
      this.#failures += 1
      this.#show('offline')
      this.#plan(Math.min(retryMsMax, retryMsMin * 2 ** (this.#failures - 1)))
      return
    }
    this.#failures = 0
    if (this.#waiting === sent) this.#waiting = undefined
    this.#show(result === 'ended' ? 'ended' : this.#waiting ? 'saving' : 'saved')
  }

  #plan(ms: number): void {
    this.#stop()
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #show(state: SaveState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
