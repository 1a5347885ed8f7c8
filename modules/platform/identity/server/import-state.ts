/** The row of an import: its lock while work is done on it, and its counts. */
import { type Selectable, sql } from 'kysely'
import type { IdentityDb } from './db.ts'
import type { DB } from './tables.ts'

/** Rows of one step. */
export const pieceRows = 1000

export type Import = Pick<
  Selectable<DB['identity.member_import']>,
  'id' | 'company_id' | 'created_by' | 'password_hash' | 'progress' | 'row_count' | 'file'
>

/** Locks the import of the task if it is in the state; undefined if it is in another one. */
export async function lockImport(
  db: IdentityDb,
  column: 'id' | 'task_id',
  taskId: string,
  state: string,
): Promise<Import | undefined> {
  return db
    .selectFrom('identity.member_import')
    .select(['id', 'company_id', 'created_by', 'password_hash', 'progress', 'row_count', 'file'])
    .where(column, '=', taskId)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
}

/** The counts of the results, and the next state. */
export async function settle(db: IdentityDb, id: string, state: 'checked' | 'done', now: number): Promise<void> {
  await sql`
    update identity.member_import i set state = ${state}, file = null, progress = i.row_count,
      password_hash = case when ${state} = 'checked' then i.password_hash end,
      new_count = case when ${state} = 'checked' then c.fresh else i.new_count end,
      changed_count = case when ${state} = 'checked' then c.changed else i.changed_count end,
      unchanged_count = c.unchanged, failed_count = c.failed, imported_count = c.imported,
      unchecked_count = c.unchecked,
      finished_at = case when ${state} = 'done' then ${now}::bigint end
    from (select count(*) filter (where outcome = 'new') as fresh,
      count(*) filter (where outcome = 'changed') as changed,
      count(*) filter (where outcome = 'unchanged') as unchanged,
      count(*) filter (where errors <> '[]') as failed,
      count(*) filter (where unchecked <> '{}') as unchecked,
      count(*) filter (where outcome = 'imported') as imported
      from identity.member_import_row where import_id = ${id}) c
    where i.id = ${id}`.execute(db)
}
