/** A second server on the platform's database whose calls are real and are taken back afterwards. */
import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { createPool, type RootDatabase } from '#server/db/pool.ts'
import { buildApp } from '#server/http/app.ts'
import type { ServerModule } from '#server/module.ts'
import type { TestPlatform } from '#test/harness.ts'

export interface UndoablePlatform {
  readonly app: FastifyInstance
  readonly db: RootDatabase
  /** What the calls write while `work` runs is there until it ends, and then is not. */
  undo<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** The calls' own transactions become savepoints of the one that is rolled back. */
const nested: Readonly<Record<string, string>> = {
  begin: 'savepoint real_call',
  commit: 'release savepoint real_call',
  rollback: 'rollback to savepoint real_call',
}

/** One connection, handed to one asker at a time. */
function nestingPool(client: pg.PoolClient): PostgresPool {
  let last: Promise<void> = Promise.resolve()
  return {
    async connect() {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      const query = (text: string, values: unknown[]) => client.query(nested[text] ?? text, values)
      return { query, release: () => resolve() } as unknown as Awaited<ReturnType<PostgresPool['connect']>>
    },
    end: async () => {},
  }
}

export async function startUndoable(
  platform: TestPlatform,
  modules: readonly ServerModule[],
): Promise<UndoablePlatform> {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 1 })
  const client = await pool.connect()
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: nestingPool(client) }) }) as RootDatabase
  const app = await buildApp({ db, watch: platform.watch, modules, outside: platform.outside })
  await app.ready()
  return {
    app,
    db,
    async undo(work) {
      await client.query('begin')
      try {
        return await work()
      } finally {
        await client.query('rollback')
      }
    },
    async stop() {
      await app.close()
      client.release()
      await pool.end()
    },
  }
}
