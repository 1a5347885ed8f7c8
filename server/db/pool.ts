/** Connections to PostgreSQL. Statements are prepared once a connection: the largest single gain that was measured. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Connection } from './connection.ts'
import { type DatabaseWatch, watchedClient } from './watch.ts'

/** Prepared statements kept a connection; more (a statement of varying length, say) run unprepared. */
const preparedStatementsMax = 400

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

const statementNames = new Map<string, string>()

function statementName(text: string): string | undefined {
  let name = statementNames.get(text)
  if (name === undefined && statementNames.size < preparedStatementsMax) {
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return name
}

/** Names every parameterised statement, so that PostgreSQL parses and plans it once. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads have no common type to name.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    // Without values the simple protocol serves: it also takes a migration's many statements at once.
    if (typeof text === 'string' && Array.isArray(values) && values.length === 0) return super.query(text, ...rest)
    if (typeof text === 'string' && Array.isArray(values)) {
      const name = statementName(text)
      const config = name === undefined ? { text, values } : { name, text, values }
      return super.query(config, ...rest)
    }
    return super.query(...(args as [string]))
  }
}

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
  /** Called when an idle connection breaks. A query on a broken one fails by itself, so nothing else is needed. */
  readonly onConnectionLost?: (error: Error) => void
}

export function createPool(settings: PoolSettings): pg.Pool {
  const { onConnectionLost = () => {}, silenceMsMax = Number.POSITIVE_INFINITY } = settings
  const Client = PreparingClient as unknown as typeof pg.Client
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: settings.size,
    types,
    Client: settings.watch ? watchedClient(Client, settings.watch, silenceMsMax) : Client,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
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
