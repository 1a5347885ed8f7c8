/** Stock: units that orders take and put back, that are set aside for prizes, and that administrators add or take out. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Units } from '#modules/commerce/entitlements/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { STOCK_BOUNDS, STOCK_NOT_ADJUSTED } from '../contract/codes.ts'
import { type GoodsKind, type StockChange, stockMax } from '../contract/shapes.ts'
import type { goods } from '../contract.ts'
import type { GoodsDb } from './db.ts'

/** The condition is looked at again under the lock of the row: of many at once as many get units as there are. */
export async function takeUnits(db: GoodsDb, units: Units, now: number): Promise<'taken' | 'sold-out' | 'above-limit'> {
  const { companyId, memberId, itemId, lineId, quantity } = units
  const { rows } = await sql<{ limit: number | null }>`
    update goods.goods g set stock = g.stock - ${quantity}
    where g.id = ${itemId} and g.company_id = ${companyId} and (g.stock is null or g.stock >= ${quantity})
    returning g.limit_per_member as limit`.execute(db)
  const [row] = rows
  if (!row) return 'sold-out'
  if (row.limit !== null && (await unitsOf(db, memberId, itemId)) + quantity > row.limit) return 'above-limit'
  await db
    .insertInto('goods.taking')
    .values({
      ...{ line_id: lineId, goods_id: itemId, company_id: companyId, member_id: memberId, quantity, taken_at: now },
    })
    .execute()
  return 'taken'
}

/** What a member has or holds of goods. */
export async function unitsOf(db: GoodsDb, memberId: string, goodsId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(t.quantity - t.returned), 0)::int as units from goods.taking t
    where t.member_id = ${memberId} and t.goods_id = ${goodsId}`.execute(db)
  return rows[0]?.units ?? 0
}

export async function putBackUnits(
  db: GoodsDb,
  lines: readonly { readonly lineId: string; readonly quantity: number }[],
): Promise<void> {
  const [ids, quantities] = [lines.map(({ lineId }) => lineId), lines.map(({ quantity }) => quantity)]
  // In one order, as orders take them.
  await sql`select g.id from goods.goods g
    where g.id in (select t.goods_id from goods.taking t where t.line_id = any(${ids}::uuid[]))
    order by g.id for no key update`.execute(db)
  await sql`
    with back as (
      update goods.taking t set returned = t.returned + w.quantity
      from unnest(${ids}::uuid[], ${quantities}::int[]) w (line_id, quantity) where t.line_id = w.line_id
      returning t.goods_id, w.quantity
    ), by_goods as (select goods_id, sum(quantity)::int as quantity from back group by goods_id)
    update goods.goods g set stock = g.stock + s.quantity from by_goods s where g.id = s.goods_id`.execute(db)
}

interface Change {
  readonly companyId: string
  readonly goodsId: string
  readonly kind: StockChange['kind']
  readonly change: number
  readonly reason: string
  readonly by: string | null
  readonly now: number
}

/** Changes the stock, and keeps who did it and why. Undefined where there would be fewer than none or too many. */
export async function changeStock(db: GoodsDb, change: Change): Promise<number | undefined> {
  const { companyId, goodsId, kind, reason, by, now } = change
  // What is put back was in stock before: the limit is for what is added.
  const max = kind === 'prizes' ? sql`true` : sql`g.stock + ${change.change} <= ${stockMax}`
  const { rows } = await sql<{ stock: number }>`
    update goods.goods g set stock = g.stock + ${change.change}
    where g.id = ${goodsId} and g.company_id = ${companyId} and g.stock + ${change.change} >= 0 and ${max}
    returning g.stock`.execute(db)
  const stock = rows[0]?.stock
  if (stock === undefined) return undefined
  await db
    .insertInto('goods.stock_change')
    .values({
      ...{ id: uuid(), goods_id: goodsId, company_id: companyId, kind, change: change.change, stock_after: stock },
      ...{ reason, changed_by: by, changed_at: now },
    })
    .execute()
  return stock
}

export interface Aside {
  readonly companyId: string
  readonly itemId: string
  readonly quantity: number
  readonly reason: string
  readonly by: string | null
  readonly now: number
}

/** Goods without a limit always have enough. */
export async function setAside(db: GoodsDb, { itemId: goodsId, quantity, ...aside }: Aside): Promise<boolean> {
  const { rows } = await sql<{ stock: number | null }>`
    select g.stock from goods.goods g where g.id = ${goodsId} and g.company_id = ${aside.companyId}
    for no key update`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  if (rows[0].stock === null) return true
  return (await changeStock(db, { ...aside, goodsId, kind: 'prizes', change: -quantity })) !== undefined
}

/** The goods, so that two who change them follow one another. */
export async function lockStock(db: GoodsDb, companyId: string, id: string) {
  const { rows } = await sql<{ kind: GoodsKind; stock: number | null }>`
    select g.kind, g.stock from goods.goods g where g.id = ${id} and g.company_id = ${companyId}
    for no key update`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function adjustStock(
  db: GoodsDb,
  { companyId, memberId }: Caller,
  id: string,
  { change, reason }: Input<typeof goods.adjustStock>['body'],
  now: number,
) {
  const { kind, stock: before } = await lockStock(db, companyId, id)
  if (kind === 'codes' || before === null) throw refuse(STOCK_NOT_ADJUSTED)
  await assertClean(db, companyId, { reason })
  const by = { companyId, goodsId: id, reason: reason.trim(), by: memberId, now }
  const stock = await changeStock(db, { ...by, kind: 'adjusted', change })
  if (stock === undefined) throw refuse(STOCK_BOUNDS, { stock: before })
  return { stock }
}

export async function listStockChanges(db: GoodsDb, { companyId }: Caller, id: string, paging: Paging) {
  const { rows } = await sql`
    select g.id from goods.goods g where g.id = ${id} and g.company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  const matching = sql`from goods.stock_change s where s.goods_id = ${id}`
  return sqlPage<StockChange>(db, paging, {
    matching,
    rows: (window) => sql<StockChange>`
      select s.id, s.kind, s.change, s.stock_after as "stockAfter", s.reason, s.changed_at as "changedAt",
        coalesce(d.full_name, '') as "changedByName"
      from (select s.* ${matching} order by s.changed_at desc, s.id desc ${window}) s
      left join ${directorySql(companyId)} d on d.id = s.changed_by order by s.changed_at desc, s.id desc`,
  })
}
