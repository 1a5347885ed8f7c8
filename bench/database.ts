/** The database that is measured: the given one, or an embedded one that is as durable as the product's own. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#tools/postgres.ts'

export interface BenchDatabase {
  readonly url: string
  /** One statement, on a connection of its own. */
  run(statement: string): Promise<void>
  stop(): Promise<void>
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A new, empty database. BENCH_DATABASE_URL names a server that is there already. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const given = process.env.BENCH_DATABASE_URL
  const directory = given ? undefined : await mkdtemp(join(tmpdir(), 'shuyuan-bench-'))
  const server = directory === undefined ? undefined : await startPostgres({ dataDirectory: directory, log: () => {} })
  const serverUrl = given ?? server?.url ?? ''
  const name = `shuyuan_bench_${randomBytes(4).toString('hex')}`
  await execute(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    run: (statement) => execute(url.href, statement),
    async stop() {
      await execute(serverUrl, `drop database ${name} with (force)`)
      await server?.stop()
      if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}
