/**
 * Brings a database to the newest schema: every module's plain SQL files, forward only, modules in the order of the graph.
 * Kysely's migrator keeps the record and the lock, so that several processes may start at once.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { type Migration, Migrator, sql } from 'kysely'
import { type ModuleName, moduleFolder, moduleOrder } from '#modules/graph.ts'
import { CHANGED_ITEMS } from './changed-items.ts'
import { LAST_EDIT } from './last-edit.ts'
import { createDatabase, createPool, type RootDatabase } from './pool.ts'

const root = join(import.meta.dirname, '../..')

const quietLogger = new Logger(() => () => {})

/** Types shared by all schemas. `instant` is milliseconds since 1970: the wire's form, kept to the last digit. */
const SHARED_TYPES = sql`do $$ begin create domain public.instant as bigint; exception when duplicate_object then null; end $$`

/**
 * What the process around the modules keeps: counts of `server/db/rates.ts`. No index but the key's: every token changes
 * `until`, and with an index on it each of these updates would write a new entry into both instead of none.
 */
const SHARED_TABLES = sql`
  create schema if not exists server;
  create unlogged table if not exists server.rate (
    key text primary key,
    count integer not null,
    until public.instant not null
  ) with (fillfactor = 50);
  drop index if exists server.rate_until`

export async function migrate(databaseUrl: string, log: (line: string) => void = () => {}): Promise<number> {
  const pool = createPool({ databaseUrl, size: 2, applicationName: 'shuyuan-migrate' })
  const db = createDatabase(pool)
  let count = 0
  try {
    await SHARED_TYPES.execute(db)
    await SHARED_TABLES.execute(db)
    await LAST_EDIT.execute(db)
    await CHANGED_ITEMS.execute(db)
    await runMigrations({ connectionString: databaseUrl, logger: quietLogger })
    for (const module of moduleOrder) count += await migrateModule(db, module, log)
  } finally {
    await db.destroy()
  }
  return count
}

async function migrateModule(db: RootDatabase, module: ModuleName, log: (line: string) => void): Promise<number> {
  const migrations = await readMigrations(module)
  if (Object.keys(migrations).length === 0) return 0
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: module,
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  for (const result of results) log(`${module}/${result.migrationName}: ${result.status}`)
  if (error) throw error
  return results.length
}

async function readMigrations(module: ModuleName): Promise<Record<string, Migration>> {
  const directory = join(root, moduleFolder(module), 'migrations')
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.sql')).sort()
  const entries = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(directory, file), 'utf8')
      const migration: Migration = { up: async (db) => void (await sql.raw(text).execute(db)) }
      return [file.replace(/\.sql$/, ''), migration] as const
    }),
  )
  return Object.fromEntries(entries)
}
