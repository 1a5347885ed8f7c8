/** The categories of the mall, as those who run it keep them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { AuditFacts } from '#server/audited.ts'
import { lockNames } from '#server/db/transaction.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { CATEGORIES_FULL, CATEGORY_NOT_EMPTY, CATEGORY_TAKEN } from '../contract/codes.ts'
import { type Category, categoriesMax } from '../contract/shapes.ts'
import type { GoodsDb } from './db.ts'

/** One administrator of a company at a time changes its categories: limit and places are then what was looked at. */
const lockCategories = (db: GoodsDb, companyId: string) => lockNames(db, `goods categories ${companyId}`)

export async function listManagedCategories(db: GoodsDb, { companyId }: Caller): Promise<{ items: Category[] }> {
  const { rows } = await sql<Category>`
    select c.id, c.name, (select count(*)::int from goods.goods g where g.category_id = c.id) as "goodsCount"
    from goods.category c where c.company_id = ${companyId} order by c.position, c.id`.execute(db)
  return { items: rows }
}

export async function addCategory(db: GoodsDb, { companyId }: Caller, name: string) {
  await lockCategories(db, companyId)
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::int as count, coalesce(max(c.position), 0) as last from goods.category c
    where c.company_id = ${companyId}`.execute(db)
  const { count, last } = rows[0] as { count: number; last: number }
  if (count >= categoriesMax) throw refuse(CATEGORIES_FULL, { max: categoriesMax })
  await assertClean(db, companyId, { name })
  const id = uuid()
  await refusingTaken({ category_name: CATEGORY_TAKEN }, () =>
    db
      .insertInto('goods.category')
      .values({ id, company_id: companyId, name, position: last + 1 })
      .execute(),
  )
  return { id }
}

async function assertCategory(db: GoodsDb, companyId: string, id: string): Promise<void> {
  const { rows } = await sql`
    select c.id from goods.category c where c.id = ${id} and c.company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
}

export async function renameCategory(db: GoodsDb, { companyId }: Caller, id: string, name: string) {
  await lockCategories(db, companyId)
  await assertCategory(db, companyId, id)
  await assertClean(db, companyId, { name })
  await refusingTaken({ category_name: CATEGORY_TAKEN }, () =>
    db.updateTable('goods.category').set({ name }).where('id', '=', id).execute(),
  )
  return {}
}

export async function deleteCategory(db: GoodsDb, { companyId }: Caller, id: string) {
  await lockCategories(db, companyId)
  await assertCategory(db, companyId, id)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from goods.goods g where g.category_id = ${id}`.execute(db)
  if (rows[0]?.count) throw refuse(CATEGORY_NOT_EMPTY, { count: rows[0].count })
  await db.deleteFrom('goods.category').where('id', '=', id).execute()
  return {}
}

/** The places that these have now, given to them in the order of the list; the others stay where they are. */
export async function orderCategories(db: GoodsDb, { companyId }: Caller, ids: readonly string[]) {
  await lockCategories(db, companyId)
  const { rows } = await sql`
    with chosen as (select id, position, row_number() over (order by position, id) as place from goods.category
      where company_id = ${companyId} and id = any(${[...ids]}::uuid[])),
    wanted as (select id, place from unnest(${[...ids]}::uuid[]) with ordinality as w (id, place)
      where (select count(*) from chosen) = ${ids.length}::int)
    update goods.category t set position = chosen.position from wanted join chosen on chosen.place = wanted.place
    where t.id = wanted.id returning t.id`.execute(db)
  if (rows.length !== ids.length) throw refuse(NOT_FOUND)
  return {}
}

export async function categoryFacts(db: GoodsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from goods.category c
    where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
