/** What virtual goods hand out: a text that is the same for everybody, or a code of its own for each unit. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { Units } from '#modules/commerce/entitlements/server.ts'
import { CODE_TWICE, STOCK_BOUNDS, STOCK_NOT_ADJUSTED } from '../contract/codes.ts'
import type { GoodsKind } from '../contract/shapes.ts'
import type { GoodsDb } from './db.ts'
import { changeStock, lockStock } from './stock.ts'

/** Codes that other buyers are just getting are passed over. */
async function handOutCodes(db: GoodsDb, { companyId, itemId, lineId, quantity }: Units, now: number): Promise<void> {
  const { rows } = await sql`
    update goods.code c set line_id = ${lineId}, handed_at = ${now}
    where c.id in (select f.id from goods.code f
      where f.goods_id = ${itemId} and f.company_id = ${companyId} and f.line_id is null
      order by f.id limit ${quantity} for update skip locked)
    returning c.id`.execute(db)
  if (rows.length !== quantity) throw new Error(`goods ${itemId} have fewer codes than units`)
}

export async function handOut(db: GoodsDb, units: Units, now: number): Promise<void> {
  const { companyId, itemId, lineId } = units
  const { rows } = await sql<{ kind: GoodsKind }>`
    select g.kind from goods.goods g where g.id = ${itemId} and g.company_id = ${companyId}`.execute(db)
  if (rows[0]?.kind === 'codes') return handOutCodes(db, units, now)
  await sql`
    insert into goods.handout (line_id, goods_id, company_id, content, handed_at)
    select ${lineId}::uuid, g.id, g.company_id, g.handout, ${now}::bigint from goods.goods g
    where g.id = ${itemId} and g.company_id = ${companyId} and g.kind = 'text'`.execute(db)
}

export async function handedOut(db: GoodsDb, lineIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ lineId: string; texts: string[] }>`
    select h.line_id as "lineId", array[h.content] as texts from goods.handout h
    where h.line_id = any(${[...lineIds]}::uuid[])
    union all
    select c.line_id, array_agg(c.code order by c.id) from goods.code c
    where c.line_id = any(${[...lineIds]}::uuid[]) group by c.line_id`.execute(db)
  return new Map(rows.map(({ lineId, texts }) => [lineId, texts]))
}

/** Of each code that is there already, its place in the list. */
async function placesOfKnown(db: GoodsDb, goodsId: string, codes: readonly string[]): Promise<number | undefined> {
  const seen = new Set<string>()
  const twice = codes.findIndex((code) => seen.size === seen.add(code).size)
  if (twice >= 0) return twice + 1
  const { rows } = await sql<{ code: string }>`
    select c.code from goods.code c where c.goods_id = ${goodsId} and c.code = any(${[...codes]}::text[])`.execute(db)
  const known = new Set(rows.map(({ code }) => code))
  const place = codes.findIndex((code) => known.has(code))
  return place < 0 ? undefined : place + 1
}

export async function addCodes(
  db: GoodsDb,
  { companyId, memberId }: Caller,
  id: string,
  codes: readonly string[],
  now: number,
) {
  const { kind, stock: before } = await lockStock(db, companyId, id)
  if (kind !== 'codes') throw refuse(STOCK_NOT_ADJUSTED)
  const place = await placesOfKnown(db, id, codes)
  if (place !== undefined) throw refuse(CODE_TWICE, { place })
  const by = { companyId, goodsId: id, reason: '', by: memberId, now }
  const stock = await changeStock(db, { ...by, kind: 'codes', change: codes.length })
  if (stock === undefined) throw refuse(STOCK_BOUNDS, { stock: before })
  await sql`
    insert into goods.code (id, goods_id, company_id, code)
    select n.id, ${id}::uuid, ${companyId}::uuid, n.code
    from unnest(${codes.map(() => uuid())}::uuid[], ${[...codes]}::text[]) n (id, code)`.execute(db)
  return { stock }
}
