/** Races: many callers at one moment over rows that exist already. */
import type { TestPlatform } from './harness.ts'
import { codeOf } from './outcomes.ts'

export interface RaceResult<T> {
  /** What the accepted calls answered, in the order of the callers. */
  readonly answers: readonly T[]
  readonly accepted: number
  /** How many were refused with each error code. */
  readonly refused: Readonly<Record<number, number>>
}

export interface RaceOptions {
  /**
   * Makes the rows that the callers fight over, before they begin: two inserts of the same row wait for each other in
   * any database, while two changes of one row need a lock that only the product takes.
   */
  readonly begin: () => Promise<unknown>
}

/**
 * Starts the calls together and says how each ended. An error that is no refusal fails the test, and so does a platform
 * of one connection, on which the calls would only queue.
 */
export async function race<T>(
  platform: TestPlatform,
  count: number,
  call: (index: number) => Promise<T>,
  { begin }: RaceOptions,
): Promise<RaceResult<T>> {
  if (platform.poolSize < 2) throw new Error('a race needs several connections: testPlatform({ poolSize: 8 })')
  await begin()
  const settled = await Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)))
  const answers: T[] = []
  const refused: Record<number, number> = {}
  const unexpected: unknown[] = []
  for (const one of settled) {
    if (one.status === 'fulfilled') {
      answers.push(one.value)
      continue
    }
    const code = codeOf(one.reason)
    if (code === undefined) unexpected.push(one.reason)
    else refused[code] = (refused[code] ?? 0) + 1
  }
  if (unexpected.length > 0) throw new AggregateError(unexpected, `${unexpected.length} of ${count} calls failed`)
  return { answers, accepted: answers.length, refused }
}
