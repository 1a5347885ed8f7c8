/** The mall as members see it. */
import { sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { managesGoods } from '../contract/access.ts'
import type { Category, MallGoods, MallItem } from '../contract/shapes.ts'
import type { goods } from '../contract.ts'
import type { GoodsDb } from './db.ts'
import { onSaleSql } from './sale.ts'
import { unitsOf } from './stock.ts'

export const shownColumns = sql`g.id, g.name, g.category_id as "categoryId", g.kind, g.picture_ids as "pictureIds",
  g.points::text, g.coins::text, g.stock, g.limit_per_member as "limitPerMember"`

const orders = {
  newest: sql`g.created_at desc, g.id desc`,
  points: sql`g.points, g.coins, g.id`,
}

export function listMall(db: GoodsDb, caller: Caller, query: Input<typeof goods.mall>['query'], now: number) {
  const { categoryId, search, sort = 'newest' } = query
  const matching = sql`from goods.goods g where g.company_id = ${caller.companyId} and ${onSaleSql(now)}
    and ${given(categoryId, (id) => sql`g.category_id = ${id}`)}
    and ${containsSql(sql`g.name`, search)}`
  return sqlPage<MallItem>(db, query, {
    matching,
    rows: (window) => sql<MallItem>`select ${shownColumns} ${matching} order by ${orders[sort]} ${window}`,
  })
}

type Row = Omit<MallGoods, 'ownUnits'> & { readonly status: string }

export async function getMallGoods(db: GoodsDb, caller: Caller, id: string, now: number): Promise<MallGoods> {
  const { rows } = await sql<Row>`
    select ${shownColumns}, g.description, g.sale_from as "saleFrom", g.sale_until as "saleUntil", g.status,
      ${onSaleSql(now)} as "isOnSale", c.name as "categoryName"
    from goods.goods g left join goods.category c on c.id = g.category_id
    where g.id = ${id} and g.company_id = ${caller.companyId}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const { status, ...shown } = row
  const ownUnits = await unitsOf(db, caller.memberId, id)
  if (status !== 'on-sale' && ownUnits === 0 && !coversCompany(caller, managesGoods.permission)) throw refuse(NOT_FOUND)
  return { ...shown, ownUnits }
}

export async function listCategories(db: GoodsDb, { companyId }: Caller, now: number): Promise<{ items: Category[] }> {
  const { rows } = await sql<Category>`
    select c.id, c.name,
      (select count(*)::int from goods.goods g where g.category_id = c.id and ${onSaleSql(now)}) as "goodsCount"
    from goods.category c where c.company_id = ${companyId} order by c.position, c.id`.execute(db)
  return { items: rows }
}
