/** Deleting a subject: it lies in the recycle bin for 15 days, as it was, before it is gone. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { recycle, recycleKind } from '#modules/platform/operations/server.ts'
import { type SubjectsDb, subjectsTables } from './db.ts'
import { getEditable, lockSubject } from './held.ts'
import { assertPossible } from './transitions.ts'

const kind = 'subject'

/** Nobody finds the subject any more, whoever studied it; what was achieved is kept as long as it can be restored. */
export async function deleteSubject(db: SubjectsDb, caller: Caller, id: string, now: number): Promise<void> {
  const subject = await getEditable(db, caller, id, true)
  assertPossible(subject, 'delete')
  await db.updateTable('subjects.subject').set({ deleted_at: now }).where('id', '=', id).execute()
  const { companyId, memberId } = caller
  await recycle(db, { companyId, kind, itemId: id, name: subject.name, deletedBy: memberId, now })
}

/** Deleted subjects by the recycle bin. */
export const subjectRecycling = recycleKind({
  kind,
  label: { cn: '专题', en: 'Subject' },
  async restore(connection, { companyId, itemId, now }) {
    const db = subjectsTables(connection)
    await lockSubject(db, companyId, itemId, 'deleted')
    await sql`update subjects.subject set deleted_at = null, updated_at = ${now} where id = ${itemId}`.execute(db)
  },
  async purge(connection, { companyId, itemId }) {
    await subjectsTables(connection)
      .deleteFrom('subjects.subject')
      .where('id', '=', itemId)
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is not', null)
      .execute()
  },
})
