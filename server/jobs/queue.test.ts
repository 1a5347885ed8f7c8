import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildCompany } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { job } from '#server/module.ts'
import { testPlatform } from '#test/harness.ts'
import { enqueue, keepJobs, releaseAbandonedJobs, startJobs } from './queue.ts'

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
  await holdAllJobs(2)
  await releaseAbandonedJobs(pool)
  await platform.runJobs()
  expect(platform.sentSms).toHaveLength(0)
  await holdAllJobs(4)
  await releaseAbandonedJobs(pool)
  await platform.runJobs()
  expect(platform.sentSms).toHaveLength(1)
  await pool.end()
})

it('a job that its process speaks for is not given to another, however long it takes', async () => {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 1 })
  const before = platform.sentSms.length
  await platform.client(identity).sendCode({ body: { purpose: 'register', phone: '13900000002' } })
  await holdAllJobs(60)
  const { rows } = await pool.query<{ id: string }>('select id::text from graphile_worker._private_jobs')
  await keepJobs(
    pool,
    rows.map(({ id }) => id),
  )
  await releaseAbandonedJobs(pool)
  await platform.runJobs()
  expect(platform.sentSms).toHaveLength(before)
  await holdAllJobs(4)
  await releaseAbandonedJobs(pool)
  await platform.runJobs()
  await pool.end()
})

it('long jobs keep no others waiting, and stop when the process ends', async () => {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 6 })
  const db = createDatabase(pool)
  const begun = Promise.withResolvers<AbortSignal | undefined>()
  const shortDone = Promise.withResolvers<void>()
  const long = job({
    name: 'test.long',
    payload: Type.Object({}),
    outside: true,
    long: true,
    run: (_db, _payload, { signal }) =>
      new Promise((_resolve, reject) => {
        begun.resolve(signal)
        signal?.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  })
  const short = job({
    name: 'test.short',
    payload: Type.Object({}),
    run: async () => shortDone.resolve(),
  })
  const settings = { pool, db, outside: platform.outside, concurrency: 1, logError: () => {} }
  for (let count = 0; count < 3; count += 1) await enqueue(db, long, {})
  const jobs = await startJobs({ ...settings, jobs: [long, short] })
  const signal = await begun.promise
  await enqueue(db, short, {})
  await shortDone.promise
  await jobs.stop()
  expect(signal?.aborted).toBe(true)
  const { rows } = await pool.query(
    `select count(*)::int as waiting from graphile_worker.jobs
    where task_identifier = 'test.long' and locked_at is null`,
  )
  expect(rows[0]).toEqual({ waiting: 3 })
  await pool.end()
})

it('a long job is taken at once while long jobs of other kinds run, and waits for those of its own', async () => {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 6 })
  const db = createDatabase(pool)
  await sql`delete from graphile_worker._private_jobs`.execute(platform.root)
  const takes = { film: 0, payout: 0 }
  const filmBegun = Promise.withResolvers<void>()
  const filmMayEnd = Promise.withResolvers<void>()
  let payoutDone = Promise.withResolvers<void>()
  const film = job({
    ...{ name: 'test.film', payload: Type.Object({}), outside: true, long: true },
    run: async () => {
      takes.film += 1
      filmBegun.resolve()
      await filmMayEnd.promise
    },
  })
  const payout = job({
    ...{ name: 'test.payout', payload: Type.Object({}), outside: true, long: true },
    run: async () => {
      takes.payout += 1
      payoutDone.resolve()
    },
  })
  const jobs = [film, payout]
  for (let count = 0; count < 3; count += 1) await enqueue(db, film, {})
  const settings = { pool, db, outside: platform.outside, concurrency: 1, logError: () => {} }
  const runner = await startJobs({ ...settings, jobs })
  await filmBegun.promise
  for (let round = 1; round <= 20; round += 1) {
    payoutDone = Promise.withResolvers()
    await enqueue(db, payout, {})
    await payoutDone.promise
    expect(takes).toEqual({ film: 1, payout: round })
  }
  filmMayEnd.resolve()
  await expect.poll(() => takes.film, { timeout: 15_000 }).toBe(3)
  await runner.stop()
  const { rows } = await pool.query('select count(*)::int as left from graphile_worker.jobs')
  expect(rows[0]).toEqual({ left: 0 })
  await pool.end()
}, 60_000)
