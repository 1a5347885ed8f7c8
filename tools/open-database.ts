import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Config, configExitCode } from '#server/config.ts'
import type { Lifecycle } from '#tools/lifecycle.ts'
import { OperatorError } from '#tools/operator-error.ts'
import { databaseUrlOf, type Postgres, startPostgres } from '#tools/postgres.ts'
import { preparePlace, prepareSocketDirectory } from '#tools/postgres-place.ts'

type Log = (line: string) => void

const oldestVersion = 150_000
const patienceSeconds = 30

/** Answers the address of the database: the operator's own, checked, or the embedded one, started and watched over. */
export async function openDatabase(config: Config, lifecycle: Lifecycle, log: Log): Promise<string> {
  if (config.databaseUrl !== null) {
    await checkDatabase(config.databaseUrl, log)
    return config.databaseUrl
  }
  const postgres = await startPostgres({
    dataDirectory: path.join(config.dataDirectory, 'postgres'),
    isEnding: () => lifecycle.isEnding,
    log,
  })
  lifecycle.onEnd(async () => {
    await postgres.stop()
    log('PostgreSQL has ended')
  })
  postgres.onUnexpectedExit((reason) => void revive(postgres, reason, lifecycle, log))
  return postgres.url
}

/** For commands beside the platform: its database where it runs already, else opened as `openDatabase` does. */
export async function joinOrOpenDatabase(config: Config, lifecycle: Lifecycle, log: Log): Promise<string> {
  const running = config.databaseUrl === null ? await findRunning(path.join(config.dataDirectory, 'postgres')) : null
  return running ?? (await openDatabase(config, lifecycle, log))
}

async function findRunning(dataDirectory: string): Promise<string | null> {
  const socketDirectory = await prepareSocketDirectory(await preparePlace(dataDirectory, true, () => {}))
  const url = databaseUrlOf(socketDirectory)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return url
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

/** The server waits out a short absence of the database: its pool connects again. */
async function revive(postgres: Postgres, reason: string, lifecycle: Lifecycle, log: Log): Promise<void> {
  log(`PostgreSQL ${reason}; starting it again`)
  for (let delaySeconds = 1; !lifecycle.isEnding; delaySeconds = Math.min(30, delaySeconds * 2)) {
    try {
      await postgres.restart()
      log('PostgreSQL is back')
      return
    } catch (error) {
      log(`${String(error)}\nTrying again in ${delaySeconds} s`)
      await wait(delaySeconds * 1000)
    }
  }
}

/** Waits for a database that is still starting, and refuses one that is too old or keeps no UTF-8. */
async function checkDatabase(databaseUrl: string, log: Log): Promise<void> {
  const client = await connect(databaseUrl, log)
  try {
    const { rows } = await client.query<{ version: string; name: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_version') as name,
        current_setting('server_encoding') as encoding`,
    )
    const [{ version = '0', name = '', encoding = '' } = {}] = rows
    if (Number(version) < oldestVersion) {
      throw new OperatorError(`DATABASE_URL leads to PostgreSQL ${name}; needed is 15 or newer`, configExitCode)
    }
    if (encoding !== 'UTF8') {
      throw new OperatorError(
        `The database of DATABASE_URL is encoded in ${encoding}; needed is UTF8 (create database … encoding 'UTF8')`,
        configExitCode,
      )
    }
    log(`Using PostgreSQL ${name} of DATABASE_URL`)
  } finally {
    await client.end()
  }
}

async function connect(databaseUrl: string, log: Log): Promise<pg.Client> {
  for (let waited = 0; ; waited++) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      // 57P03: the database is starting up.
      const mayPass = ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', '57P03'].includes(code)
      if (!mayPass || waited >= patienceSeconds) {
        throw new OperatorError(`The database of DATABASE_URL cannot be reached: ${message || code}`, configExitCode)
      }
      if (waited === 0)
        log(`The database of DATABASE_URL does not answer yet (${code}); waiting up to ${patienceSeconds} s …`)
      await wait(1000)
    }
  }
}
