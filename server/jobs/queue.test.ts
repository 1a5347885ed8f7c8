import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildCompany } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { job } from '#server/module.ts'
import { testPlatform } from '#test/harness.ts'
import { enqueue, jobConnections, keepJobs, releaseAbandonedJobs, startJobs } from './queue.ts'

const platform = testPlatform()

beforeAll(async () => {
  await buildCompany(platform.db)
})

async function holdAllJobs(minutes: number): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_by = 'a-killed-process',
    locked_at = now() - make_interval(mins => ${minutes})`.execute(platform.root)
}

it('another process repeats the job of a killed one, but no job that is still running', async () => {
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

it('a job with heartbeats stays with its process, however long it takes', async () => {
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

it('long jobs do not delay others, and stop when the process ends', async () => {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 6 })
  const db = createDatabase(pool)
  const started = Promise.withResolvers<AbortSignal | undefined>()
  const shortDone = Promise.withResolvers<void>()
  const long = job({
    name: 'test.long',
    payload: Type.Object({}),
    outside: true,
    long: true,
    run: (_db, _payload, { signal }) =>
      new Promise((_resolve, reject) => {
        started.resolve(signal)
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
  const signal = await started.promise
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

it('a long job starts beside long jobs of other kinds, and waits for those of its own kind', async () => {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 6 })
  const db = createDatabase(pool)
  await sql`delete from graphile_worker._private_jobs`.execute(platform.root)
  const takes = { video: 0, payout: 0 }
  const videoStarted = Promise.withResolvers<void>()
  const videoMayEnd = Promise.withResolvers<void>()
  let payoutDone = Promise.withResolvers<void>()
  const video = job({
    ...{ name: 'test.video', payload: Type.Object({}), outside: true, long: true },
    run: async () => {
      takes.video += 1
      videoStarted.resolve()
      await videoMayEnd.promise
    },
  })
  const payout = job({
    ...{ name: 'test.payout', payload: Type.Object({}), outside: true, long: true },
    run: async () => {
      takes.payout += 1
      payoutDone.resolve()
    },
  })
  const jobs = [video, payout]
  for (let count = 0; count < 3; count += 1) await enqueue(db, video, {})
  const settings = { pool, db, outside: platform.outside, concurrency: 1, logError: () => {} }
  const runner = await startJobs({ ...settings, jobs })
  await videoStarted.promise
  for (let round = 1; round <= 20; round += 1) {
    payoutDone = Promise.withResolvers()
    await enqueue(db, payout, {})
    await payoutDone.promise
    expect(takes).toEqual({ video: 1, payout: round })
  }
  videoMayEnd.resolve()
  await expect.poll(() => takes.video).toBe(3)
  await runner.stop()
  const { rows } = await pool.query('select count(*)::int as left from graphile_worker.jobs')
  expect(rows[0]).toEqual({ left: 0 })
  await pool.end()
})

it('what waits for the servers of others delays neither other jobs nor other ways of sending', async () => {
  const mailMayEnd = Promise.withResolvers<void>()
  const mailStarted = Promise.withResolvers<void>()
  const [smsDone, shortDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const sending = { payload: Type.Object({}), outside: true, senders: 2 } as const
  let mailsAtOnce = 0
  const mail = job({
    ...sending,
    name: 'test.mail',
    run: async () => {
      mailsAtOnce += 1
      if (mailsAtOnce === 2) mailStarted.resolve()
      await mailMayEnd.promise
    },
  })
  const sms = job({ ...sending, name: 'test.sms', run: async () => smsDone.resolve() })
  const short = job({ name: 'test.short', payload: Type.Object({}), run: async () => shortDone.resolve() })
  const jobs = [mail, sms, short]
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: jobConnections(jobs, 1) })
  const db = createDatabase(pool)
  for (let count = 0; count < 5; count += 1) await enqueue(db, mail, {})
  const settings = { pool, db, outside: platform.outside, concurrency: 1, logError: () => {} }
  const runner = await startJobs({ ...settings, jobs })
  await mailStarted.promise
  await enqueue(db, sms, {})
  await enqueue(db, short, {})
  await Promise.all([smsDone.promise, shortDone.promise])
  expect(mailsAtOnce).toBe(2)
  mailMayEnd.resolve()
  await expect.poll(() => mailsAtOnce).toBe(5)
  await runner.stop()
  await pool.end()
})
