/**
 * An Aho–Corasick automaton finds all patterns in one pass over a text, whatever their number. It works on code points
 * in flat arrays. States are numbered level by level, so the children of a state are neighbors in the order of their
 * symbols.
 */

/** Called for each match with the number of the pattern and the index of its last character. */
export type OnMatch = (pattern: number, last: number) => void

const NONE = -1
/** A state with more children than this is searched by bisection. */
const LINEAR_SEARCH_MAX = 8

/** Code points of the patterns → 1, 2, 3 …; 0 for all others. */
class Alphabet {
  readonly #plane = new Int32Array(0x10000)
  readonly #beyond = new Map<number, number>()
  size = 0

  of(code: number): number {
    return code <= 0xffff ? (this.#plane[code] as number) : (this.#beyond.get(code) ?? 0)
  }

  add(code: number): number {
    const known = this.of(code)
    if (known !== 0) return known
    this.size += 1
    if (code <= 0xffff) this.#plane[code] = this.size
    else this.#beyond.set(code, this.size)
    return this.size
  }
}

/** The prefixes of the patterns, as they are inserted: each a state with the symbol that leads to it. */
class Trie {
  count = 1
  readonly symbol: Int32Array
  readonly firstChild: Int32Array
  readonly nextSibling: Int32Array
  /** The newest pattern that ends at a state, and the previous pattern with the same end. */
  readonly endsAt: Int32Array
  readonly alsoEnds: Int32Array
  /** An open-addressed hash table: state and symbol → child. */
  readonly #slots: Int32Array
  readonly #parent: Int32Array
  readonly #mask: number

  constructor(patterns: readonly Int32Array[], alphabet: Alphabet) {
    const statesMax = patterns.reduce((sum, pattern) => sum + pattern.length, 1)
    this.symbol = new Int32Array(statesMax)
    this.firstChild = new Int32Array(statesMax)
    this.nextSibling = new Int32Array(statesMax)
    this.#parent = new Int32Array(statesMax)
    this.endsAt = new Int32Array(statesMax).fill(NONE)
    this.alsoEnds = new Int32Array(patterns.length).fill(NONE)
    const slots = 2 ** Math.ceil(Math.log2(statesMax * 2 + 2))
    this.#slots = new Int32Array(slots)
    this.#mask = slots - 1
    for (let number = 0; number < patterns.length; number++)
      this.#insert(patterns[number] as Int32Array, number, alphabet)
  }

  #insert(pattern: Int32Array, number: number, alphabet: Alphabet): void {
    if (pattern.length === 0) return
    let state = 0
    for (let at = 0; at < pattern.length; at++) state = this.#childOf(state, alphabet.add(pattern[at] as number))
    this.alsoEnds[number] = this.endsAt[state] as number
    this.endsAt[state] = number
  }

  #childOf(state: number, symbol: number): number {
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & this.#mask
    for (;;) {
      const child = this.#slots[slot] as number
      if (child === 0) break
      if (this.symbol[child] === symbol && this.#parent[child] === state) return child
      slot = (slot + 1) & this.#mask
    }
    const child = this.count
    this.count += 1
    this.#slots[slot] = child
    this.#parent[child] = state
    this.symbol[child] = symbol
    this.nextSibling[child] = this.firstChild[state] as number
    this.firstChild[state] = child
    return child
  }
}

export class Automaton {
  readonly #alphabet = new Alphabet()
  /** The state that each symbol leads to from the root. */
  readonly #fromRoot: Int32Array
  /** The first child of each state (the next entry ends its children), and the symbol that leads to the state. */
  readonly #children: Int32Array
  readonly #symbol: Int32Array
  readonly #fail: Int32Array
  /** The next state along the failure links at which a pattern ends; 0 if there is none. */
  readonly #shorter: Int32Array
  readonly #endsAt: Int32Array
  readonly #alsoEnds: Int32Array

  constructor(patterns: readonly Int32Array[]) {
    const trie = new Trie(patterns, this.#alphabet)
    const { count } = trie
    this.#fromRoot = new Int32Array(this.#alphabet.size + 1)
    this.#children = new Int32Array(count + 1)
    this.#symbol = new Int32Array(count)
    this.#fail = new Int32Array(count)
    this.#shorter = new Int32Array(count)
    this.#endsAt = new Int32Array(count).fill(NONE)
    this.#alsoEnds = trie.alsoEnds
    this.#number(trie)
  }

  search(codes: Int32Array, length: number, onMatch: OnMatch): void {
    const endsAt = this.#endsAt
    const shorter = this.#shorter
    let state = 0
    for (let at = 0; at < length; at++) {
      const symbol = this.#alphabet.of(codes[at] as number)
      state = symbol === 0 ? 0 : this.#step(state, symbol)
      if (state === 0) continue
      let ending = endsAt[state] === NONE ? (shorter[state] as number) : state
      while (ending !== 0) {
        let pattern = endsAt[ending] as number
        while (pattern !== NONE) {
          onMatch(pattern, at)
          pattern = this.#alsoEnds[pattern] as number
        }
        ending = shorter[ending] as number
      }
    }
  }

  #step(from: number, symbol: number): number {
    for (let state = from; state !== 0; state = this.#fail[state] as number) {
      const child = this.#child(state, symbol)
      if (child !== 0) return child
    }
    return this.#fromRoot[symbol] as number
  }

  #child(state: number, symbol: number): number {
    const symbols = this.#symbol
    let from = this.#children[state] as number
    let to = this.#children[state + 1] as number
    while (to - from > LINEAR_SEARCH_MAX) {
      const middle = (from + to) >>> 1
      if ((symbols[middle] as number) <= symbol) from = middle
      else to = middle
    }
    for (let child = from; child < to; child++) if (symbols[child] === symbol) return child
    return 0
  }

  /** Works level by level, because a failure link leads to a shorter state, which is numbered by then. */
  #number(trie: Trie): void {
    const old = new Int32Array(trie.count)
    const parents = new Int32Array(trie.count)
    let numbered = 1
    for (let state = 0; state < numbered; state++) {
      this.#children[state] = numbered
      const children: number[] = []
      for (let child = trie.firstChild[old[state] as number] as number; child !== 0; ) {
        children.push(child)
        child = trie.nextSibling[child] as number
      }
      if (children.length > 1) children.sort((a, b) => (trie.symbol[a] as number) - (trie.symbol[b] as number))
      for (const child of children) {
        old[numbered] = child
        parents[numbered] = state
        this.#symbol[numbered] = trie.symbol[child] as number
        this.#endsAt[numbered] = trie.endsAt[child] as number
        if (state === 0) this.#fromRoot[trie.symbol[child] as number] = numbered
        numbered += 1
      }
    }
    this.#children[numbered] = numbered
    for (let state = 1; state < numbered; state++) {
      const parent = parents[state] as number
      const fail = parent === 0 ? 0 : this.#step(this.#fail[parent] as number, this.#symbol[state] as number)
      this.#fail[state] = fail
      this.#shorter[state] = this.#endsAt[fail] === NONE ? (this.#shorter[fail] as number) : fail
    }
  }
}
