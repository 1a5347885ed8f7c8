/** The recycle bin on screens: list, restore, permanent deletion. */
import { sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { RecycledItem } from '../../contract/recycle.ts'
import type { OperationsDb } from '../db.ts'
import { findRecycleKind, recycleKind } from './kinds.ts'

interface RecycleBinQuery extends Paging {
  readonly scope?: 'own' | 'company'
  readonly kind?: string
  readonly keyword?: string
}

interface Row {
  id: string
  company_id: string
  kind: string
  item_id: string
  name: string
  deleted_by: string
  deleted_at: number
  purge_at: number
}

const unknownKind = (kind: string) => ({ cn: kind, en: kind })

function itemOf(row: Row): RecycledItem {
  return {
    id: row.id,
    kind: row.kind,
    kindLabel: findRecycleKind(row.kind)?.label ?? unknownKind(row.kind),
    itemId: row.item_id,
    name: row.name,
    deletedBy: row.deleted_by,
    deletedAt: row.deleted_at,
    purgeAt: row.purge_at,
  }
}

/** The items that can still be restored, newest first. Only managers see the deletions of other members. */
export async function listRecycled(db: OperationsDb, caller: Caller, query: RecycleBinQuery, now: number) {
  const sharesAll = query.scope === 'company' && coversCompany(caller, 'recycle.manage')
  const condition = sql`company_id = ${caller.companyId} and purge_at > ${now}
    and (${sharesAll} or deleted_by = ${caller.memberId})
    and (${query.kind ?? null}::text is null or kind = ${query.kind ?? null})
    and ${containsSql(sql`name`, query.keyword)}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from operations.recycled_item where ${condition}`,
    rows: (window) => sql<Row>`
      select id, company_id, kind, item_id, name, deleted_by, deleted_at, purge_at from operations.recycled_item
      where ${condition} order by deleted_at desc, id desc ${window}`,
  })
  const kinds = recycleKind.all().map(({ kind, label }) => ({ kind, label }))
  return { items: rows.map(itemOf), recordCount, kinds }
}

/** Locks the item for the rest of the transaction; 900005 for another member's, missing or expired item. */
async function takeOut(db: OperationsDb, caller: Caller, id: string, now: number): Promise<Row> {
  const row = await db
    .selectFrom('operations.recycled_item')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .where('purge_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  const mayTake = row && (row.deleted_by === caller.memberId || coversCompany(caller, 'recycle.manage'))
  if (!mayTake) throw refuse(NOT_FOUND)
  await db.deleteFrom('operations.recycled_item').where('id', '=', id).execute()
  return row
}

/** Restores the item (SYSTEM-245). */
export async function restoreRecycled(db: OperationsDb, caller: Caller, id: string, now: number): Promise<Row> {
  const row = await takeOut(db, caller, id, now)
  const kind = findRecycleKind(row.kind)
  if (!kind) throw refuse(NOT_FOUND)
  await kind.restore(db, { companyId: row.company_id, itemId: row.item_id, now })
  return row
}

/** Deletes the item permanently before its 15 days have passed. */
export async function purgeRecycled(db: OperationsDb, caller: Caller, id: string, now: number): Promise<Row> {
  const row = await takeOut(db, caller, id, now)
  await findRecycleKind(row.kind)?.purge(db, { companyId: row.company_id, itemId: row.item_id, now })
  return row
}
