/**
 * What a candidate changes, kept until the server has it. Every change is numbered, stored in the browser before it counts
 * as taken, and sent in batches; the server answers with the number up to which it has all. Numbers make sending twice
 * harmless, so whatever is in doubt is sent again: after a lost answer, a reload, a crash of the browser, or a new sign-in.
 */

/** A change with its writer (one opened screen) and its number there, from 1. */
export interface JournalEntry<Change> {
  readonly writer: string
  readonly number: number
  readonly change: Change
}

/** Keeps entries over reloads and crashes. */
export interface EntryStore<Change> {
  /** All that is kept of the attempt: each writer's in the order of their numbers, the oldest writer first. */
  readAll: () => Promise<readonly JournalEntry<Change>[]>
  add: (entry: JournalEntry<Change>) => Promise<void>
  /** Forgets the writer's entries up to the number. */
  removeUpTo: (writer: string, number: number) => Promise<void>
}

export interface Batch<Change> {
  readonly writer: string
  /** The number of the first change. */
  readonly first: number
  readonly changes: readonly Change[]
}

/** What came of a batch. `acknowledged`: the server has all of the writer's changes up to that number. */
export type BatchResult =
  | { readonly kind: 'stored'; readonly acknowledged: number }
  /** The server lacks what stood before the batch; it wants this number next. */
  | { readonly kind: 'gap'; readonly wanted: number }
  /** Worth another try: no network, a busy server. */
  | { readonly kind: 'unreachable' }
  /** The changes of these numbers are taken no more, for their section is over; nothing of the batch is stored. */
  | { readonly kind: 'refused'; readonly numbers: readonly number[] }
  | { readonly kind: 'signed-out' }
  /** Nothing is taken any more: the attempt has ended. */
  | { readonly kind: 'ended' }

/** `waiting`: changes that the server does not have yet. */
export interface SaveState {
  readonly kind: 'saved' | 'saving' | 'offline' | 'signed-out' | 'ended'
  readonly waiting: number
}

export interface JournalOptions<Change> {
  /** A name that no other screen has. */
  readonly newWriter: () => string
  readonly store: EntryStore<Change>
  readonly send: (batch: Batch<Change>) => Promise<BatchResult>
  readonly onState: (state: SaveState) => void
  /** Changes that came too late for their section were given up: the candidate has to know how many. */
  readonly onRefused?: (count: number) => void
  /** A number from 0 to 1, which spreads the candidates of an exam over the interval. */
  readonly random?: () => number
}

/** Changes are sent at the latest this long after they were made. */
const sendEveryMsMax = 5000
const sendEveryMsMin = 3000
const retryMsMin = 1000
const batchMax = 200

export class AnswerJournal<Change> {
  readonly #options: JournalOptions<Change>
  readonly #random: () => number
  #waiting: JournalEntry<Change>[]
  #writer: string
  #lastNumber = 0
  #kind: SaveState['kind'] = 'saved'
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #failures = 0
  #isClosed = false

  private constructor(options: JournalOptions<Change>, kept: readonly JournalEntry<Change>[]) {
    this.#options = options
    this.#random = options.random ?? Math.random
    this.#writer = options.newWriter()
    this.#waiting = [...kept]
  }

  /** Takes over what earlier screens of the attempt could not send; it goes out at once. */
  static async open<Change>(options: JournalOptions<Change>): Promise<AnswerJournal<Change>> {
    const journal = new AnswerJournal(options, await options.store.readAll())
    journal.#tell(journal.#waiting.length > 0 ? 'saving' : 'saved')
    void journal.flush()
    return journal
  }

  /** What waits, in the order in which it was made. */
  get waiting(): readonly Change[] {
    return this.#waiting.map(({ change }) => change)
  }

  /** The same as batches, each of one writer and with numbers that follow each other. */
  batches(): Batch<Change>[] {
    const batches: { writer: string; first: number; changes: Change[] }[] = []
    for (const { writer, number, change } of this.#waiting) {
      const last = batches.at(-1)
      const isNext = last?.writer === writer && number === last.first + last.changes.length
      if (last && isNext && last.changes.length < batchMax) last.changes.push(change)
      else batches.push({ writer, first: number, changes: [change] })
    }
    return batches
  }

