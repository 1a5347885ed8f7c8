/** The demonstration company in a database and a folder of its own, for as long as something is measured on it. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#server/db/migrate.ts'
import { startBenchDatabase } from './database.ts'

const root = join(import.meta.dirname, '..')
/** Converting the demonstration's videos would take the processors from what is measured. */
export const noConversions = { FFMPEG_PATH: 'off', SOFFICE_PATH: 'off' }

export async function withDemoCompany(
  use: (databaseUrl: string, filesDirectory: string) => Promise<void>,
): Promise<void> {
  const files = await mkdtemp(join(tmpdir(), 'shuyuan-bench-files-'))
  const database = await startBenchDatabase()
  try {
    await migrate(database.url)
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIRECTORY: files, ...noConversions }
    await promisify(execFile)(process.execPath, ['tools/seed.ts'], { cwd: root, env, maxBuffer: 1e8 })
    await use(database.url, files)
  } finally {
    await database.stop()
    await rm(files, { recursive: true, force: true })
  }
}
