/** Background work in PostgreSQL, by graphile-worker: it survives kills, and several processes share it. */
import { Logger, parseCronItems, type Runner, run, runOnce, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Static, TObject } from 'typebox'
import type { Connection } from '../db/connection.ts'
import { withTables } from '../db/connection.ts'
import type { RootDatabase } from '../db/pool.ts'
import type { Job } from '../module.ts'
import type { Outside } from '../outside.ts'

export interface EnqueueOptions {
  /** A job with the same key that has not started yet is replaced. */
  readonly key?: string
  /** Milliseconds since 1970; at once where nothing is said. */
  readonly runAt?: number
  readonly attemptsMax?: number
}

/** Asks for a job in the transaction of `db`. */
export async function enqueue<P extends TObject>(
  db: Connection,
  job: Job<P>,
  payload: Static<P>,
  options: EnqueueOptions = {},
): Promise<void> {
  const runAt = options.runAt === undefined ? null : new Date(options.runAt)
  await sql`select graphile_worker.add_job(
    ${job.name}, payload := ${JSON.stringify(payload)}::json, run_at := ${runAt}::timestamptz,
    max_attempts := ${options.attemptsMax ?? 10}, job_key := ${options.key ?? null}
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

function taskList({ db, jobs, outside, logError }: JobRunnerSettings): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        const context = { outside, now: outside.clock.now() }
        try {
          if (job.outside) await job.run(db, payload as Record<string, unknown>, context)
          else
            await db
              .transaction()
              .execute((transaction) =>
                job.run(withConnection(transaction), payload as Record<string, unknown>, context),
              )
        } catch (error) {
          logError(`job ${job.name} failed`, error)
          throw error
        }
      },
    ]),
  )
}

function withConnection(transaction: unknown): Connection {
  return transaction as Connection
}

const quietLogger = new Logger(() => () => {})

/** No job runs this long: one that is held longer belongs to a process that is gone. */
const abandonedAfterMinutes = 10
const releaseEveryMs = 60_000

/** Gives the jobs of killed processes to the living ones. graphile-worker itself would wait four hours. */
export async function releaseAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker._private_jobs
      where locked_at < now() - make_interval(mins => $1)))`,
    [abandonedAfterMinutes],
  )
}

export async function startJobs(settings: JobRunnerSettings): Promise<Runner> {
  const release = () =>
    releaseAbandonedJobs(settings.pool).catch((error: unknown) => settings.logError('jobs were not released', error))
  await release()
  const timer = setInterval(() => void release(), releaseEveryMs)
  const runner = await run({
    pgPool: settings.pool,
    concurrency: settings.concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: quietLogger,
    taskList: taskList(settings),
    parsedCronItems: parseCronItems(
      settings.jobs.flatMap((job) => (job.cron ? [{ task: job.name, match: job.cron, identifier: job.name }] : [])),
    ),
  })
  runner.events.on('stop', () => clearInterval(timer))
  return runner
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
