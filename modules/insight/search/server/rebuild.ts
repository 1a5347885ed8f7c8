/**
 * The rebuild of a company's index, as long work: kind by kind, in the order of the ids, each step reads some items again. Documents
 * are replaced one by one, so the search goes on meanwhile, with old and new ones; those that no step has seen go at the end.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import { longWork } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { REBUILD_RUNNING } from '../contract/codes.ts'
import { type SearchDb, searchTables } from './db.ts'
import { indexItems } from './index-items.ts'
import { searchKind } from './kinds.ts'

const stepItems = 200
/** A step looks at so many ids to find those of the company. */
const stepIds = 2000
const firstId = '00000000-0000-0000-0000-000000000000'

interface Position {
  readonly kind: number
  readonly afterId: string
  readonly done: number
}

const running = (db: SearchDb) => db.selectFrom('search.rebuild').where('ended_at', 'is', null)

async function end(connection: Connection, taskId: string, now: number): Promise<void> {
  await searchTables(connection)
    .updateTable('search.rebuild')
    .set({ ended_at: now })
    .where('task_id', '=', taskId)
    .execute()
}

export const rebuildWork = longWork<{ companyId: string; startedAt: number }, undefined, Position>({
  kind: 'search-rebuild',
  label: { cn: '重建搜索索引', en: 'Rebuild of the search index' },
  job: 'search.rebuild',
  cancellable: true,
  async claim(connection, { taskId }) {
    const row = await running(searchTables(connection))
      .select(['company_id', 'started_at'])
      .where('task_id', '=', taskId)
      .forUpdate()
      .executeTakeFirst()
    return row && { companyId: row.company_id, startedAt: row.started_at }
  },
  async step(connection, { task, subject: { companyId, startedAt }, position, now }) {
    const kinds = searchKind.all()
    const at = position ?? { kind: 0, afterId: firstId, done: 0 }
    const kind = kinds[at.kind]
    if (!kind) {
      const gone = await removeUnseen(searchTables(connection), companyId, startedAt)
      await end(connection, task.taskId, now)
      const counts = [
        { label: { cn: '已索引', en: 'Indexed' }, value: at.done },
        { label: { cn: '已移除', en: 'Removed' }, value: gone },
      ]
      return { report: { counts } }
    }
    const found = await kind.ids(connection, at.afterId, stepIds)
    const own = found.filter((one) => one.companyId === companyId)
    const ids = own.slice(0, stepItems).map(({ id }) => id)
    const isWhole = own.length <= stepItems
    const lastId = isWhole ? found.at(-1)?.id : ids.at(-1)
    const indexed = ids.length === 0 ? 0 : await indexItems(connection, kind, companyId, ids, now)
    const isLast = lastId === undefined || (isWhole && found.length < stepIds)
    const next: Position = isLast
      ? { kind: at.kind + 1, afterId: firstId, done: at.done + indexed }
      : { kind: at.kind, afterId: lastId, done: at.done + indexed }
    return { done: next.kind, total: kinds.length, position: next }
  },
  onCancel: (connection, { taskId }, now) => end(connection, taskId, now),
  onFailure: (connection, { taskId }, _error, now) => end(connection, taskId, now),
})

async function removeUnseen(db: SearchDb, companyId: string, startedAt: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from search.document
    where company_id = ${companyId} and indexed_at < ${startedAt}`.execute(db)
  return Number(numAffectedRows)
}

export async function startRebuild(db: SearchDb, { caller, now, audit }: Context): Promise<{ taskId: string }> {
  const { companyId, memberId } = caller
  const taskId = uuid()
  const started = await db
    .insertInto('search.rebuild')
    .values({ task_id: taskId, company_id: companyId, started_at: now, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('task_id')
    .executeTakeFirst()
  if (!started) {
    const other = await running(db).select('task_id as taskId').where('company_id', '=', companyId).executeTakeFirst()
    throw refuse(REBUILD_RUNNING, { taskId: other?.taskId })
  }
  await rebuildWork.start(db, { id: taskId, companyId, memberId, title: '', now })
  audit({ type: 'search-index', id: taskId, name: '', after: {} })
  return { taskId }
}
