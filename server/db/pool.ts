/** Connections to PostgreSQL. Statements are prepared once a connection: the largest single gain that was measured. */
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isUnavailable, Unavailable } from '../unavailable.ts'
import type { Connection } from './connection.ts'
import { PreparedStatements } from './prepared.ts'
import { type DatabaseWatch, watchedClient } from './watch.ts'

/** More than learners send in a day. Each takes up to 100 kB of its connection's process (decision 102). */
const preparedStatementsMax = 500

const INT8 = 20
const SAFE_INTEGER = /^-?\d{1,15}$/

/** bigint columns hold instants and counts. One beyond 2^53 would lose digits silently, so it stops the query instead. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!SAFE_INTEGER.test(text) && !Number.isSafeInteger(value)) throw new Error(`bigint ${text} does not fit a number`)
  return value
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? parseBigint : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/**
 * Which plan serves a statement depends on a typed text that it looks for (`server/db/search.ts`), so this one is planned for
 * its values.
 */
const looksForText = /\bi?like\b/

/** Names every parameterised statement, so that PostgreSQL parses and plans it once. */
function preparingClient(max: number): typeof pg.Client {
  return class extends pg.Client {
    readonly #prepared = new PreparedStatements(this, max)
    /** A transaction was asked for, of which PostgreSQL does not know yet. */
    #begins = false
    #isCorked = false

    get #stream(): Socket {
      return (this as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
    }

    // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads have no common type to name.
    override query(...args: any[]): any {
      const [text, values, ...rest] = args
      if (text === 'begin' && rest.length === 0) return this.#beginLater()
      this.#sendTogether()
      if (this.#begins) return this.#beginWith(args)
      // Without values the simple protocol serves: it also takes a migration's many statements at once.
      if (typeof text === 'string' && Array.isArray(values) && values.length === 0) return super.query(text, ...rest)
      if (typeof text === 'string' && Array.isArray(values)) {
        const statement = { name: this.#prepared.nameOf(text), text, values }
        // Who takes the answer by a callback (`pool.query`) gives the connection up with the error.
        if (rest.length > 0) return super.query(statement, ...rest)
        const answer = looksForText.test(text) ? this.#queryWithOwnPlan(statement) : super.query(statement)
        return answer.catch((error: unknown) => this.#queryAgain(statement, error))
      }
      return super.query(...(args as [string]))
    }

    /** Statements that are sent in the same turn are one message to the system: that costs more than all that Node does for one. */
    #sendTogether(): void {
      if (this.#isCorked) return
      const stream = this.#stream
      this.#isCorked = true
      stream.cork()
      process.nextTick(() => {
        this.#isCorked = false
        stream.uncork()
      })
    }

    /** `begin` travels with the first statement: a transaction costs one round trip less. */
    async #beginLater(): Promise<typeof nothing> {
      this.#begins = true
      return nothing
    }

    // biome-ignore lint/suspicious/noExplicitAny: as above.
    #beginWith(args: any[]): any {
      this.#begins = false
      // A transaction without a statement never was.
      if (args[0] === 'commit' || args[0] === 'rollback') return Promise.resolve(nothing)
      return this.#inOneTrip((stream) => {
        const started = super.query('begin').catch(async (error: Error) => {
          // The statement stands outside of any transaction then, so nobody may go on with this connection.
          if (!stream.closed) await new Promise((closed) => stream.once('close', closed).destroy(error))
          throw isUnavailable(error) ? error : new Unavailable('a transaction could not begin', error)
        })
        const answer = Promise.resolve(this.query(...args))
        // Heard only where the transaction has started.
        answer.catch(ignore)
        return started.then(() => answer)
      })
    }

    /** What `send` sends travels together. */
    #inOneTrip<T>(send: (stream: Socket) => T): T {
      const stream = this.#stream
      stream.cork()
      try {
        return send(stream)
      } finally {
        stream.uncork()
      }
    }

    async #queryWithOwnPlan(statement: pg.QueryConfig): Promise<pg.QueryResult> {
      const [answer, done] = this.#inOneTrip(() => {
        // Where one of the two fails, so has the statement or its transaction, which takes back both.
        super.query('set plan_cache_mode = force_custom_plan').catch(ignore)
        return [super.query(statement), super.query('set plan_cache_mode = force_generic_plan').catch(ignore)]
      })
      try {
        return await answer
      } finally {
        await done
      }
    }

    /** A statement that was prepared before another process migrated is prepared again, where nothing else is lost by it. */
    async #queryAgain({ name, text, values }: Prepared, error: unknown): Promise<pg.QueryResult> {
      if (!isStale(error)) throw error
      this.#prepared.forget(text, name)
      // 'I': no transaction is open. An open one has failed with the statement, and is repeated by who began it.
      if (this.getTransactionStatus() !== 'I') throw new Unavailable('a prepared statement is out of date', error)
      return super.query({ name: this.#prepared.nameOf(text), text, values })
    }
  } as unknown as typeof pg.Client
}

const ignore = () => {}

interface Prepared {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** The columns of its answer have changed since it was prepared, or its name is unknown. */
function isStale(error: unknown): boolean {
  const { code, message } = error as pg.DatabaseError
  return code === '26000' || (code === '0A000' && message === 'cached plan must not change result type')
}

/** The answer to a statement that was not sent. */
const nothing = { command: '', rowCount: null, rows: [] } as const

export interface PoolSettings {
  readonly databaseUrl: string
  readonly size: number
  readonly applicationName?: string
  /** The time limit for a free connection; 10 s by default. */
  readonly waitMs?: number
  /** Notices a database that says nothing. Tools that run beside the server do without. */
  readonly watch?: DatabaseWatch
  /** A connection that waits and hears nothing for this long is closed. With `watch`, and longer than any statement may take. */
  readonly silenceMsMax?: number
  /** Statements that each connection keeps prepared. */
  readonly preparedMax?: number
  /** Called when an idle connection breaks. A query on a broken one fails by itself, so nothing else is needed. */
  readonly onConnectionLost?: (error: Error) => void
}

export function createPool(settings: PoolSettings): pg.Pool {
  const { onConnectionLost = () => {}, silenceMsMax = Number.POSITIVE_INFINITY } = settings
  const Client = preparingClient(settings.preparedMax ?? preparedStatementsMax)
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: settings.size,
    types,
    Client: settings.watch ? watchedClient(Client, settings.watch, silenceMsMax) : Client,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Statements that do not wait for each other travel together (`together`).
    pipeline: true,
    // One plan for all values. Left to itself, PostgreSQL plans again, at every call, whatever it believes to be cheaper for
    // the values at hand; that often costs more than the statement (decision 102).
    options: '-c plan_cache_mode=force_generic_plan',
    application_name: settings.applicationName ?? 'shuyuan',
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: settings.waitMs ?? 10_000,
  } as pg.PoolConfig)
  pool.on('error', onConnectionLost)
  pool.on('connect', (client) => client.on('error', onConnectionLost))
  return pool
}

export type RootDatabase = Kysely<unknown> & Connection

export function createDatabase(pool: pg.Pool): RootDatabase {
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }) as RootDatabase
}
