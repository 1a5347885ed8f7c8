/**
 * A row of a company in every table of operations: the test of hostile input checks that no other company reaches it.
 */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { recordAction } from './audit/entries.ts'
import { sealBatch } from './audit/seal.ts'
import { operationsTables } from './db.ts'
import { recycle } from './recycle/recycle-item.ts'
import { finishTask, startTask } from './tasks/progress.ts'

export async function buildSample(
  connection: Connection,
  { companyId, chief, marker, now }: SampleCompany,
): Promise<void> {
  const db = operationsTables(connection)
  await recordAction(db, {
    ...{ companyId, actorId: chief.id, action: 'operations.sample', now },
    subjects: [{ type: 'sample', id: marker, name: marker, after: { text: marker } }],
  })
  await sealBatch(db, companyId, now)
  await db
    .insertInto('operations.audit_check')
    .values({ id: uuid(), company_id: companyId, checked_at: now, entries: 1, redacted: 0, seq: 1 })
    .execute()
  await recycle(db, { companyId, kind: 'sample', itemId: uuid(), name: marker, deletedBy: chief.id, now })
  const id = await startTask(db, { companyId, memberId: chief.id, kind: 'sample', title: marker, now })
  const problems = [{ row: 2, column: marker, message: { cn: marker, en: marker } }]
  await finishTask(db, id, { problems }, now)
}
