/** Builders for tests and demo data: categories, goods and codes. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { GoodsKind, GoodsStatus } from '../contract/shapes.ts'
import { goodsTables } from './db.ts'

export interface GoodsInput {
  readonly id?: string
  readonly companyId: string
  readonly name?: string
  readonly description?: string
  readonly kind?: GoodsKind
  readonly categoryId?: string | null
  readonly pictureIds?: readonly string[]
  readonly handout?: string
  /** Hundredths. */
  readonly points?: number
  readonly coins?: number
  readonly stock?: number | null
  readonly codes?: readonly string[]
  readonly limitPerMember?: number | null
  readonly status?: GoodsStatus
  readonly saleFrom?: number | null
  readonly saleUntil?: number | null
  readonly createdBy?: string | null
  readonly now?: number
}

export async function buildGoods(connection: Connection, input: GoodsInput): Promise<{ readonly id: string }> {
  const { companyId, name = '保温杯', description = '', kind = 'physical', categoryId = null, codes = [] } = input
  const { points = 10_000, coins = 0, limitPerMember = null, status = 'on-sale', now = Date.now() } = input
  const { stock = kind === 'codes' ? codes.length : 10, handout = kind === 'text' ? '扫码领取' : '' } = input
  const db = goodsTables(connection)
  const { id = uuid() } = input
  await db
    .insertInto('goods.goods')
    .values({
      ...{ id, company_id: companyId, category_id: categoryId, kind, name, description, handout, points, coins, stock },
      ...{ picture_ids: [...(input.pictureIds ?? [])], limit_per_member: limitPerMember, status, created_at: now },
      ...{
        sale_from: input.saleFrom ?? null,
        sale_until: input.saleUntil ?? null,
        created_by: input.createdBy ?? null,
      },
    })
    .execute()
  if (codes.length > 0)
    await db
      .insertInto('goods.code')
      .values(codes.map((code) => ({ id: uuid(), goods_id: id, company_id: companyId, code })))
      .execute()
  return { id }
}

export async function buildGoodsCategory(
  connection: Connection,
  { companyId, name, position = 1 }: { readonly companyId: string; readonly name: string; readonly position?: number },
): Promise<{ readonly id: string }> {
  const id = uuid()
  await goodsTables(connection)
    .insertInto('goods.category')
    .values({ id, company_id: companyId, name, position })
    .execute()
  return { id }
}

/** What can still be exchanged, and how many codes nobody has got. */
export async function readStock(connection: Connection, id: string) {
  const db = goodsTables(connection)
  const { stock } = await db.selectFrom('goods.goods').select('stock').where('id', '=', id).executeTakeFirstOrThrow()
  const free = await db
    .selectFrom('goods.code')
    .select('id')
    .where('goods_id', '=', id)
    .where('line_id', 'is', null)
    .execute()
  return { stock, freeCodes: free.length }
}
