import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Config, configExitCode } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Lifecycle } from '#tools/lifecycle.ts'
import { openDatabase } from '#tools/open-database.ts'
import { OperatorError } from '#tools/operator-error.ts'

/** An account of the demonstration company. */
export type DemoAccount = { label: string; username: string; password: string }

/** Makes the data folder and the database ready for a server; answers the database's address. */
export async function prepareData(config: Config, lifecycle: Lifecycle, log: (line: string) => void): Promise<string> {
  const filesDirectory = config.files.directory
  await mkdir(filesDirectory, { recursive: true }).catch((error: Error) => {
    throw new OperatorError(
      `DATA_DIRECTORY is ${config.dataDirectory}, which cannot be written: ${error.message}`,
      configExitCode,
    )
  })
  const databaseUrl = await timed('Database ready', log, () => openDatabase(config, lifecycle, log))
  const count = await migrate(databaseUrl, (line) => log(`  ${line}`))
  if (count > 0) log(`Database brought up to date (${count} migrations)`)
  return databaseUrl
}

/** Fills an empty database with the demonstration company; answers its accounts, none where it is not wanted. */
export async function prepareDemoData(
  config: Config,
  databaseUrl: string,
  log: (line: string) => void,
): Promise<readonly DemoAccount[]> {
  if (!config.demoData) return []
  const demo = await import('#tools/seed/demo.ts')
  if (!(await demo.isSeeded(databaseUrl))) {
    log('Filling in demonstration data …')
    await timed('Demonstration data ready', log, () =>
      demo.seedDemoData({ databaseUrl, filesDirectory: config.files.directory, log: (line) => log(`  ${line}`) }),
    )
  }
  return (await demo.hasDemoCompany(databaseUrl)) ? demo.demoAccounts : []
}

/** Whether anybody could sign in: an installation begins without a company where demonstration data is off. */
export async function hasCompany(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>('select exists (select from identity.company) as found')
    return rows[0]?.found === true
  } finally {
    await client.end()
  }
}

/** Refuses a port that another program listens on; a run that has just been killed gets a moment to leave it. */
export async function assertPortFree(
  { host, port }: Pick<Config, 'host' | 'port'>,
  log: (line: string) => void,
): Promise<void> {
  for (let waited = 0; ; waited++) {
    const code = await tryPort(host, port)
    if (code === null) return
    if (code === 'EACCES')
      throw new OperatorError(
        `PORT is "${port}", which this account may not listen on; choose one from 1024 on`,
        configExitCode,
      )
    if (code !== 'EADDRINUSE')
      throw new OperatorError(`HOST is "${host}", which this machine cannot listen on (${code})`, configExitCode)
    if (waited >= 40) {
      throw new OperatorError(
        `Port ${port} is in use by another program. End it, or choose another port: PORT=${port + 1} npm start`,
        configExitCode,
      )
    }
    if (waited === 0) log(`Port ${port} is in use; waiting a moment in case a killed run is still leaving …`)
    await wait(250)
  }
}

function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** Says what has become ready, and after how long. */
async function timed<T>(what: string, log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  log(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  return result
}
