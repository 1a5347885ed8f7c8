/** Deletes items of the recycle bin permanently after fifteen days (SYSTEM-244). */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { inTransaction } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import { findRecycleKind } from './kinds.ts'

interface Due {
  readonly id: string
  readonly company_id: string
  readonly kind: string
  readonly item_id: string
}

/**
 * Purges one item in one transaction with its owner's data, so a killed run leaves no half-purged item. Returns the
 * item, or undefined if none is due. `after` skips items whose purge has failed.
 */
async function purgeNext(db: OperationsDb, now: number, after: string): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    delete from operations.recycled_item where id = (
      select id from operations.recycled_item where purge_at <= ${now} and id > ${after}
      order by id limit 1 for update skip locked)
    returning id, company_id, kind, item_id`.execute(db)
  const due = rows[0]
  if (due) {
    await findRecycleKind(due.kind)
      ?.purge(db, { companyId: due.company_id, itemId: due.item_id, now })
      .catch((error: unknown) => {
        throw new PurgeFailed(due.id, error)
      })
  }
  return due
}

class PurgeFailed extends Error {
  readonly itemId: string

  constructor(itemId: string, cause: unknown) {
    super(`item ${itemId} of the recycle bin was not purged`, { cause })
    this.itemId = itemId
  }
}

export const purgeRecycledJob = job({
  name: 'operations.purge-recycled',
  payload: Type.Object({}),
  outside: true,
  cron: '*/10 * * * *',
  async run(connection, _payload, { now }) {
    const db = operationsTables(connection)
    const failures: PurgeFailed[] = []
    let after: string | undefined = '00000000-0000-0000-0000-000000000000'
    while (after !== undefined) {
      const from: string = after
      try {
        after = (await inTransaction(db, (transaction) => purgeNext(transaction, now, from)))?.id
      } catch (error) {
        if (!(error instanceof PurgeFailed)) throw error
        failures.push(error)
        after = error.itemId
      }
    }
    // All other items are purged by now. The queue retries the job, and lists it as failed if the purge never succeeds.
    if (failures[0]) throw failures[0]
  },
})
