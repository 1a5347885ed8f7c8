/** The rows of tasks as their runs write them. Every change is published to the member's browsers. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { publish } from '#server/realtime/publish.ts'
import type { Bilingual } from '../../contract/shapes.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import type { TaskReference, TaskReport } from './kinds.ts'

const problemsMax = 20_000

export interface NewTask {
  /** A new id by default; the id of the processed object is a good choice. */
  readonly id?: string
  readonly companyId: string
  /** The owner; null for the platform's own work, which only administrators see. */
  readonly memberId: string | null
  readonly kind: string
  /** The name of the processed object, such as a file name. */
  readonly title: string
  /** Where the work starts, if its kind keeps no rows of its own. */
  readonly position?: unknown
  readonly now: number
}

interface WatchedTask {
  readonly id: string
  readonly member_id: string | null
  readonly state: string
  readonly permille: number
}

async function publishProgress(db: OperationsDb, task: WatchedTask | undefined): Promise<void> {
  if (!task?.member_id) return
  const data = { taskId: task.id, state: task.state, permille: task.permille }
  await publish(db, { topic: `member:${task.member_id}`, name: 'task', data })
}

const active = ['waiting', 'running', 'interrupted']

function isActive(state: string): boolean {
  return active.includes(state)
}

const seen = ['id', 'member_id', 'state', 'permille'] as const

/** Creates a task in the transaction that enqueues its work. Returns the id of the task. */
export async function startTask(connection: Connection, task: NewTask): Promise<string> {
  const db = operationsTables(connection)
  const { id = uuid(), companyId, memberId, kind, title, position, now } = task
  const started = await db
    .insertInto('operations.task')
    .values({
      id,
      company_id: companyId,
      member_id: memberId,
      kind,
      title: title.slice(0, 300),
      position: position === undefined ? null : JSON.stringify(position),
      state: 'waiting',
      created_at: now,
      moved_at: now,
    })
    .returning(seen)
    .executeTakeFirstOrThrow()
  await publishProgress(db, started)
  return id
}

/** The lock that a run of the task holds. */
export const workLock = (taskId: string) => `operations.work ${taskId}`
/** The key of the job that waits to run the task. */
export const workKey = (taskId: string) => `operations.work:${taskId}`

export interface StartedRun {
  readonly task: TaskReference
  /** This run included. */
  readonly tries: number
  readonly isCancelled: boolean
}

/** Counts the run and shows the task as running. Undefined: the task is over. */
export async function startRun(connection: Connection, taskId: string, now: number): Promise<StartedRun | undefined> {
  const db = operationsTables(connection)
  const row = await db
    .selectFrom('operations.task')
    .select(['id', 'company_id', 'member_id', 'state', 'permille', 'tries', 'cancel_requested_at'])
    .where('id', '=', taskId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !(row.state === 'cancelled' || isActive(row.state))) return undefined
  const task = { companyId: row.company_id, taskId, memberId: row.member_id }
  const tries = row.tries + 1
  if (row.state === 'cancelled' || row.cancel_requested_at !== null) return { task, tries, isCancelled: true }
  // A run that only takes the next turn goes on with the estimate of the one before.
  const since = row.state !== 'running' && { run_started_at: now, run_started_permille: row.permille }
  await db
    .updateTable('operations.task')
    .set({ state: 'running', tries, moved_at: now, ...since })
    .where('id', '=', taskId)
    .execute()
  if (since) await publishProgress(db, { ...row, state: 'running' })
  return { task, tries, isCancelled: false }
}

/** A run that was stopped because its process ends does not count. */
export async function returnTry(connection: Connection, taskId: string): Promise<void> {
  await operationsTables(connection)
    .updateTable('operations.task')
    .set((e) => ({ tries: sql<number>`greatest(0, ${e.ref('tries')} - 1)` }))
    .where('id', '=', taskId)
    .execute()
}

/** Where the work stands; undefined: the task is over. */
export async function readWork(
  connection: Connection,
  taskId: string,
): Promise<{ readonly position: unknown; readonly isCancelled: boolean } | undefined> {
  const row = await operationsTables(connection)
    .selectFrom('operations.task')
    .select(['position', 'cancel_requested_at'])
    .where('id', '=', taskId)
    .where('state', 'in', active)
    .executeTakeFirst()
  return row && { position: row.position ?? undefined, isCancelled: row.cancel_requested_at !== null }
}

interface StoredStep {
  readonly done: number
  readonly total: number
  readonly position?: unknown
  readonly note?: string
}

