/** For tests of modules that are found: brings the index up to date, as the jobs do every second. */
import { sql } from 'kysely'
import type { TestPlatform } from '#test/harness.ts'

export async function indexChanges(platform: Pick<TestPlatform, 'root' | 'runJobs'>): Promise<void> {
  await sql`select graphile_worker.add_job('search.follow', '{}'::json)`.execute(platform.root)
  await platform.runJobs()
}
