/** The cancellation and the retry of tasks. */
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { publish } from '#server/realtime/publish.ts'
import { TASK_NOT_CHANGEABLE } from '../../contract/codes.ts'
import type { OperationsDb } from '../db.ts'
import { findTaskKind } from './kinds.ts'
import { getTask, mayCancel, mayRetry, type TaskRow } from './list.ts'

async function change(db: OperationsDb, task: TaskRow, values: Partial<TaskRow>): Promise<TaskRow> {
  const { report: _, ...columns } = values
  const changed = await db
    .updateTable('operations.task')
    .set({ ...columns })
    .where('id', '=', task.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (changed.member_id) {
    const data = { taskId: changed.id, state: changed.state, permille: changed.permille }
    await publish(db, { topic: `member:${changed.member_id}`, name: 'task', data })
  }
  return changed
}

/** A task that does not run is cancelled at once. A running task stops when its job next reports progress. */
export async function cancelTask(db: OperationsDb, caller: Caller, id: string, now: number): Promise<TaskRow> {
  const task = await getTask(db, caller, id, true)
  if (!mayCancel(task)) throw refuse(TASK_NOT_CHANGEABLE)
  const atOnce = task.state !== 'running' && { state: 'cancelled', finished_at: now }
  return change(db, task, { cancel_requested_at: now, ...atOnce })
}

export async function retryTask(db: OperationsDb, caller: Caller, id: string, now: number): Promise<TaskRow> {
  const task = await getTask(db, caller, id, true)
  const kind = findTaskKind(task.kind)
  if (!mayRetry(task) || !kind?.retry || task.member_id === null) throw refuse(TASK_NOT_CHANGEABLE)
  const fresh = { state: 'waiting', permille: 0, note: '', reason: null, cancel_requested_at: null, finished_at: null }
  const changed = await change(db, task, { ...fresh, attempt: task.attempt + 1, moved_at: now })
  await kind.retry(db, { companyId: task.company_id, taskId: task.id, memberId: task.member_id, now })
  return changed
}
