/**
 * Databases for tests: one server a run, one migrated template, a clone of it for each test file (about 0.1 s).
 * TEST_DATABASE_URL names a server that is there already, TEST_DATABASE_TEMPLATE a migrated database on it that nobody is
 * connected to; otherwise an embedded server is started, in memory where there is room.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { isAlive } from '#tools/processes.ts'

export interface DatabaseServer {
  /** URL of the server's maintenance database. */
  readonly url: string
  /** The name of a database with the newest schema, to be cloned. */
  template(): Promise<string>
  /** The address of a new database with the newest schema. */
  createMigrated(): Promise<string>
  stop(): Promise<void>
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function newName(): string {
  return `shuyuan_${randomBytes(6).toString('hex')}`
}

const memory = '/dev/shm'
const prefix = 'shuyuan-test-'
/** Of the memory's file system, and of what programs may still take. */
const roomBytesMin = { files: 3 * 1024 ** 3, programs: 6 * 1024 ** 3 }

/** What runs that were killed have left in the memory. The name of a folder has the process that made it. */
async function removeLeftovers(): Promise<void> {
  const names = await readdir(memory).catch(() => [])
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid > 0 && !isAlive(pid)) await rm(join(memory, name), { recursive: true, force: true }).catch(() => {})
  }
}

/**
 * Each clone is two thousand files, which a busy disk takes seconds to write and memory a quarter of one. Where memory is
 * scarce, the temporary folder does.
 */
async function newDirectory(): Promise<string> {
  await removeLeftovers()
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  const hasRoom = bavail * bsize >= roomBytesMin.files && process.availableMemory() >= roomBytesMin.programs
  return mkdtemp(join(hasRoom ? memory : tmpdir(), `${prefix}${process.pid}-`))
}

export async function createDatabaseServer(): Promise<DatabaseServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return databaseServer(given, async () => {})
  const { startPostgres } = await import('#tools/postgres.ts')
  const directory = await newDirectory()
  const server = await startPostgres({ dataDirectory: directory, durable: false, log: () => {} })
  return databaseServer(server.url, async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  })
}

function databaseServer(url: string, stopServer: () => Promise<void>): DatabaseServer {
  const created: string[] = []
  let template: Promise<string> | undefined
  const makeTemplate = async (): Promise<string> => {
    const name = newName()
    await administer(url, `create database ${name}`)
    created.push(name)
    await migrate(urlOf(url, name))
    return name
  }
  const findTemplate = (): Promise<string> => {
    template ??= process.env.TEST_DATABASE_TEMPLATE
      ? Promise.resolve(process.env.TEST_DATABASE_TEMPLATE)
      : makeTemplate()
    return template
  }
  return {
    url,
    template: findTemplate,
    async createMigrated() {
      const clone = await cloneDatabase(url, await findTemplate())
      created.push(new URL(clone.url).pathname.slice(1))
      return clone.url
    },
    async stop() {
      for (const name of created) await administer(url, `drop database if exists ${name} with (force)`)
      await stopServer()
    },
  }
}

export interface ClonedDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * A copy of the template. PostgreSQL copies it only while nobody is connected to it, and one at a time. Copied as files it
 * costs 0.09 s of processor time, through the log 0.23 s.
 */
export async function cloneDatabase(serverUrl: string, template: string): Promise<ClonedDatabase> {
  const name = newName()
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: urlOf(serverUrl, name),
    drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}
