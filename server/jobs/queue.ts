/** Background work in PostgreSQL, by graphile-worker: it survives kills, and several processes share it. */
import { type JobHelpers, Logger, parseCronItems, run, runOnce, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Static, TObject } from 'typebox'
import type { Connection } from '../db/connection.ts'
import { withTables } from '../db/connection.ts'
import type { RootDatabase } from '../db/pool.ts'
import { noteJob } from '../forecast.ts'
import type { Job } from '../module.ts'
import type { Outside } from '../outside.ts'
import { isUnavailable } from '../unavailable.ts'

export interface EnqueueOptions {
  /** Replaces a job with the same key that has not started yet. */
  readonly key?: string
  /** Milliseconds since 1970; by default now. */
  readonly runAt?: number
  readonly attemptsMax?: number
  /** Jobs of one queue run one after another, in all processes together. */
  readonly queue?: string
}

const attemptsMaxDefault = 10

/** Enqueues a job in the transaction of `db`. */
export async function enqueue<P extends TObject>(
  db: Connection,
  job: Job<P>,
  payload: Static<P>,
  options: EnqueueOptions = {},
): Promise<void> {
  noteJob(db, job, payload as object, options)
  const runAt = options.runAt === undefined ? null : new Date(options.runAt)
  await sql`select graphile_worker.add_job(
    ${job.name}, payload := ${JSON.stringify(payload)}::json, run_at := ${runAt}::timestamptz,
    max_attempts := ${options.attemptsMax ?? attemptsMaxDefault}, job_key := ${options.key ?? null},
    queue_name := ${options.queue ?? null}
  )`.execute(withTables<unknown>(db))
}

/** Enqueues a job of one kind for each of many payloads, in one statement. */
export async function enqueueAll<P extends TObject>(
  db: Connection,
  job: Job<P>,
  runs: readonly { readonly payload: Static<P>; readonly runAt?: number }[],
): Promise<void> {
  if (runs.length === 0) return
  for (const { payload, runAt } of runs) noteJob(db, job, payload as object, { ...(runAt !== undefined && { runAt }) })
  await sql`select graphile_worker.add_job(${job.name}, payload := one.payload,
      run_at := to_timestamp(one."runAt" / 1000.0), max_attempts := ${attemptsMaxDefault})
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as one(payload json, "runAt" bigint)`.execute(
    withTables<unknown>(db),
  )
}

export interface JobRunnerSettings {
  readonly pool: pg.Pool
  readonly db: RootDatabase
  readonly jobs: readonly Job[]
  readonly outside: Outside
  readonly concurrency: number
  readonly logError: (message: string, error: unknown) => void
}

function taskList({ db, jobs, outside, logError }: JobRunnerSettings, running = new Set<string>()): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, helpers: JobHelpers) => {
        const context = { outside, now: outside.clock.now(), signal: helpers.abortSignal }
        running.add(helpers.job.id)
        try {
          if (job.outside) await job.run(db, payload as Record<string, unknown>, context)
          else
            await db
              .transaction()
              .execute((transaction) =>
                job.run(withConnection(transaction), payload as Record<string, unknown>, context),
              )
        } catch (error) {
          if (!helpers.abortSignal.aborted) logError(`job ${job.name} failed`, error)
          throw error
        } finally {
          running.delete(helpers.job.id)
        }
      },
    ]),
  )
}

function withConnection(transaction: unknown): Connection {
  return transaction as Connection
}

const quietLogger = new Logger(() => () => {})

/**
 * Each process sends a heartbeat for its jobs every half minute; a job without heartbeats for this long belongs to a
 * dead process.
 */
const abandonedAfterMinutes = 3
const heartbeatEveryMs = 30_000

