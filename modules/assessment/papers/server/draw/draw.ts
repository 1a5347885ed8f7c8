/**
 * Draws the questions of a paper's rules. No question comes twice, whatever rules it fits. Whenever the bank has enough for
 * all rules together, a draw is found: where an earlier rule took a question that this one needs, that rule takes another
 * (augmenting paths).
 *
 * The sets of questions that can be drawn together are a matroid. To take the best question first, and each next one that
 * still fits, therefore gives the best draw of all: as few as possible of those to avoid, and then those shown least often.
 */
import { hashOf, shuffled } from './chance.ts'

export interface Candidate {
  readonly id: string
  /** The rules, by their place, that it fits. */
  readonly rules: readonly number[]
  /** How often it was shown. */
  readonly exposure: number
}

/** The places of the rules, and the questions that each has at the moment. */
class Places {
  readonly #counts: readonly number[]
  readonly taken: Candidate[][]
  #open: number

  constructor(counts: readonly number[]) {
    this.#counts = counts
    this.taken = counts.map(() => [])
    this.#open = counts.reduce((sum, count) => sum + count, 0)
  }

  get isFull(): boolean {
    return this.#open === 0
  }

  /** False where it fits nowhere, even if the others move. */
  add(candidate: Candidate): boolean {
    if (!this.#place(candidate, new Set())) return false
    this.#open -= 1
    return true
  }

  #place(candidate: Candidate, tried: Set<number>): boolean {
    for (const rule of candidate.rules) {
      if (tried.has(rule)) continue
      tried.add(rule)
      const own = this.taken[rule] as Candidate[]
      if (own.length < (this.#counts[rule] ?? 0)) {
        own.push(candidate)
        return true
      }
      // A move may change the list by way of other rules, but never the place that is looked at.
      const at = own.findIndex((other) => this.#place(other, tried))
      if (at >= 0) {
        own[at] = candidate
        return true
      }
    }
    return false
  }
}

/**
 * For each rule the ids of its questions, in an order that the seed decides. Undefined where the pool has too few. To avoid
 * questions never makes a draw fail.
 */
export function draw(
  counts: readonly number[],
  pool: readonly Candidate[],
  seed: number,
  avoid: ReadonlySet<string>,
): string[][] | undefined {
  const inOrder = pool
    .map((candidate) => ({ candidate, isAvoided: avoid.has(candidate.id), luck: hashOf(candidate.id, seed) }))
    .sort(
      (one, other) =>
        Number(one.isAvoided) - Number(other.isAvoided) ||
        one.candidate.exposure - other.candidate.exposure ||
        one.luck - other.luck ||
        (one.candidate.id < other.candidate.id ? -1 : 1),
    )
  const places = new Places(counts)
  /** Where one question of a cell fits nowhere, none of the others does, now or later. */
  const closed = new Set<string>()
  for (const { candidate } of inOrder) {
    if (places.isFull) break
    const cell = candidate.rules.join()
    if (!closed.has(cell) && !places.add(candidate)) closed.add(cell)
  }
  if (!places.isFull) return undefined
  return places.taken.map((own) =>
    shuffled(
      own.map(({ id }) => id),
      String,
      seed ^ 0x9e3779b9,
    ),
  )
}