/** Stores the progress of a step in its transaction. Returns false if somebody else has ended the task. */
export async function storeStep(
  connection: Connection,
  taskId: string,
  { done, total, position, note }: StoredStep,
  now: number,
): Promise<boolean> {
  const db = operationsTables(connection)
  const { rows } = await sql<WatchedTask>`
    update operations.task set tries = 0, done = ${done}, total = ${total}, moved_at = ${now},
      permille = ${permilleOf((done * 1000) / Math.max(1, total))}::smallint,
      position = coalesce(${position === undefined ? null : JSON.stringify(position)}::jsonb, position),
      note = coalesce(${note?.slice(0, 300) ?? null}::text, note)
    where id = ${taskId} and state in ('waiting', 'running', 'interrupted')
    returning id, member_id, state, permille`.execute(db)
  await publishProgress(db, rows[0])
  return rows[0] !== undefined
}

const permilleOf = (value: number) => Math.round(Math.min(1000, Math.max(0, value)))

/** Shows how far a preparation is. */
export async function showProgress(
  connection: Connection,
  taskId: string,
  permille: number,
  now: number,
): Promise<'on' | 'cancelled' | 'over'> {
  const db = operationsTables(connection)
  const { rows } = await sql<WatchedTask & { cancelled: boolean; isNew: boolean }>`
    with before as (select id, permille from operations.task where id = ${taskId} and state = 'running' for update)
    update operations.task t set permille = ${permilleOf(permille)}::smallint, moved_at = ${now}
    from before where t.id = before.id
    returning t.id, t.member_id, t.state, t.permille, t.cancel_requested_at is not null as cancelled,
      t.permille <> before.permille as "isNew"`.execute(db)
  const task = rows[0]
  if (!task) return 'over'
  if (task.isNew) await publishProgress(db, task)
  return task.cancelled ? 'cancelled' : 'on'
}

/** Ends the task as cancelled, once its work has cleaned up. */
export async function endCancelled(connection: Connection, taskId: string, now: number): Promise<void> {
  const db = operationsTables(connection)
  const ended = await db
    .updateTable('operations.task')
    .set({ state: 'cancelled', finished_at: now, moved_at: now })
    .where('id', '=', taskId)
    .where('state', 'in', active)
    .returning(seen)
    .executeTakeFirst()
  await publishProgress(db, ended)
}

/** Marks the task as done, in the transaction of the work's last write. A repeated call changes nothing. */
export async function finishTask(
  connection: Connection,
  taskId: string,
  report: TaskReport,
  now: number,
): Promise<void> {
  const db = operationsTables(connection)
  const { problems = [], ...shown } = report
  const finished = await db
    .updateTable('operations.task')
    .set({
      state: 'done',
      permille: 1000,
      report: JSON.stringify(shown),
      problem_count: problems.length,
      reason: null,
      moved_at: now,
      finished_at: now,
    })
    .where('id', '=', taskId)
    .where('state', 'in', active)
    .returning(seen)
    .executeTakeFirst()
  if (!finished) return
  await insertProblems(db, taskId, problems)
  await publishProgress(db, finished)
}

async function insertProblems(
  db: OperationsDb,
  taskId: string,
  problems: NonNullable<TaskReport['problems']>,
): Promise<void> {
  await db.deleteFrom('operations.task_problem').where('task_id', '=', taskId).execute()
  if (problems.length === 0) return
  const rows = problems.slice(0, problemsMax).map(({ row, column, message }, position) => ({
    position,
    row_number: row ?? null,
    column_name: column ?? null,
    message_cn: message.cn,
    message_en: message.en,
  }))
  await sql`insert into operations.task_problem (task_id, position, row_number, column_name, message_cn, message_en)
    select ${taskId}::uuid, p.position, p.row_number, p.column_name, p.message_cn, p.message_en
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(position integer, row_number integer, column_name text, message_cn text, message_en text)`.execute(db)
}

/** Marks the task as failed: `reason` is a sentence for its owner. */
export async function failTask(connection: Connection, taskId: string, reason: Bilingual, now: number): Promise<void> {
  const db = operationsTables(connection)
  const failed = await db
    .updateTable('operations.task')
    .set({ state: 'failed', reason: JSON.stringify(reason), moved_at: now, finished_at: now })
    .where('id', '=', taskId)
    .where('state', 'in', active)
    .returning(seen)
    .executeTakeFirst()
  await publishProgress(db, failed)
}
