/** Races: many callers at one moment over rows that exist already. */
import { type RawBuilder, sql } from 'kysely'
import { createDatabase, createPool } from '#server/db/pool.ts'
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
  /**
   * A statement that locks a row which every call changes. The calls wait for it, as many as there are connections, and then
   * go on at once: so they meet, however many processors there are. Asked for after `begin`.
   */
  readonly locked?: () => RawBuilder<unknown>
}

/**
 * Makes the calls while a transaction of its own holds what `locked` locks, and lets go when so many of them wait. A call that
 * reads without a lock has read by then, and finds itself late. Fails where fewer come to wait.
 */
export async function meeting<T>(
  platform: TestPlatform,
  waiting: number,
  locked: RawBuilder<unknown>,
  calls: () => Promise<T>,
): Promise<T> {
  // The activity that a transaction sees stands still: a second connection looks.
  const watcher = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 2 }))
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(watcher)
    return rows[0]?.count ?? 0
  }
  let haveEnded = false
  let answers: Promise<T> | undefined
  try {
    await watcher.transaction().execute(async (transaction) => {
      await locked.execute(transaction)
      answers = calls().finally(() => {
        haveEnded = true
      })
      answers.catch(() => undefined)
      let count = 0
      while (count < waiting && !haveEnded) count = await countWaiting()
      if (count < waiting) throw new Error(`${count} of ${waiting} calls waited for each other, and the others did not`)
    })
  } finally {
    await watcher.destroy()
  }
  return answers as Promise<T>
}

/**
 * Starts the calls together and says how each ended. An error that is no refusal fails the test, and so does a platform
 * of one connection, on which the calls would only queue.
 */
export async function race<T>(
  platform: TestPlatform,
  count: number,
  call: (index: number) => Promise<T>,
  { begin, locked }: RaceOptions,
): Promise<RaceResult<T>> {
  if (platform.poolSize < 2) throw new Error('a race needs several connections: testPlatform({ poolSize: 8 })')
  await begin()
  const calls = () => Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)))
  const settled = locked ? await meeting(platform, Math.min(count, platform.poolSize), locked(), calls) : await calls()
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
