/** A flash sale: 100 units of goods, and thousands of buyers who all want one at the same moment. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/errors.ts'
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import { ordersTables } from '#modules/commerce/orders/server/db.ts'
import { payWithCoins } from '#modules/commerce/orders/server/paying.ts'
import { placeOrder } from '#modules/commerce/orders/server/placing.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { buildQuote } from '#modules/commerce/prices/server/prices.fixture.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'

const units = 100

interface Sale {
  readonly db: RootDatabase
  readonly companyId: string
  readonly buyers: readonly Caller[]
}

/** Answers how many milliseconds each part took; throws where not exactly as many were sold as there are. */
export async function flashSale({ db, companyId, buyers }: Sale, clients: number) {
  const goods = await buildGoods(db, { companyId, kind: 'text', points: 0, coins: 500, stock: units })
  const each = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>) => {
    const rest = items.values()
    const startedAt = performance.now()
    const loop = async () => {
      for (const item of rest) await work(item)
    }
    await Promise.all(Array.from({ length: clients }, loop))
    return performance.now() - startedAt
  }
  const quotes: { readonly buyer: Caller; readonly quoteId: string }[] = []
  const quoting = await each(buyers, async (buyer) => {
    const item = { businessType: goodsType, itemId: goods.id }
    quotes.push({ buyer, quoteId: await buildQuote(db, buyer, item, Date.now()) })
  })
  let soldOut = 0
  const selling = await each(quotes, async ({ buyer, quoteId }) => {
    try {
      const body = { key: uuid(), quoteIds: [quoteId] }
      const now = Date.now()
      const id = await inTransaction(db, (one) => placeOrder(ordersTables(one), buyer, body, { now, language: 'cn' }))
      await inTransaction(db, (one) => payWithCoins(ordersTables(one), buyer, id, now))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      soldOut += 1
    }
  })
  const { rows } = await sql<{ sold: number; stock: number }>`
    select (select count(*)::int from orders.line l join orders.order o on o.id = l.order_id
      where l.item_id = ${goods.id} and o.paid_at is not null) as sold,
      (select g.stock from goods.goods g where g.id = ${goods.id}) as stock`.execute(db)
  const [{ sold, stock } = { sold: 0, stock: -1 }] = rows
  if (sold !== units || stock !== 0 || soldOut !== buyers.length - units)
    throw new Error(`${sold} of ${units} are sold, ${stock} are left, ${soldOut} buyers got none`)
  return { units, buyers: buyers.length, quoting, selling }
}
