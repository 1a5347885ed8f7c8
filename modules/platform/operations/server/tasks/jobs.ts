/** Jobs that handle stalled and outdated tasks. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { job } from '#server/module.ts'
import { publish } from '#server/realtime/publish.ts'
import { operationsTables } from '../db.ts'
import { findTaskKind } from './kinds.ts'

/** A task without progress for this long has lost its process. */
export const stalledAfterMs = 180_000
const keptDays = 30
const dayMs = 86_400_000
const batchRows = 100

interface StalledTask {
  readonly id: string
  readonly company_id: string
  readonly member_id: string | null
  readonly kind: string
}

/** Marks stalled tasks as interrupted and resumes them if their kind can. A fixed order prevents deadlocks. */
export const interruptTasksJob = job({
  name: 'operations.interrupt-tasks',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = operationsTables(connection)
    const { rows } = await sql<StalledTask>`
      update operations.task t set moved_at = ${now},
        state = case when cancel_requested_at is null then 'interrupted' else 'cancelled' end,
        finished_at = case when cancel_requested_at is null then null else ${now}::bigint end
      where t.id in (select id from operations.task where state = 'running' and moved_at < ${now - stalledAfterMs}
        order by id limit ${batchRows} for update skip locked)
      returning id, company_id, member_id, kind, state`.execute(db)
    for (const task of rows) {
      const about = { companyId: task.company_id, taskId: task.id, now }
      await findTaskKind(task.kind)?.resume?.(connection, about)
    }
    const events = rows.flatMap(({ id, member_id }) =>
      member_id === null
        ? []
        : [{ topic: `member:${member_id}`, name: 'task', data: { taskId: id, state: 'interrupted' } }],
    )
    await publish(connection, ...events)
  },
})

/** Finished tasks are kept for 30 days. */
export const deleteOldTasksJob = job({
  name: 'operations.forget-tasks',
  payload: Type.Object({}),
  cron: '25 18 * * *',
  async run(connection, _payload, { now }) {
    await operationsTables(connection)
      .deleteFrom('operations.task')
      .where('finished_at', '<', now - keptDays * dayMs)
      .execute()
  },
})
