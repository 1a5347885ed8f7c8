/**
 * What staff have scanned, kept until the server has answered each of it. A scan is stored in the browser before it counts as
 * done, and has an id by which the server takes it once however often it is sent: whatever is in doubt is sent again, after a lost
 * answer, a reload, or a day without network.
 */
import type { Scan } from '../../contract/scanning.ts'
import type { EntryFlag } from '../../contract/states.ts'

/** What the server compares the clock of the device with: when the participants were loaded, by both. */
export interface LoadedClock {
  readonly serverTime: number
  readonly deviceTime: number
}

export interface QueuedScan {
  readonly checkInId: string
  /** Whoever scanned it: nobody else sends it. */
  readonly staffId: string
  /** The order in which they were scanned. */
  readonly sequence: number
  readonly clock: LoadedClock
  readonly scan: Scan
}

export interface ScanAnswer {
  readonly id: string
  readonly result: string
  readonly at: number | null
  readonly flags: readonly EntryFlag[]
}

/** Keeps scans over reloads and crashes. */
export interface ScanStore {
  /** In the order of their numbers. */
  readonly readAll: () => Promise<readonly QueuedScan[]>
  readonly add: (one: QueuedScan) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
}

export type SendResult =
  | { readonly kind: 'answered'; readonly answers: readonly ScanAnswer[] }
  /** Worth another try: no network, a busy server. */
  | { readonly kind: 'unreachable' }
  /** The server takes none of them: the class is closed, for instance. They are kept. */
  | { readonly kind: 'refused'; readonly error: unknown }

export interface QueueState {
  readonly waiting: number
  readonly isSending: boolean
  readonly isAway: boolean
  /** When the server last had everything. */
  readonly sentAt: number | undefined
  readonly refusal: unknown
}

export interface QueueOptions {
  readonly store: ScanStore
  readonly send: (clock: LoadedClock, scans: readonly Scan[]) => Promise<SendResult>
  readonly onState: (state: QueueState) => void
  readonly onAnswers: (answers: readonly ScanAnswer[]) => void
  readonly now: () => number
  readonly batchMax: number
}

export class ScanQueue {
  readonly #options: QueueOptions
  #waiting: QueuedScan[] = []
  #state: QueueState = { waiting: 0, isSending: false, isAway: false, sentAt: undefined, refusal: undefined }
  #running: Promise<void> | undefined

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Takes up what an earlier page has left, and sends it. */
  async open(): Promise<readonly QueuedScan[]> {
    const kept = await this.#options.store.readAll()
    const known = new Set(this.#waiting.map(({ scan }) => scan.id))
    this.#waiting = [...kept.filter(({ scan }) => !known.has(scan.id)), ...this.#waiting]
    this.#tell({})
    void this.send()
    return kept
  }

  /** Stores the scan; it counts from then on. */
  async add(one: QueuedScan): Promise<void> {
    await this.#options.store.add(one)
    this.#waiting.push(one)
    this.#tell({})
    void this.send()
  }

  /** Sends what waits. Called again while it runs, it waits for the same. */
  send(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve()
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
      this.#tell({ isSending: false })
    })
    return this.#running
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#tell({ isSending: true })
      const batch = this.#nextBatch()
      const clock = batch[0]?.clock
      if (!clock) return
      const sent = await this.#options.send(
        clock,
        batch.map(({ scan }) => scan),
      )
      if (sent.kind === 'unreachable') return this.#tell({ isAway: true })
      if (sent.kind === 'refused') return this.#tell({ isAway: false, refusal: sent.error })
      const answered = new Set(sent.answers.map(({ id }) => id))
      // An answer that leaves something out would be asked for again for ever.
      if (answered.size === 0) return this.#tell({ isAway: true })
      await this.#options.store.remove([...answered])
      this.#waiting = this.#waiting.filter(({ scan }) => !answered.has(scan.id))
      this.#options.onAnswers(sent.answers)
      this.#tell({ isAway: false, refusal: undefined })
    }
    this.#tell({ isAway: false, refusal: undefined, sentAt: this.#options.now() })
  }

  /** The first scans that were made under one clock: each is corrected by its own. */
  #nextBatch(): QueuedScan[] {
    const [first] = this.#waiting
    const others = this.#waiting.findIndex(
      ({ clock }) => clock.deviceTime !== first?.clock.deviceTime || clock.serverTime !== first.clock.serverTime,
    )
    return this.#waiting.slice(0, Math.min(others === -1 ? this.#waiting.length : others, this.#options.batchMax))
  }

  #tell(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change, waiting: this.#waiting.length }
    this.#options.onState(this.#state)
  }
}
