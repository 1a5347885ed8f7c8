import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { identity } from '#modules/identity/contract.ts'
import { buildCompany } from '#modules/identity/server/build.ts'
import { createPool } from '#server/db/pool.ts'
import { testPlatform } from '#test/harness.ts'
import { releaseAbandonedJobs } from './queue.ts'

const platform = testPlatform()

beforeAll(async () => {
  await buildCompany(platform.db)
})

async function holdAllJobs(minutes: number): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_by = 'a-killed-process',
    locked_at = now() - make_interval(mins => ${minutes})`.execute(platform.root)
}

it('a job whose process was killed is done by another, and one that is still running is left alone', async () => {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 1 })
  await platform.client(identity).sendCode({ body: { purpose: 'register', phone: '13900000001' } })
  await holdAllJobs(9)
  await releaseAbandonedJobs(pool)
  await platform.runJobs()
  expect(platform.sentSms).toHaveLength(0)
  await holdAllJobs(11)
  await releaseAbandonedJobs(pool)
  await platform.runJobs()
  expect(platform.sentSms).toHaveLength(1)
  await pool.end()
})