/** Unlocks the jobs of killed processes. graphile-worker itself would wait four hours. */
export async function releaseAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker._private_jobs
      where locked_at < now() - make_interval(mins => $1)))`,
    [abandonedAfterMinutes],
  )
}

/** Renews the locks of running jobs, however long they take. */
export async function keepJobs(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await pool.query('update graphile_worker._private_jobs set locked_at = now() where id = any($1::bigint[])', [ids])
}

/** The delay after which stoppable jobs are stopped when the process ends. */
const stopLongJobsAfterMs = 500

/**
 * How many long jobs of a kind one process does at a time: each may use all processors by itself. Each kind has its
 * own runner, so that a conversion of a video delays other conversions, but no exports and payouts.
 */
const longConcurrency = 1

/** The workers that a kind of job has for itself; undefined where it shares those of all short jobs. */
function ownWorkers(job: Job): number | undefined {
  return job.long ? longConcurrency : job.senders
}

/**
 * The connections that the runners of these jobs take: one to listen on and one to work with each, and one to keep jobs.
 * Senders hold none while they wait for the server of somebody else, so they share one.
 */
export function jobConnections(jobs: readonly Job[], concurrency: number): number {
  const ownKinds = jobs.filter((job) => ownWorkers(job) !== undefined).length
  const repeated = jobs.filter(({ everyMs }) => everyMs !== undefined).length
  return concurrency + 1 + ownKinds * 2 + 1 + repeated
}

/** Runs the jobs that come back after `everyMs`, each in one transaction, one run of it at a time in this process. */
function startRepeated({ db, jobs, outside, logError }: JobRunnerSettings): () => Promise<void> {
  const loops = jobs.map((job) => ({ job, running: Promise.resolve(), isRunning: false }))
  const runOnce = async (job: Job) => {
    try {
      await db
        .transaction()
        .execute((transaction) => job.run(withConnection(transaction), {}, { outside, now: outside.clock.now() }))
    } catch (error) {
      // While the database is away there is nothing to do, and the watch has said so.
      if (!isUnavailable(error)) logError(`job ${job.name} failed`, error)
    }
  }
  const timers = loops.map((loop) =>
    setInterval(() => {
      if (loop.isRunning) return
      loop.isRunning = true
      loop.running = runOnce(loop.job).finally(() => {
        loop.isRunning = false
      })
    }, loop.job.everyMs),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(loops.map(({ running }) => running))
  }
}

export interface JobRunner {
  /** Waits for the jobs that are running; long ones are stopped and left to the next process. */
  stop(): Promise<void>
}

export async function startJobs(settings: JobRunnerSettings): Promise<JobRunner> {
  const { pool, jobs, logError } = settings
  const running = new Set<string>()
  const heartbeat = async () => {
    try {
      await keepJobs(pool, [...running])
      await releaseAbandonedJobs(pool)
    } catch (error) {
      logError('jobs were not kept or released', error)
    }
  }
  await heartbeat()
  const timer = setInterval(() => void heartbeat(), heartbeatEveryMs)
  const start = (own: readonly Job[], concurrency: number) =>
    run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      gracefulShutdownAbortTimeout: stopLongJobsAfterMs,
      logger: quietLogger,
      taskList: taskList({ ...settings, jobs: own }, running),
      parsedCronItems: parseCronItems(
        own.flatMap((job) => (job.cron ? [{ task: job.name, match: job.cron, identifier: job.name }] : [])),
      ),
    })
  const runners = [
    await start(
      jobs.filter((job) => ownWorkers(job) === undefined),
      settings.concurrency,
    ),
  ]
  for (const one of jobs) {
    const workers = ownWorkers(one)
    if (workers !== undefined) runners.push(await start([one], workers))
  }
  const stopRepeated = startRepeated({ ...settings, jobs: jobs.filter(({ everyMs }) => everyMs !== undefined) })
  return {
    async stop() {
      clearInterval(timer)
      await stopRepeated()
      const names = [...running]
      await Promise.all(runners.map((runner) => runner.stop()))
      // The library gives a stopped job back without waiting for it; the process may end before that.
      await pool.query(
        `select graphile_worker.force_unlock_workers(array(
          select distinct locked_by from graphile_worker._private_jobs where id = any($1::bigint[])))`,
        [names],
      )
    },
  }
}

/** Runs due jobs and returns, for tests. */
export async function runDueJobs(settings: JobRunnerSettings): Promise<void> {
  await runOnce({
    pgPool: settings.pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: quietLogger,
    taskList: taskList(settings),
  })
}
