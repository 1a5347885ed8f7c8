/** Lists of tasks, and the actions that a member may take. */
import { sql } from 'kysely'
import { type Caller, coversCompany, type Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import type { Bilingual } from '../../contract/shapes.ts'
import type { Task, TaskProblem, TaskState } from '../../contract/tasks.ts'
import type { OperationsDb } from '../db.ts'
import { findTaskKind, type TaskReport, taskKind } from './kinds.ts'

export interface TaskRow {
  readonly id: string
  readonly company_id: string
  readonly member_id: string | null
  readonly kind: string
  readonly title: string
  readonly state: string
  readonly permille: number
  readonly note: string
  readonly report: unknown
  readonly problem_count: number
  readonly reason: Bilingual | null
  readonly attempt: number
  readonly done: number | null
  readonly total: number | null
  readonly tries: number
  readonly run_started_at: number | null
  readonly run_started_permille: number
  readonly cancel_requested_at: number | null
  readonly created_at: number
  readonly moved_at: number
  readonly finished_at: number | null
}

const active: readonly string[] = ['waiting', 'running', 'interrupted']
const repeatable: readonly string[] = ['failed', 'cancelled', 'interrupted']

export function mayCancel(row: TaskRow): boolean {
  return active.includes(row.state) && row.cancel_requested_at === null && findTaskKind(row.kind)?.cancellable === true
}

export function mayRetry(row: TaskRow): boolean {
  return repeatable.includes(row.state) && row.member_id !== null && findTaskKind(row.kind)?.restart !== undefined
}

/** The remaining time at the speed of the present run. */
function remainingMsOf(row: TaskRow): number | null {
  if (row.state !== 'running' || row.run_started_at === null) return null
  const [spent, got] = [row.moved_at - row.run_started_at, row.permille - row.run_started_permille]
  return spent > 0 && got > 0 ? Math.round((spent * (1000 - row.permille)) / got) : null
}

/**
 * The task as its reader sees it. The result is the member's who asked for it (their file, their own page): nobody else is led
 * there, because most would be refused.
 */
export function taskOf(row: TaskRow, caller: Pick<Caller, 'memberId'>, language: Language): Task {
  const { counts = [], link } = (row.report ?? {}) as TaskReport
  return {
    id: row.id,
    kind: row.kind,
    kindLabel: findTaskKind(row.kind)?.label ?? { cn: row.kind, en: row.kind },
    title: row.title,
    memberId: row.member_id,
    state: row.state as TaskState,
    permille: row.permille,
    done: row.done,
    total: row.total,
    remainingMs: remainingMsOf(row),
    note: row.note,
    counts: [...counts],
    problemCount: row.problem_count,
    link: row.member_id === caller.memberId ? (link ?? null) : null,
    reason: row.reason?.[language] ?? null,
    attempt: row.attempt,
    isStopping: row.cancel_requested_at !== null && active.includes(row.state),
    canCancel: mayCancel(row),
    canRetry: mayRetry(row),
    createdAt: row.created_at,
    movedAt: row.moved_at,
    finishedAt: row.finished_at,
  }
}

interface TaskQuery {
  readonly page?: number
  readonly pageSize?: number
  readonly scope?: 'own' | 'company'
  readonly state?: TaskState
  readonly kind?: string
}

export async function listTasks(db: OperationsDb, caller: Caller, query: TaskQuery, language: Language) {
  const { limit, offset } = pageWindow(query)
  const sharesAll = query.scope === 'company' && coversCompany(caller, 'task.manage')
  const scope = sharesAll
    ? sql`company_id = ${caller.companyId}`
    : sql`company_id = ${caller.companyId} and member_id = ${caller.memberId}`
  const condition = sql`${scope} and (${query.state ?? null}::text is null or state = ${query.state ?? null})
    and (${query.kind ?? null}::text is null or kind = ${query.kind ?? null})`
  const { rows } = await sql<TaskRow>`select * from operations.task where ${condition}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  // One statement counts the matching and the active tasks.
  const counted = await sql<{ count: number; active: number }>`
    select (select count(*) from operations.task where ${condition}) as count,
      (select count(*) from operations.task where ${scope} and state = any(${active})) as active`.execute(db)
  return {
    items: rows.map((row) => taskOf(row, caller, language)),
    recordCount: counted.rows[0]?.count ?? 0,
    activeCount: counted.rows[0]?.active ?? 0,
    kinds: taskKind.all().map(({ kind, label }) => ({ kind, label })),
  }
}

/** The task, if it is the caller's own or the caller manages the company's tasks; otherwise 900005. */
export async function getTask(db: OperationsDb, caller: Caller, id: string, lock = false): Promise<TaskRow> {
  const found = db
    .selectFrom('operations.task')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
  const row = (await (lock ? found.forUpdate() : found).executeTakeFirst()) as TaskRow | undefined
  if (!row || !(row.member_id === caller.memberId || coversCompany(caller, 'task.manage'))) throw refuse(NOT_FOUND)
  return row
}

interface ProblemRow {
  readonly row_number: number | null
  readonly column_name: string | null
  readonly message_cn: string
  readonly message_en: string
}

function problemOf(row: ProblemRow): TaskProblem {
  return { row: row.row_number, column: row.column_name, message: { cn: row.message_cn, en: row.message_en } }
}

/** Problems in the order in which the job found them. */
export async function listProblems(
  db: OperationsDb,
  task: TaskRow,
  query: { page?: number; pageSize?: number },
): Promise<{ items: TaskProblem[]; recordCount: number }> {
  const { limit, offset } = pageWindow(query)
  // The file of all problems uses the same function in batches.
  const rows = await problemsFrom(db, task, offset, limit)
  const { count } = await db
    .selectFrom('operations.task_problem')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('task_id', '=', task.id)
    .executeTakeFirstOrThrow()
  return { items: rows, recordCount: count }
}

export async function problemsFrom(
  db: OperationsDb,
  task: TaskRow,
  position: number,
  limit: number,
): Promise<TaskProblem[]> {
  const rows = await db
    .selectFrom('operations.task_problem')
    .select(['row_number', 'column_name', 'message_cn', 'message_en'])
    .where('task_id', '=', task.id)
    .where('position', '>=', position)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(problemOf)
}
