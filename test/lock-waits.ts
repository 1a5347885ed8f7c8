/** Whether a call waits for a lock that somebody else holds. */
import { sql } from 'kysely'
import { type Connection, withTables } from '#server/db/connection.ts'

/**
 * Makes the call while `lock` holds what it locks in a transaction of its own, and answers the call; fails as soon as the
 * call waits. Needs a pool of two connections.
 */
export async function whileLocked<T>(
  connection: Connection,
  lock: (db: Connection) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  let answered = false
  let answer: Promise<T> | undefined
  await withTables<unknown>(connection)
    .transaction()
    .execute(async (transaction) => {
      await lock(transaction as unknown as Connection)
      answer = call().finally(() => {
        answered = true
      })
      answer.catch(() => undefined)
      while (!answered) {
        const { rows } = await sql`select from pg_locks
          where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(transaction)
        if (rows.length > 0) throw new Error('the call waits for the lock')
      }
    })
  return answer as Promise<T>
}
