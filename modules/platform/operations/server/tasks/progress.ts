/** What a job tells about its work while people watch it. Every change is told to the member's browsers. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { publish } from '#server/realtime/publish.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import type { TaskReport } from './kinds.ts'

const problemsMax = 20_000
const reasonLengthMax = 1000

export interface NewTask {
  /** A new one unless given: the id of the thing that is worked on serves well. */
  readonly id?: string
  readonly companyId: string
  /** Who watches; null for the platform's own work, which administrators alone see. */
  readonly memberId: string | null
  readonly kind: string
  /** What is worked on, as a person calls it: a file's name. */
  readonly title: string
  readonly now: number
}

interface Seen {
  readonly id: string
  readonly member_id: string | null
  readonly state: string
  readonly permille: number
}

async function tell(db: OperationsDb, task: Seen | undefined): Promise<void> {
  if (!task?.member_id) return
  const data = { taskId: task.id, state: task.state, permille: task.permille }
  await publish(db, { topic: `member:${task.member_id}`, name: 'task', data })
}

const seen = ['id', 'member_id', 'state', 'permille'] as const

/** Shows work that has been asked for, in the transaction that enqueues its job. Answers the id of the task. */
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
  await tell(db, started)
  return id
}

/**
 * Says how far the work is: permille from 0 to 1000, and what is done right now. It is also the sign of life: work that
 * says nothing for three minutes counts as interrupted. Answers `cancelled` where somebody has called the work off; the
 * job then stops, and the task is over.
 */
export async function reportProgress(
  connection: Connection,
  taskId: string,
  permille: number,
  now: number,
  note?: string,
): Promise<{ cancelled: boolean }> {
  const db = operationsTables(connection)
  const { rows } = await sql<Seen & { told: boolean }>`
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
      (t.permille, t.state, t.note) is distinct from (before.permille, before.state, before.note) as told`.execute(db)
  const task = rows[0]
  if (task?.told) await tell(db, task)
  if (task) return { cancelled: task.state === 'cancelled' }
  const over = await db.selectFrom('operations.task').select('state').where('id', '=', taskId).executeTakeFirst()
  return { cancelled: over?.state === 'cancelled' }
}

/** The work is done; in the transaction of its last write. Finishing what is over already changes nothing. */
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
  await keepProblems(db, taskId, problems)
  await tell(db, finished)
}

async function keepProblems(
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

/** The work has failed for good: `reason` is a sentence for the person who watches. */
export async function failTask(connection: Connection, taskId: string, reason: string, now: number): Promise<void> {
  const db = operationsTables(connection)
  const failed = await db
    .updateTable('operations.task')
    .set({ state: 'failed', reason: reason.slice(0, reasonLengthMax), moved_at: now, finished_at: now })
    .where('id', '=', taskId)
    .where('state', 'in', ['waiting', 'running', 'interrupted'])
    .returning(seen)
    .executeTakeFirst()
  await tell(db, failed)
}
