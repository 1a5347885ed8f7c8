/**
 * What all journeys of a run share: a database server, a migrated template, a database, and a server process on it. The
 * global setup starts them and hands their addresses to the workers.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { buildCompany } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { cloneDatabase, createDatabaseServer } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

/** What every account of the journeys signs in with. */
export const password = 'Shuyuan2026'

export interface SharedByJourneys {
  /** Of a running database server. */
  readonly databaseServerUrl: string
  /** A migrated database that nobody is connected to. */
  readonly template: string
  readonly databaseUrl: string
  readonly origin: string
  /** Of the files that the server keeps, of what the servers say, and of what was looked at by the axe. */
  readonly directory: string
  readonly passwordHash: string
}

const variable = 'SHUYUAN_JOURNEYS'

export function sharedByJourneys(): SharedByJourneys {
  const text = process.env[variable]
  if (!text) throw new Error('the global setup of the journeys has not run')
  return JSON.parse(text) as SharedByJourneys
}

export const environmentOf = (databaseUrl: string, directory: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIRECTORY: join(directory, 'data'),
  LOG_LEVEL: 'warn',
  NODE_ENV: 'development',
})

/** A folder with places for files, for logs, and for the marks of the axe. */
export async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-journeys-'))
  for (const name of ['data', 'logs', 'looked-at']) await mkdir(join(directory, name))
  return directory
}

/** A file in which the next server process keeps what it says. */
export const newLogFile = (directory: string, port: number): string => join(directory, 'logs', `${port}.log`)

export default async function setup(): Promise<() => Promise<void>> {
  const databaseServer = await createDatabaseServer()
  const template = new URL(await databaseServer.createMigrated()).pathname.slice(1)
  const database = await cloneDatabase(databaseServer.url, template)
  const directory = await newDirectory()
  const port = await freePort()
  const server = new ServerProcess(port, environmentOf(database.url, directory), newLogFile(directory, port))
  await server.start()
  // Who registers without an invitation comes into the first company: no journey's own.
  const db = createDatabase(createPool({ databaseUrl: database.url, size: 1 }))
  await buildCompany(db, '澜舟科技')
  await db.destroy()
  const shared: SharedByJourneys = {
    databaseServerUrl: databaseServer.url,
    template,
    databaseUrl: database.url,
    origin: server.origin,
    directory,
    passwordHash: await hash(password),
  }
  process.env[variable] = JSON.stringify(shared)
  return async () => {
    await server.end('SIGTERM')
    await database.drop()
    await databaseServer.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
