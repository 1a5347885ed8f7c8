/**
 * The database of the study bench. It is filled without a sync, for that is no part of what is measured, and then runs as
 * durable as the product's own. BENCH_STUDY_FOLDER names a folder in which it is kept and found again.
 */
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '#tools/postgres.ts'

export interface StudyDatabase {
  readonly url: string
  readonly filesDirectory: string
  /** It was kept by an earlier run, and holds all rows already. */
  readonly isFilled: boolean
  /** All rows are there: from here on it is as durable as the product's own. */
  makeDurable(): Promise<void>
  stop(): Promise<void>
}

/** One connection for statements that may take long. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    return await use(client)
  } finally {
    await client.end()
  }
}

export async function startStudyDatabase(): Promise<StudyDatabase> {
  const kept = process.env.BENCH_STUDY_FOLDER
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'shuyuan-bench-study-')))
  const filesDirectory = join(directory, 'files')
  const filledMark = join(directory, 'filled')
  const isFilled = await access(filledMark).then(
    () => true,
    () => false,
  )
  await mkdir(directory, { recursive: true })
  const cluster = { dataDirectory: join(directory, 'database'), log: () => {} }
  let server = await startPostgres({ ...cluster, durable: isFilled })
  return {
    get url() {
      return server.url
    },
    filesDirectory,
    isFilled,
    async makeDurable() {
      await withClient(server.url, (client) => client.query('checkpoint'))
      await server.stop()
      await promisify(execFile)('sync')
      await writeFile(filledMark, '')
      server = await startPostgres(cluster)
    },
    async stop() {
      await server.stop()
      if (kept === undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}
