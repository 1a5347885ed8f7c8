/** What members keep for later. */

import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import { TOO_MANY_COLLECTED } from '../contract/codes.ts'
import { COLLECTED_MAX, type Collected } from '../contract/collects.ts'
import { type TopicsDb, topicsTables } from './db.ts'
import { addFigures } from './figures.ts'
import { findKind, getItem, type ItemRef, shownItem, visibleItems } from './kinds.ts'

const columns = ['id', 'business_type', 'business_id', 'name', 'created_at'] as const

interface Row {
  readonly id: string
  readonly business_type: number
  readonly business_id: string
  readonly name: string
  readonly created_at: number
}

const itemOf = (row: Row): ItemRef => ({ businessType: row.business_type, businessId: row.business_id })

async function shown(db: TopicsDb, caller: Caller, rows: readonly Row[]): Promise<Collected[]> {
  const visible = await visibleItems(db, caller, rows.map(itemOf))
  return rows.map((row) => ({
    id: row.id,
    ...itemOf(row),
    collectedName: row.name,
    item: shownItem(visible(itemOf(row))),
    createTime: row.created_at,
  }))
}

export interface CollectQuery extends Paging {
  readonly businessType?: number
  readonly businessId?: string
  readonly keyword?: string
}

/** The caller's collection of one object, or a page of all. */
export async function findCollects(db: TopicsDb, caller: Caller, query: CollectQuery) {
  let matching = db.selectFrom('topics.collected').where('member_id', '=', caller.memberId)
  if (query.businessType !== undefined) matching = matching.where('business_type', '=', query.businessType)
  if (query.businessId !== undefined) matching = matching.where('business_id', '=', query.businessId)
  const sorted = (found: typeof matching) =>
    found
      .select([...columns])
      .orderBy('created_at', 'desc')
      .orderBy('id')
  const keyword = query.keyword?.trim().toLowerCase() ?? ''
  if (keyword !== '') {
    // Names are the owners': the whole collection, which has a limit, is asked for and then searched.
    const all = await shown(db, caller, await sorted(matching).limit(COLLECTED_MAX).execute())
    const found = all.filter(({ item, collectedName }) => (item?.name ?? collectedName).toLowerCase().includes(keyword))
    const { limit, offset } = pageWindow(query)
    return { collectId: null, items: found.slice(offset, offset + limit), recordCount: found.length }
  }
  const { items: rows, recordCount } = await findPage(query, matching, sorted)
  const items = await shown(db, caller, rows)
  return { collectId: query.businessId === undefined ? null : (items[0]?.id ?? null), items, recordCount }
}

export async function collectKinds(db: TopicsDb, caller: Caller) {
  const rows = await db
    .selectFrom('topics.collected')
    .select((e) => ['business_type', e.fn.countAll<number>().as('count')])
    .where('member_id', '=', caller.memberId)
    .groupBy('business_type')
    .orderBy('business_type')
    .execute()
  const items = rows.flatMap(({ business_type, count }) => {
    const kind = findKind(business_type)
    return kind ? [{ businessType: business_type, label: kind.label, count }] : []
  })
  return { items }
}

/** Keeps the item; a second time answers the first entry (SYSTEM-191). */
export async function collect(db: TopicsDb, caller: Caller, ref: ItemRef, now: number): Promise<{ collectId: string }> {
  const { item } = await getItem(db, caller, ref)
  // Two that come at once would count the same entries and pass the limit together.
  await lockNames(db, `topics collected ${caller.memberId}`)
  const { count } = await db
    .selectFrom('topics.collected')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('topics.collected')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      member_id: caller.memberId,
      business_type: ref.businessType,
      business_id: ref.businessId,
      name: item.name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'business_type', 'business_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) {
    if (count >= COLLECTED_MAX) throw refuse(TOO_MANY_COLLECTED, { max: COLLECTED_MAX })
    await addFigures(db, caller.companyId, ref, { collects: 1 })
    return { collectId: row.id }
  }
  const known = await db
    .selectFrom('topics.collected')
    .select('id')
    .where('member_id', '=', caller.memberId)
    .where('business_type', '=', ref.businessType)
    .where('business_id', '=', ref.businessId)
    .executeTakeFirstOrThrow()
  return { collectId: known.id }
}

/** Only the caller's own; one that is gone stays gone. */
export async function removeCollect(db: TopicsDb, caller: Caller, id: string) {
  const removed = await db
    .deleteFrom('topics.collected')
    .where('id', '=', id)
    .where('member_id', '=', caller.memberId)
    .returning(['business_type', 'business_id'])
    .executeTakeFirst()
  if (removed) {
    const ref = { businessType: removed.business_type, businessId: removed.business_id }
    await addFigures(db, caller.companyId, ref, { collects: -1 })
  }
  return {}
}

/** `from ${collectedSql(caller, businessType)} k`: what the caller has collected of one kind (`business_id`, `created_at`). */
export function collectedSql(caller: Caller, businessType: number): RawBuilder<unknown> {
  return sql`(select business_id, created_at from topics.collected
    where member_id = ${caller.memberId} and business_type = ${businessType}::smallint)`
}

/** The caller's collections of these items of one kind: id of the item → id of the collection. One statement. */
export async function collectIdsOf(
  connection: Connection,
  caller: Caller,
  businessType: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await topicsTables(connection)
    .selectFrom('topics.collected')
    .select(['id', 'business_id'])
    .where('member_id', '=', caller.memberId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.business_id, row.id]))
}
