/**
 * Which of the calls `npm test` tries where all of them take minutes: a third, another one for each commit. Without
 * SAMPLE_SEED, so in `npm run test:long` and in a run of one file, all.
 */
import type { Call } from './calls.ts'
import { seedOf } from './random.ts'

const share = 3
const seed = process.env.SAMPLE_SEED

export const isSample = seed !== undefined

export function sampledCalls(calls: readonly Call[], always: ReadonlySet<string> = new Set()): Call[] {
  if (seed === undefined) return [...calls]
  const turn = seedOf(seed) % share
  return calls.filter(({ name }) => always.has(name) || seedOf(name) % share === turn)
}
