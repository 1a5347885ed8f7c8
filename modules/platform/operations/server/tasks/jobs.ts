/** Jobs that handle interrupted and outdated tasks. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { tryLockName } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { publish } from '#server/realtime/publish.ts'
import { operationsTables } from '../db.ts'
import { findTaskKind, taskKind } from './kinds.ts'
import { workKey, workLock } from './progress.ts'

const keptDays = 30
const dayMs = 86_400_000
const batchRows = 100

/**
 * Resumes work that nobody does: no job waits for it, and nobody holds its lock. The database frees the lock when a process
 * dies, so a work that only takes long is left alone.
 */
export const resumeWorkJob = job({
  name: 'operations.resume-work',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = operationsTables(connection)
    const { rows } = await sql<{ id: string; kind: string }>`
      select t.id, t.kind from operations.task t
      where t.state in ('waiting', 'running', 'interrupted') and t.kind = any(${taskKind.all().map(({ kind }) => kind)})
        and not exists (select from graphile_worker.jobs j
          where j.key = ${workKey('')} || t.id and j.locked_at is null and j.attempts < j.max_attempts)
      order by t.id limit ${batchRows}`.execute(db)
    for (const { id, kind } of rows) {
      if (!(await tryLockName(connection, workLock(id)))) continue
      await findTaskKind(kind)?.enqueue(connection, id)
      const interrupted = await db
        .updateTable('operations.task')
        .set({ state: 'interrupted', moved_at: now })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .returning('member_id')
        .executeTakeFirst()
      if (!interrupted?.member_id) continue
      const data = { taskId: id, state: 'interrupted' }
      await publish(connection, { topic: `member:${interrupted.member_id}`, name: 'task', data })
    }
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
