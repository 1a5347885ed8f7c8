/**
 * What several requests ask of the database at the same moment, asked in one statement. While it is under way, the next ones
 * gather; a request that is alone goes at once. A statement of its own costs server and database more than the row that it
 * finds. A statement that takes long, on a connection that has fallen silent, holds up those who asked it, and nobody else.
 */

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Whoever comes later waits this long for a statement under way, and then asks beside it. */
const patienceMs = 250
/** Of one gatherer, under way side by side: each has a connection. */
const statementsMax = 4

export interface GatherSettings<Item> {
  /** More of them wait for the next statement. */
  readonly max: number
  /** Two items of one key are never under way at once; by default all may be. */
  readonly keyOf?: (item: Item) => string
}

export class Gatherer<Item, Result> {
  readonly #settings: GatherSettings<Item>
  /** Answers the items in their order. */
  readonly #ask: (items: readonly Item[]) => Promise<readonly Result[]>
  #waiting: Waiting<Item, Result>[] = []
  /** A statement is about to begin, or is under way and not yet long. */
  #isGathering = false
  #underWay = 0
  readonly #keysUnderWay = new Set<string>()

  constructor(settings: GatherSettings<Item>, ask: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#settings = settings
    this.#ask = ask
  }

  ask(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    if (this.#isGathering || this.#waiting.length === 0 || this.#underWay === statementsMax) return
    this.#isGathering = true
    // What else has arrived in this turn of the event loop comes along.
    setImmediate(() => void this.#askGroup())
  }

  async #askGroup(): Promise<void> {
    const group = this.#takeGroup()
    let isAwaited = true
    const letNextBegin = () => {
      if (isAwaited) this.#isGathering = false
      isAwaited = false
    }
    // All that wait are of keys that are under way: the end of these begins them.
    if (group.length === 0) return letNextBegin()
    this.#underWay += 1
    const patience = setTimeout(() => {
      letNextBegin()
      this.#next()
    }, patienceMs)
    try {
      const results = await this.#ask(group.map(({ item }) => item))
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    clearTimeout(patience)
    this.#underWay -= 1
    for (const { item } of group) this.#keysUnderWay.delete(this.#keyOf(item) ?? '')
    letNextBegin()
    this.#next()
  }

  #keyOf(item: Item): string | undefined {
    return this.#settings.keyOf?.(item)
  }

  #takeGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = []
    const later: Waiting<Item, Result>[] = []
    for (const one of this.#waiting) {
      const key = this.#keyOf(one.item)
      const isNext = group.length < this.#settings.max && (key === undefined || !this.#keysUnderWay.has(key))
      if (isNext) group.push(one)
      else later.push(one)
      if (isNext && key !== undefined) this.#keysUnderWay.add(key)
    }
    this.#waiting = later
    return group
  }
}
