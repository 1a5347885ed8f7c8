/** Papers in the recycle bin. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { recycle, recycleKind } from '#modules/platform/operations/server.ts'
import type { Context } from '#server/module.ts'
import { type PapersDb, papersTables } from './db.ts'
import { getManagedPaper } from './records.ts'

const kind = 'paper'

export async function deletePaper(
  db: PapersDb,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  id: string,
): Promise<void> {
  const { companyId, memberId } = caller
  const { name } = await getManagedPaper(db, caller, id, true)
  await sql`update papers.paper set deleted_at = ${now} where id = ${id}`.execute(db)
  await recycle(db, { companyId, kind, itemId: id, name, deletedBy: memberId, now })
}

export const paperRecycling = recycleKind({
  kind,
  label: { cn: '试卷', en: 'Paper' },
  /** Refuses where its directory was deleted meanwhile. */
  async restore(connection, { companyId, itemId, now }) {
    const { rows } = await sql`
      update papers.paper set deleted_at = null, updated_at = ${now} where id = ${itemId} and company_id = ${companyId}
        and deleted_at is not null and directory_id is not null
      returning id`.execute(papersTables(connection))
    if (rows.length === 0) throw refuse(NOT_FOUND)
  },
  async purge(connection, { companyId, itemId }) {
    await sql`delete from papers.paper where id = ${itemId} and company_id = ${companyId}
      and deleted_at is not null`.execute(papersTables(connection))
  },
})
