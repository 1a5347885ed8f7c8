/** How far what is being typed has got: to this tab, on its way, to the server, or kept until the server can be had. */
export type DraftState = 'waiting' | 'saving' | 'saved' | 'failed'

interface Options<Draft> {
  readonly send: (draft: Draft) => Promise<unknown>
  readonly onState: (state: DraftState) => void
}

const pauseMs = 800
const againMs = 4000

/** Sends what was typed last after a pause, one at a time, and tries again until it has arrived. */
export class DraftSaver<Draft> {
  readonly #options: Options<Draft>
  #waiting: { readonly draft: Draft } | undefined
  #sending: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options<Draft>) {
    this.#options = options
  }

  change(draft: Draft): void {
    this.#waiting = { draft }
    this.#options.onState('waiting')
    this.#later(pauseMs)
  }

  /** What waits is sent now: the screen goes, or the network is back. */
  flush(): void {
    clearTimeout(this.#timer)
    if (this.#waiting && !this.#sending) this.#sending = this.#send(this.#waiting.draft)
  }

  /** Nothing more is sent, and nothing is on its way any longer: the draft has become something else. */
  async drop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#waiting = undefined
    await this.#sending
    // What failed on its way waited again.
    clearTimeout(this.#timer)
    this.#waiting = undefined
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), ms)
  }

  async #send(draft: Draft): Promise<void> {
    const { send, onState } = this.#options
    const sent = this.#waiting
    onState('saving')
    try {
      await send(draft)
      this.#sending = undefined
      if (this.#waiting !== sent) return this.#later(pauseMs)
      this.#waiting = undefined
      onState('saved')
    } catch {
      this.#sending = undefined
      onState('failed')
      this.#later(againMs)
    }
  }
}
