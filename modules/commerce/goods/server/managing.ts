/** Goods as those who run the mall keep them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { FILE_TYPE_UNSUPPORTED, NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { filesByIds, filesOfOwner } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { AuditFacts } from '#server/audited.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import {
  GOODS_CHANGED,
  HANDOUT_NEEDED,
  NOT_A_DRAFT,
  PRICE_NEEDED,
  SALE_TIME_WRONG,
  STOCK_WRONG,
} from '../contract/codes.ts'
import type { EditedGoods, GoodsKind, GoodsStatus, ManagedGoods } from '../contract/shapes.ts'
import type { goods } from '../contract.ts'
import type { GoodsDb } from './db.ts'
import { shownColumns } from './mall.ts'
import { changeStock } from './stock.ts'

const managedColumns = sql`${shownColumns}, g.status, g.sale_from as "saleFrom", g.sale_until as "saleUntil", g.revision,
  g.created_at as "createdAt", c.name as "categoryName",
  (select coalesce(sum(t.quantity - t.returned), 0)::int from goods.taking t where t.goods_id = g.id) as "takenCount"`

export function listManagedGoods(db: GoodsDb, caller: Caller, query: Input<typeof goods.managedGoods>['query']) {
  const { search, status, kind, categoryId } = query
  const matching = sql`from goods.goods g where g.company_id = ${caller.companyId}
    and ${containsSql(sql`g.name`, search)} and ${given(status, (one) => sql`g.status = ${one}`)}
    and ${given(kind, (one) => sql`g.kind = ${one}`)} and ${given(categoryId, (id) => sql`g.category_id = ${id}`)}`
  return sqlPage<ManagedGoods>(db, query, {
    matching,
    rows: (window) => sql<ManagedGoods>`
      select ${managedColumns} from (select g.* ${matching} order by g.created_at desc, g.id desc ${window}) g
      left join goods.category c on c.id = g.category_id order by g.created_at desc, g.id desc`,
  })
}

export async function getEditedGoods(db: GoodsDb, { companyId }: Caller, id: string): Promise<EditedGoods> {
  const { rows } = await sql<EditedGoods>`
    select ${managedColumns}, g.description, g.handout, case when g.kind = 'codes' then
        (select count(*)::int from goods.code f where f.goods_id = g.id and f.line_id is null) end as "freeCodes"
    from goods.goods g left join goods.category c on c.id = g.category_id
    where g.id = ${id} and g.company_id = ${companyId}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

type Fields = Omit<Input<typeof goods.changeGoods>['body'], 'revision'>

/** Pictures are those that the caller has uploaded, or those that the goods have already. */
async function assertPictures(db: GoodsDb, caller: Caller, ids: readonly string[], known: readonly string[]) {
  const added = ids.filter((id) => !known.includes(id))
  if (added.length === 0) return
  const own = await filesOfOwner(db, caller, added)
  const files = await filesByIds(db, caller.companyId, added)
  if (!added.every((id) => own.has(id) && files.has(id))) throw refuse(NOT_FOUND)
  if (!added.every((id) => files.get(id)?.contentType.startsWith('image/'))) throw refuse(FILE_TYPE_UNSUPPORTED)
}

async function columnsOf(
  db: GoodsDb,
  caller: Caller,
  fields: Fields,
  { kind, pictures }: { readonly kind: GoodsKind; readonly pictures: readonly string[] },
) {
  const { name, categoryId, pictureIds, points, coins, limitPerMember, saleFrom, saleUntil } = fields
  if (points + coins === 0) throw refuse(PRICE_NEEDED)
  if (saleFrom !== null && saleUntil !== null && saleUntil <= saleFrom) throw refuse(SALE_TIME_WRONG)
  const handout = kind === 'text' ? fields.handout.trim() : ''
  if (kind === 'text' && handout === '') throw refuse(HANDOUT_NEEDED)
  if (categoryId !== null) {
    const { rows } = await sql`select c.id from goods.category c
      where c.id = ${categoryId} and c.company_id = ${caller.companyId} for key share`.execute(db)
    if (!rows[0]) throw refuse(NOT_FOUND)
  }
  await assertPictures(db, caller, pictureIds, pictures)
  const description = cleanRichText(fields.description)
  await assertClean(db, caller.companyId, { name, description: plainText(description), handout })
  return {
    ...{ name, description, category_id: categoryId, picture_ids: [...pictureIds], handout, points, coins },
    ...{ limit_per_member: limitPerMember, sale_from: saleFrom, sale_until: saleUntil },
  }
}

