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

export interface EnqueueOptions {
  /** A job with the same key that has not started yet is replaced. */
  readonly key?: string
  /** Milliseconds since 1970; at once where nothing is said. */
  readonly runAt?: number
  readonly attemptsMax?: number
  /** Jobs of one queue run one after the other, whichever process has them. */
  readonly queue?: string
}

/** Asks for a job in the transaction of `db`. */
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
    max_attempts := ${options.attemptsMax ?? 10}, job_key := ${options.key ?? null},
    queue_name := ${options.queue ?? null}
  )`.execute(withTables<unknown>(db))
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

/** A living process says each half minute which jobs it is at: what nobody speaks for so long was held by a dead one. */
const abandonedAfterMinutes = 3
const beatEveryMs = 30_000

/** Gives the jobs of killed processes to the living ones. graphile-worker itself would wait four hours. */
export async function releaseAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker._private_jobs
      where locked_at < now() - make_interval(mins => $1)))`,
    [abandonedAfterMinutes],
  )
}

/** Says that these jobs are still being worked on, however long they take. */
export async function keepJobs(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await pool.query('update graphile_worker._private_jobs set locked_at = now() where id = any($1::bigint[])', [ids])
}

/** Jobs that can be stopped are, so soon after the process has been asked to end. */
const stopLongJobsAfterMs = 500

/**
 * How many long jobs of a kind one process does at a time: each may use all processors by itself. Each kind has a runner
 * of its own, so that a film that is converted keeps other films waiting, and no export and no payout.
 */
const longConcurrency = 1

/** The connections that the runners of these jobs take: one to listen on and one to work with each, and one to keep jobs. */
export function jobConnections(jobs: readonly Job[], concurrency: number): number {
  const longKinds = jobs.filter((job) => job.long).length
  return concurrency + 1 + longKinds * (longConcurrency + 1) + 1
}

export interface JobRunner {
  /** Waits for the jobs that are running; long ones are stopped and left to the next process. */
  stop(): Promise<void>
}

export async function startJobs(settings: JobRunnerSettings): Promise<JobRunner> {
  const { pool, jobs, logError } = settings
  const running = new Set<string>()
  const beat = async () => {
    try {
      await keepJobs(pool, [...running])
      await releaseAbandonedJobs(pool)
    } catch (error) {
      logError('jobs were not kept or released', error)
    }
  }
  await beat()
  const timer = setInterval(() => void beat(), beatEveryMs)
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
      jobs.filter((job) => !job.long),
      settings.concurrency,
    ),
  ]
  const long = jobs.filter((job) => job.long)
  for (const one of long) runners.push(await start([one], longConcurrency))
  return {
    async stop() {
      clearInterval(timer)
      const held = [...running]
      await Promise.all(runners.map((runner) => runner.stop()))
      // The library gives a stopped job back without waiting for it; the process may end before that.
      await pool.query(
        `select graphile_worker.force_unlock_workers(array(
          select distinct locked_by from graphile_worker._private_jobs where id = any($1::bigint[])))`,
        [held],
      )
    },
  }
}

/** Runs what is due and returns: for tests. */
export async function runDueJobs(settings: JobRunnerSettings): Promise<void> {
  await runOnce({
    pgPool: settings.pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: quietLogger,
    taskList: taskList(settings),
  })
}
