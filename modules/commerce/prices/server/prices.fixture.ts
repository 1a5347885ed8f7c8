/** Builders for tests and demo data: an item with its price. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { pricesTables } from './db.ts'
import { quote } from './quotes.ts'

export interface PriceInput {
  readonly companyId: string
  readonly businessType?: number
  readonly itemId: string
  /** 1 coin, 2 RMB, 3 member card. */
  readonly payType?: 1 | 2 | 3
  /** Hundredths of one unit; the sale price is the original one where nothing is said. */
  readonly original?: number
  readonly unit?: number
  /** The ranges of a ladder: the first unit of each, and what one costs from there on. */
  readonly ladder?: readonly (readonly [begin: number, unit: number])[]
  readonly cardIds?: readonly string[]
  readonly now?: number
}

export async function buildPrice(connection: Connection, input: PriceInput): Promise<{ readonly id: string }> {
  const { companyId, businessType = 1, itemId, payType = 1, original = 1999, cardIds = [], now = Date.now() } = input
  const { unit = original, ladder = [[1, unit] as const] } = input
  const db = pricesTables(connection)
  const ranges = ladder.map(([begin, each], place) => ({
    ...{ id: `r${place}`, begin, end: (ladder[place + 1]?.[0] ?? 0) - 1 },
    ...{ coin: Math.max(original, each), discountCoin: each },
  }))
  const item = { company_id: companyId, business_type: businessType, item_id: itemId }
  await db
    .insertInto('prices.item')
    .values({ ...item, paid_since: now })
    .execute()
  const id = uuid()
  await db
    .insertInto('prices.price')
    .values({
      ...{ id, ...item, is_pay: 1, pay_type: payType, is_ladder: ladder.length > 1 ? 1 : 0, created_at: now },
      ...{ ranges: JSON.stringify(payType === 3 ? [] : ranges), card_ids: [...cardIds] },
    })
    .execute()
  return { id }
}

/** What a buyer was quoted, as the call quotes it. */
export async function buildQuote(
  connection: Connection,
  caller: Caller,
  item: { readonly businessType?: number; readonly itemId: string; readonly quantity?: number },
  now: number,
): Promise<string> {
  const { businessType = 1, itemId, quantity = 1 } = item
  return (await quote(pricesTables(connection), caller, { businessType, itemId, quantity }, now)).id
}
