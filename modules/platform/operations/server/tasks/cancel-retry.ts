/** The cancellation and the retry of tasks. */
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { publish } from '#server/realtime/publish.ts'
import { TASK_NOT_CHANGEABLE } from '../../contract/codes.ts'
import type { OperationsDb } from '../db.ts'
import { findTaskKind } from './kinds.ts'
import { getTask, mayCancel, mayRetry, type TaskRow } from './list.ts'

async function change(db: OperationsDb, task: TaskRow, values: Partial<TaskRow>): Promise<TaskRow> {
  const { report: _, reason: __, ...columns } = values
  const changed = (await db
    .updateTable('operations.task')
    .set({ ...columns, reason: null })
    .where('id', '=', task.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as TaskRow
  if (changed.member_id) {
    const data = { taskId: changed.id, state: changed.state, permille: changed.permille }
    await publish(db, { topic: `member:${changed.member_id}`, name: 'task', data })
  }
  return changed
}

/** A task that does not run is cancelled at once, and its work cleans up. A running task stops at its next step. */
export async function cancelTask(db: OperationsDb, caller: Caller, id: string, now: number): Promise<TaskRow> {
  const task = await getTask(db, caller, id, true)
  if (!mayCancel(task)) throw refuse(TASK_NOT_CHANGEABLE)
  const atOnce = task.state !== 'running' && { state: 'cancelled', finished_at: now }
  const changed = await change(db, task, { cancel_requested_at: now, ...atOnce })
  if (atOnce) await findTaskKind(task.kind)?.enqueue(db, id)
  return changed
}

export async function retryTask(db: OperationsDb, caller: Caller, id: string, now: number): Promise<TaskRow> {
  const task = await getTask(db, caller, id, true)
  const kind = findTaskKind(task.kind)
  if (!mayRetry(task) || !kind?.restart) throw refuse(TASK_NOT_CHANGEABLE)
  const fresh = { state: 'waiting', permille: 0, note: '', cancel_requested_at: null, finished_at: null, tries: 0 }
  const changed = await change(db, task, { ...fresh, attempt: task.attempt + 1, moved_at: now })
  const about = { companyId: task.company_id, taskId: task.id, memberId: task.member_id }
  if (!(await kind.restart(db, about, now))) throw refuse(TASK_NOT_CHANGEABLE)
  await kind.enqueue(db, task.id)
  return changed
}
