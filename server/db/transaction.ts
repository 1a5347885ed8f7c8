/** Transactions that the framework does not open, savepoints inside one, and locks that last until one ends. */
import { Kysely, type KyselyProps, sql } from 'kysely'
import { Refusal } from '#kit/errors.ts'
import type { Connection } from './connection.ts'

/**
 * Runs the work in its own transaction. For code without one: jobs that are long or use the network (`outside:
 * true`), sockets, and servers outside the contract. Writing calls and short jobs already have a transaction.
 */
export function inTransaction<Db extends Connection, T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return withSql(db)
    .transaction()
    .execute((transaction) => work(transaction as unknown as Db))
}

/** As `inTransaction`, for a call: a refusal that asks to keep what was written commits. */
export async function inTransactionOfCall<Db extends Connection, T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const outcome = await inTransaction(db, async (transaction): Promise<{ answer: T } | { refusal: Refusal }> => {
    try {
      return { answer: await work(transaction) }
    } catch (error) {
      if (!(error instanceof Refusal) || !error.keepWrites) throw error
      return { refusal: error }
    }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answer
}

/** Runs the work under a savepoint. A failure undoes only what the work has written. */
export async function inSavepoint<T>(db: Connection, work: () => Promise<T>): Promise<T> {
  const tables = withSql(db)
  await sql`savepoint work`.execute(tables)
  try {
    const result = await work()
    await sql`release savepoint work`.execute(tables)
    return result
  } catch (error) {
    await sql`rollback to savepoint work`.execute(tables)
    throw error
  }
}

/**
 * Locks names until the transaction ends. For objects without a row: the limit of a list, a tree, the first row of
 * its kind. Several names are locked in one order, which prevents deadlocks.
 */
export async function lockNames(db: Connection, ...names: readonly string[]): Promise<void> {
  const ordered = [...new Set(names)].sort()
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${ordered}::text[]) as name`.execute(
    withSql(db),
  )
}

/** Holds a name together with others who do so, until the transaction ends. Whoever locks it by `lockNames` waits for them all, and they for it. */
export async function shareName(db: Connection, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(withSql(db))
}

/**
 * Runs the work on a connection that holds the name until the work ends. Answers undefined when another connection holds
 * it. The database frees the name when the connection breaks: the work of a process that died can be taken up at once, and
 * work that has lost the name can write nothing more, because it has no other connection.
 */
export function whileHolding<T>(
  db: Connection,
  name: string,
  work: (db: Connection) => Promise<T>,
): Promise<T | undefined> {
  return withSql(db)
    .connection()
    .execute(async (reserved) => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_lock(hashtextextended(${name}, 0)) as free`.execute(reserved)
      if (!rows[0]?.free) return undefined
      try {
        return await work(reserved as unknown as Connection)
      } finally {
        // A connection that is broken holds no name any more.
        await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(reserved).catch(() => undefined)
      }
    })
}

/** Whether nobody holds the name; until the transaction ends, nobody else can take it. */
export async function tryLockName(db: Connection, name: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(withSql(db))
  return rows[0]?.free === true
}

/** A connection as Kysely has it. A module's own type of it names tables, which no statement here does. */
function withSql(db: Connection): Kysely<unknown> {
  return db as unknown as Kysely<unknown>
}

/** What each of several parts answers. */
type Answers<Parts extends readonly unknown[]> = { -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }

/**
 * Reads that do not depend on each other, started by `work` at once: they share a connection and travel together, in one
 * round trip instead of many. In a transaction they run one after the other. Where one fails, the others end first, so
 * that none of them uses a connection that serves somebody else by then; the first error is the answer.
 */
export function together<Db extends Connection, const Parts extends readonly unknown[]>(
  db: Db,
  work: (db: Db) => Parts,
): Promise<Answers<Parts>> {
  return withSql(db).isTransaction ? all(work(db)) : inOneTrip(db, work)
}

/**
 * As `together`, also in a transaction. The first statements of the parts are sent in the order of the parts, and PostgreSQL runs
 * each when those before it are done: what follows a lock reads what is there under the lock. For parts without savepoints,
 * which use no other connection than the given one.
 */
export function inOneTrip<Db extends Connection, const Parts extends readonly unknown[]>(
  db: Db,
  work: (db: Db) => Parts,
): Promise<Answers<Parts>> {
  const executor = withSql(db).getExecutor()
  return executor.provideConnection((connection) => {
    const shared = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    const props = { executor: shared, config: {}, dialect: {}, driver: {} }
    return all(work(new Kysely(props as unknown as KyselyProps) as unknown as Db))
  })
}

/** What came of a part, said when it is asked for: where several are refused, the caller says which refusal counts. */
export function outcomeOf<T>(part: Promise<T>): Promise<() => T> {
  return part.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error
    },
  )
}

async function all<const Parts extends readonly unknown[]>(parts: Parts): Promise<Answers<Parts>> {
  try {
    return await Promise.all(parts)
  } catch (error) {
    await Promise.allSettled(parts)
    throw error
  }
}