  get state(): SaveState {
    return { kind: this.#kind, waiting: this.#waiting.length }
  }

  /** This screen, and the number of its last change; 0 before the first. */
  get last(): { readonly writer: string; readonly number: number } {
    return { writer: this.#writer, number: this.#lastNumber }
  }

  /** Settles when the change is kept in the browser: from then on nothing but the loss of the device takes it away. */
  async add(change: Change): Promise<void> {
    this.#lastNumber += 1
    const entry = { writer: this.#writer, number: this.#lastNumber, change }
    this.#waiting.push(entry)
    const stored = this.#options.store.add(entry)
    if (this.#kind === 'saved') this.#tell('saving')
    else this.#tell(this.#kind)
    this.#plan(sendEveryMsMin + this.#random() * (sendEveryMsMax - sendEveryMsMin))
    await stored
  }

  /** Sends what waits, now. Settles when the server has all of it, or can't be reached. */
  flush(): Promise<void> {
    if (this.#kind === 'ended' || this.#isClosed) return Promise.resolve()
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  /** Asks the server how the attempt stands: sends what waits, or a batch without changes. */
  async ask(): Promise<void> {
    if (this.#waiting.length > 0 || this.#sending) return this.flush()
    if (this.#kind === 'ended' || this.#isClosed) return
    const result = await this.#options.send({ writer: this.#writer, first: this.#lastNumber + 1, changes: [] })
    if (result.kind === 'stored') {
      if (this.#waiting.length === 0) this.#tell('saved')
      return
    }
    await this.#take({ writer: this.#writer, first: this.#lastNumber + 1, changes: [] }, result)
  }

  /** Ends the sending of this screen; what waits stays in the browser for the next one. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const batch = this.#nextBatch()
      const result = await this.#options.send(batch)
      if (!(await this.#take(batch, result))) return
    }
    if (!this.#isClosed) this.#tell('saved')
  }

  /** The oldest changes of one writer whose numbers follow each other. */
  #nextBatch(): Batch<Change> {
    const [batch] = this.batches()
    if (!batch) throw new Error('nothing waits')
    return batch
  }

  /** Whether sending goes on. */
  async #take(batch: Batch<Change>, result: BatchResult): Promise<boolean> {
    switch (result.kind) {
      case 'stored':
        this.#failures = 0
        await this.#forget(batch.writer, result.acknowledged)
        if (this.#waiting.length > 0) this.#tell('saving')
        return true
      case 'gap':
        return this.#closeGap(batch, result.wanted)
      case 'refused':
        await this.#giveUp(batch.writer, new Set(result.numbers))
        return true
      case 'ended':
        this.#tell('ended')
        return false
      case 'signed-out':
      case 'unreachable':
        this.#failures += 1
        this.#tell(result.kind === 'signed-out' ? 'signed-out' : 'offline')
        this.#plan(Math.min(sendEveryMsMax, retryMsMin * 2 ** (this.#failures - 1)) * (0.5 + this.#random() / 2))
        return false
    }
  }

  /** The browser has lost what the server wants, for it clears its store at times: the rest gets new numbers. */
  async #closeGap({ writer, first }: Batch<Change>, wanted: number): Promise<boolean> {
    if (wanted > first) {
      await this.#forget(writer, wanted - 1)
      return true
    }
    await this.#renumber(writer)
    return true
  }

  async #giveUp(writer: string, numbers: ReadonlySet<number>): Promise<void> {
    this.#waiting = this.#waiting.filter((entry) => entry.writer !== writer || !numbers.has(entry.number))
    await this.#renumber(writer)
    this.#options.onRefused?.(numbers.size)
  }

  /** What is left of the writer goes on under a writer and numbers that the server does not know yet. */
  async #renumber(writer: string): Promise<void> {
    if (writer === this.#writer) {
      this.#writer = this.#options.newWriter()
      this.#lastNumber = 0
    }
    const left = this.#waiting.filter((entry) => entry.writer === writer)
    const moved = left.map(({ change }) => {
      this.#lastNumber += 1
      return { writer: this.#writer, number: this.#lastNumber, change }
    })
    this.#waiting = [...this.#waiting.filter((entry) => entry.writer !== writer), ...moved]
    for (const entry of moved) await this.#options.store.add(entry)
    await this.#options.store.removeUpTo(writer, Number.MAX_SAFE_INTEGER)
  }

  async #forget(writer: string, number: number): Promise<void> {
    this.#waiting = this.#waiting.filter((entry) => entry.writer !== writer || entry.number > number)
    await this.#options.store.removeUpTo(writer, number)
  }

  #plan(ms: number): void {
    if (this.#isClosed || this.#kind === 'ended') return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, ms)
  }

  #tell(kind: SaveState['kind']): void {
    this.#kind = kind
    this.#options.onState(this.state)
  }
}
