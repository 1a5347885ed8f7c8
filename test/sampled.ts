/**
 * What `npm test` does a part of, another one for each commit, where all of it takes minutes. Without SAMPLE_SEED, so in
 * `npm run test:long` and in a run of one file, all is done.
 */
import { seedOf } from '#test/rules/random.ts'

const seed = process.env.SAMPLE_SEED

export const isSample = seed !== undefined

/** Whether it is this commit's turn: one commit of `share`. */
export function hasTurn(name: string, share: number): boolean {
  return seed === undefined || (seedOf(name) + seedOf(seed)) % share === 0
}

/** One of them. */
export function inTurn<T>(items: readonly T[]): readonly T[] {
  return seed === undefined ? items : items.filter((_, index) => index === seedOf(seed) % items.length)
}

/** A third of the calls, and those that are named. */
export function sampledCalls<T extends { readonly name: string }>(calls: readonly T[], always: readonly string[] = []) {
  return calls.filter(({ name }) => always.includes(name) || hasTurn(name, 3))
}
