/**
 * Aho–Corasick: finds all of many patterns in one pass over a text, whatever their number. Over code points instead of
 * strings, in flat arrays: ten thousand words are built in some milliseconds, and a hundred thousand characters take
 * fewer. Transitions stand in one open-addressed table, keyed by state and symbol.
 */

/** Told for each place where a pattern ends: the pattern's number, and the place of its last character. */
export type OnMatch = (pattern: number, last: number) => void

const NONE = -1

export class Automaton {
  /** Code point → symbol, 0 for those of no pattern. */
  readonly #symbols = new Int32Array(0x10000)
  readonly #symbolsBeyond = new Map<number, number>()
  #symbolCount = 0
  /** The table of transitions: state, symbol, target. */
  readonly #mask: number
  readonly #fromState: Int32Array
  readonly #bySymbol: Int32Array
  readonly #target: Int32Array
  readonly #fail: Int32Array
  /** The nearest state on the way of failures at which a pattern ends; 0 for none. */
  readonly #shorter: Int32Array
  /** The first pattern that ends at a state; the next that ends there too. */
  readonly #endsAt: Int32Array
  readonly #alsoEnds: Int32Array
  #stateCount = 1

  constructor(patterns: readonly Int32Array[]) {
    const statesMax = patterns.reduce((sum, pattern) => sum + pattern.length, 1)
    const slots = 2 ** Math.ceil(Math.log2(statesMax * 2 + 2))
    this.#mask = slots - 1
    this.#fromState = new Int32Array(slots).fill(NONE)
    this.#bySymbol = new Int32Array(slots)
    this.#target = new Int32Array(slots)
    this.#fail = new Int32Array(statesMax)
    this.#shorter = new Int32Array(statesMax)
    this.#endsAt = new Int32Array(statesMax).fill(NONE)
    this.#alsoEnds = new Int32Array(patterns.length).fill(NONE)
    const arrivals = new Int32Array(statesMax)
    const parents = new Int32Array(statesMax)
    for (const [number, pattern] of patterns.entries()) this.#insert(pattern, number, arrivals, parents)
    this.#linkFailures(arrivals, parents)
  }

  search(codes: Int32Array, length: number, onMatch: OnMatch): void {
    let state = 0
    for (let at = 0; at < length; at++) {
      const symbol = this.#symbolOf(codes[at] as number)
      state = symbol === 0 ? 0 : this.#step(state, symbol)
      let ending = this.#endsAt[state] === NONE ? (this.#shorter[state] as number) : state
      while (ending !== 0) {
        let pattern = this.#endsAt[ending] as number
        while (pattern !== NONE) {
          onMatch(pattern, at)
          pattern = this.#alsoEnds[pattern] as number
        }
        ending = this.#shorter[ending] as number
      }
    }
  }

  #symbolOf(code: number): number {
    return code <= 0xffff ? (this.#symbols[code] as number) : (this.#symbolsBeyond.get(code) ?? 0)
  }

  #newSymbol(code: number): number {
    const known = this.#symbolOf(code)
    if (known !== 0) return known
    this.#symbolCount += 1
    if (code <= 0xffff) this.#symbols[code] = this.#symbolCount
    else this.#symbolsBeyond.set(code, this.#symbolCount)
    return this.#symbolCount
  }

  /** The slot of a transition, or the free one where it would stand. */
  #slot(state: number, symbol: number): number {
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & this.#mask
    while (this.#fromState[slot] !== NONE && (this.#fromState[slot] !== state || this.#bySymbol[slot] !== symbol)) {
      slot = (slot + 1) & this.#mask
    }
    return slot
  }

  #step(from: number, symbol: number): number {
    let state = from
    for (;;) {
      const slot = this.#slot(state, symbol)
      if (this.#fromState[slot] !== NONE) return this.#target[slot] as number
      if (state === 0) return 0
      state = this.#fail[state] as number
    }
  }

  #insert(pattern: Int32Array, number: number, arrivals: Int32Array, parents: Int32Array): void {
    if (pattern.length === 0) return
    let state = 0
    for (const code of pattern) {
      const symbol = this.#newSymbol(code)
      const slot = this.#slot(state, symbol)
      if (this.#fromState[slot] === NONE) {
        this.#fromState[slot] = state
        this.#bySymbol[slot] = symbol
        this.#target[slot] = this.#stateCount
        arrivals[this.#stateCount] = symbol
        parents[this.#stateCount] = state
        this.#stateCount += 1
      }
      state = this.#target[slot] as number
    }
    this.#alsoEnds[number] = this.#endsAt[state] as number
    this.#endsAt[state] = number
  }

  /** From the shorter prefixes to the longer: a failure leads to a shorter one, whose own is known by then. */
  #linkFailures(arrivals: Int32Array, parents: Int32Array): void {
    const depths = new Int32Array(this.#stateCount)
    let deepest = 0
    for (let state = 1; state < this.#stateCount; state++) {
      // A state is made after its parent.
      const depth = (depths[parents[state] as number] as number) + 1
      depths[state] = depth
      if (depth > deepest) deepest = depth
    }
    const levels: number[][] = Array.from({ length: deepest + 1 }, () => [])
    for (let state = 1; state < this.#stateCount; state++) levels[depths[state] as number]?.push(state)
    for (const state of levels.flat()) {
      const parent = parents[state] as number
      const fail = parent === 0 ? 0 : this.#step(this.#fail[parent] as number, arrivals[state] as number)
      this.#fail[state] = fail
      this.#shorter[state] = this.#endsAt[fail] === NONE ? (this.#shorter[fail] as number) : fail
    }
  }
}
