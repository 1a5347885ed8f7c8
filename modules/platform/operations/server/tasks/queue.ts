/** The job queue of graphile-worker. It belongs to no company, so only the operating company sees it. */
import { sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { QueuedJob } from '../../contract/tasks.ts'
import { directory } from '../directory.ts'

const errorLengthMax = 2000

/** Whether the caller manages all tasks of the company that runs the platform. */
export async function isOperator(db: Connection, caller: Caller): Promise<boolean> {
  if (!coversCompany(caller, 'task.manage')) return false
  return (await directory()?.operatingCompany(db)) === caller.companyId
}

interface KindRow {
  readonly name: string
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly oldest_ms: number | null
}

/** Counts by kind of job: waiting (due or later), running, without attempts left. */
async function queueKinds(db: Connection): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select task_identifier as name,
      count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      (extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts
        and run_at <= now())) * 1000)::bigint as oldest_ms
    from graphile_worker.jobs group by 1 order by 1`.execute(withTables<unknown>(db))
  return rows
}

export async function queueFacts(db: Connection) {
  const rows = await queueKinds(db)
  const sum = (of: (row: KindRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    waiting: sum((row) => row.waiting),
    running: sum((row) => row.running),
    failed: sum((row) => row.failed),
    oldestWaitingMs: Math.max(0, ...rows.map((row) => row.oldest_ms ?? 0)),
    kinds: rows.map(({ name, waiting, running, failed }) => ({ name, waiting, running, failed })),
  }
}

const noFacts = { waiting: 0, running: 0, failed: 0, oldestWaitingMs: 0, kinds: [] }

export async function jobQueue(db: Connection, caller: Caller) {
  if (!(await isOperator(db, caller))) return { isOperator: false, ...noFacts }
  return { isOperator: true, ...(await queueFacts(db)) }
}

const hasFailed = sql`locked_at is null and attempts >= max_attempts`

interface JobRow {
  readonly id: number
  readonly name: string
  readonly attempts: number
  readonly max_attempts: number
  readonly last_error: string | null
  readonly created_at: number
  readonly updated_at: number
}

function jobOf(row: JobRow): QueuedJob {
  return {
    id: String(row.id),
    name: row.name,
    attempts: row.attempts,
    attemptsMax: row.max_attempts,
    lastError: (row.last_error ?? '').slice(0, errorLengthMax),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function failedJobs(db: Connection, caller: Caller, query: Paging) {
  if (!(await isOperator(db, caller))) return { items: [], recordCount: 0 }
  const tables = withTables<unknown>(db)
  const { items: rows, recordCount } = await sqlPage(tables, query, {
    matching: sql`from graphile_worker.jobs where ${hasFailed}`,
    rows: (window) => sql<JobRow>`
      select id, task_identifier as name, attempts, max_attempts, last_error,
        (extract(epoch from created_at) * 1000)::bigint as created_at,
        (extract(epoch from updated_at) * 1000)::bigint as updated_at
      from graphile_worker.jobs where ${hasFailed} order by updated_at desc, id desc
      ${window}`,
  })
  return { items: rows.map(jobOf), recordCount }
}

async function failedJobId(db: Connection, caller: Caller, id: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.jobs where id = ${id}::bigint and ${hasFailed}`.execute(withTables<unknown>(db))
  if (!rows[0] || !(await isOperator(db, caller))) throw refuse(NOT_FOUND)
  return id
}

/** Gives the job one more attempt at once. */
export async function retryJob(db: Connection, caller: Caller, id: string): Promise<void> {
  const ids = [await failedJobId(db, caller, id)]
  await sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at := now(), attempts := 0)`.execute(
    withTables<unknown>(db),
  )
}

export async function removeJob(db: Connection, caller: Caller, id: string): Promise<void> {
  const ids = [await failedJobId(db, caller, id)]
  await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(withTables<unknown>(db))
}
