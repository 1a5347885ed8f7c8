/** Progress and results that jobs report. Every change is published to the member's browsers. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { publish } from '#server/realtime/publish.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import type { TaskReport } from './kinds.ts'

const problemsMax = 20_000
const reasonLengthMax = 1000

export interface NewTask {
  /** A new id by default; the id of the processed object is a good choice. */
  readonly id?: string
  readonly companyId: string
  /** The owner; null for the platform's own work, which only administrators see. */
  readonly memberId: string | null
  readonly kind: string
  /** The name of the processed object, such as a file name. */
  readonly title: string
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

const seen = ['id', 'member_id', 'state', 'permille'] as const

/** Creates a task in the transaction that enqueues its job. Returns the id of the task. */
export async function startTask(connection: Connection, task: NewTask): Promise<string> {
  const db = operationsTables(connection)
  const { id = uuid(), companyId, memberId, kind, title, now } = task
  const started = await db
    .insertInto('operations.task')
    .values({
      id,
      company_id: companyId,
      member_id: memberId,
      kind,
      title: title.slice(0, 300),
      state: 'waiting',
      created_at: now,
      moved_at: now,
    })
    .returning(seen)
    .executeTakeFirstOrThrow()
  await publishProgress(db, started)
  return id
}

/**
 * Reports progress in permille with a note on the current step. It is also the heartbeat: a task without a report for
 * three minutes counts as interrupted. Returns `cancelled` after a cancellation; the job then stops, and the task has
 * ended.
 */
export async function reportProgress(
  connection: Connection,
  taskId: string,
  permille: number,
  now: number,
  note?: string,
): Promise<{ cancelled: boolean }> {
  const db = operationsTables(connection)
  const { rows } = await sql<WatchedTask & { changed: boolean }>`
    with before as (
      select id, state, permille, note from operations.task
      where id = ${taskId} and state in ('waiting', 'running', 'interrupted') for update)
    update operations.task t set
      state = case when t.cancel_requested_at is null then 'running' else 'cancelled' end,
      finished_at = case when t.cancel_requested_at is null then null else ${now}::bigint end,
      permille = ${Math.round(Math.min(1000, Math.max(0, permille)))}::smallint,
      note = coalesce(${note?.slice(0, 300) ?? null}::text, t.note), moved_at = ${now}
    from before where t.id = before.id
    returning t.id, t.member_id, t.state, t.permille,
      (t.permille, t.state, t.note) is distinct from (before.permille, before.state, before.note) as changed`.execute(
    db,
  )
  const task = rows[0]
  if (task?.changed) await publishProgress(db, task)
  if (task) return { cancelled: task.state === 'cancelled' }
  const over = await db.selectFrom('operations.task').select('state').where('id', '=', taskId).executeTakeFirst()
  return { cancelled: over?.state === 'cancelled' }
}

/** Marks the task as done, in the transaction of the job's last write. A repeated call changes nothing. */
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
    .where('state', 'in', ['waiting', 'running', 'interrupted'])
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

/** Marks the task as permanently failed: `reason` is a sentence for its owner. */
export async function failTask(connection: Connection, taskId: string, reason: string, now: number): Promise<void> {
  const db = operationsTables(connection)
  const failed = await db
    .updateTable('operations.task')
    .set({ state: 'failed', reason: reason.slice(0, reasonLengthMax), moved_at: now, finished_at: now })
    .where('id', '=', taskId)
    .where('state', 'in', ['waiting', 'running', 'interrupted'])
    .returning(seen)
    .executeTakeFirst()
  await publishProgress(db, failed)
}