/** What goods begin with; refuses a stock that their kind cannot have. */
function firstStock(kind: GoodsKind, stock: number | null): number | null {
  const isRight = kind === 'text' || (kind === 'physical') === (stock !== null)
  if (!isRight) throw refuse(STOCK_WRONG)
  return kind === 'codes' ? 0 : stock
}

export async function createGoods(
  db: GoodsDb,
  caller: Caller,
  { kind, stock, ...fields }: Input<typeof goods.createGoods>['body'],
  now: number,
) {
  const { companyId, memberId } = caller
  const first = firstStock(kind, stock)
  const columns = await columnsOf(db, caller, fields, { kind, pictures: [] })
  const id = uuid()
  await db
    .insertInto('goods.goods')
    .values({
      ...{ id, company_id: companyId, kind, ...columns, stock: first === null ? null : 0 },
      ...{ created_by: memberId, created_at: now },
    })
    .execute()
  const by = { companyId, goodsId: id, reason: '', by: memberId, now }
  if (first !== null && first > 0) await changeStock(db, { ...by, kind: 'initial', change: first })
  return { id }
}

/** The goods, so that two who change them follow one another. */
async function lockGoods(db: GoodsDb, { companyId }: Caller, id: string) {
  const { rows } = await sql<{ kind: GoodsKind; status: GoodsStatus; revision: number; pictures: string[] }>`
    select g.kind, g.status, g.revision, g.picture_ids as pictures from goods.goods g
    where g.id = ${id} and g.company_id = ${companyId} for no key update`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function changeGoods(
  db: GoodsDb,
  caller: Caller,
  id: string,
  { revision, ...fields }: Input<typeof goods.changeGoods>['body'],
) {
  const before = await lockGoods(db, caller, id)
  if (before.revision !== revision) throw refuse(GOODS_CHANGED, { revision: before.revision })
  const columns = await columnsOf(db, caller, fields, before)
  const next = revision + 1
  await db
    .updateTable('goods.goods')
    .set({ ...columns, revision: next })
    .where('id', '=', id)
    .execute()
  return { revision: next }
}

export async function setGoodsStatus(db: GoodsDb, caller: Caller, id: string, status: GoodsStatus) {
  await lockGoods(db, caller, id)
  await db.updateTable('goods.goods').set({ status }).where('id', '=', id).execute()
  return {}
}

/** Drafts were never exchanged, and these were never meant as prizes either; their codes go with them. */
export async function deleteGoods(db: GoodsDb, caller: Caller, id: string) {
  const { status } = await lockGoods(db, caller, id)
  if (status !== 'draft') throw refuse(NOT_A_DRAFT, { status })
  const { rows } = await sql`select from goods.handout h where h.goods_id = ${id}
    union all select from goods.code c where c.goods_id = ${id} and c.line_id is not null
    union all select from goods.stock_change s where s.goods_id = ${id} and s.kind = 'prizes' limit 1`.execute(db)
  if (rows[0]) throw refuse(NOT_A_DRAFT, { status })
  await db.deleteFrom('goods.code').where('goods_id', '=', id).execute()
  await db.deleteFrom('goods.goods').where('id', '=', id).execute()
  return {}
}

export async function goodsFacts(db: GoodsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id, g.name, g.kind, g.status, g.points::text as points, g.coins::text as coins, g.stock,
      g.limit_per_member as "limitPerMember", c.name as category
    from goods.goods g left join goods.category c on c.id = g.category_id
    where g.company_id = ${companyId} and g.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
