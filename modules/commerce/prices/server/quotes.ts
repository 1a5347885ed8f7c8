/** What a purchase costs: said once, and kept for a while. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { getSoldKind, type ItemRef } from '#modules/commerce/entitlements/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { payTypes, rangeFor, unlimited } from '../contract/price-rules.ts'
import { NOTHING_TO_PAY, ONLY_BY_CARD, QUOTE_EXPIRED, type Quote } from '../contract/shapes.ts'
import { offeredTo } from './current.ts'
import { type PricesDb, pricesTables } from './db.ts'

/** A buyer has so long to order for what was quoted. */
const quoteKeptMs = 15 * 60_000

/** What a price says of a purchase. */
export interface Priced {
  readonly priceId: string
  readonly payType: 1 | 2
  readonly range: { readonly begin: number; readonly end: number }
  /** Hundredths of one unit. */
  readonly originalUnit: bigint
  readonly unit: bigint
  /** Of points, beside the coins; 0 of all but goods. */
  readonly points: bigint
}

/**
 * What so many units of an item cost the buyer now (COMMERCE-026). Refuses what is free for them, what opens by a member card
 * alone, and what they may not see.
 */
async function priceOf(
  db: Connection,
  buyer: Caller,
  { businessType, itemId }: ItemRef,
  quantity: number,
  now: number,
): Promise<Priced> {
  const kind = getSoldKind(businessType)
  const [item] = await kind.visible(db, buyer, [itemId])
  if (!item?.isAvailable) throw refuse(NOT_FOUND)
  if (kind.stocked) {
    const own = await kind.stocked.unitPrice(db, buyer.companyId, itemId, now)
    if (!own) throw refuse(NOT_FOUND)
    const { coins, points } = own
    const range = { begin: 1, end: unlimited }
    return { priceId: itemId, payType: payTypes.coin, range, originalUnit: coins, unit: coins, points }
  }
  await kind.mayBuy?.(db, buyer, itemId, quantity, now)
  const price = (await offeredTo(db, buyer, businessType, [itemId], now)).get(itemId)?.price
  if (!price || price.isPay === 0) throw refuse(NOTHING_TO_PAY)
  const { payType } = price
  if (payType === null || payType === payTypes.memberCard) throw refuse(ONLY_BY_CARD)
  const range = rangeFor(price.ranges, quantity)
  if (!range || range.discountCoin === 0) throw refuse(NOTHING_TO_PAY)
  return {
    ...{ priceId: price.id, payType, range: { begin: range.begin, end: range.end } },
    ...{ originalUnit: BigInt(range.coin ?? 0), unit: BigInt(range.discountCoin ?? 0), points: 0n },
  }
}

export async function quote(
  db: PricesDb,
  caller: Caller,
  { quantity, ...ref }: ItemRef & { readonly quantity: number },
  now: number,
): Promise<Quote> {
  const { priceId, payType, range, originalUnit, unit, points } = await priceOf(db, caller, ref, quantity, now)
  const id = uuid()
  const expiresAt = now + quoteKeptMs
  await db
    .insertInto('prices.quote')
    .values({
      ...{ id, company_id: caller.companyId, member_id: caller.memberId, business_type: ref.businessType },
      ...{ item_id: ref.itemId, quantity, price_id: priceId, pay_type: payType, original_unit: Number(originalUnit) },
      points: Number(points),
      ...{ unit: Number(unit), range_begin: range.begin, range_end: range.end, created_at: now, expires_at: expiresAt },
    })
    .execute()
  return {
    ...{ id, ...ref, quantity, payType, priceId, range, originalUnit: String(originalUnit), unit: String(unit) },
    ...{ points: String(points), total: String(unit * BigInt(quantity)) },
    ...{ totalPoints: String(points * BigInt(quantity)), expiresAt },
  }
}

export interface KeptQuote extends ItemRef, Priced {
  readonly id: string
  readonly quantity: number
}

interface QuoteRow extends ItemRef {
  readonly id: string
  readonly quantity: number
  readonly priceId: string
  readonly payType: 1 | 2
  readonly originalUnit: string
  readonly unit: string
  readonly points: string
  readonly begin: number
  readonly end: number
  readonly expiresAt: number
}

/** What was quoted to the caller, in the order of the ids. 900005: of somebody else, or unknown; 404008: it is kept no longer. */
export async function keptQuotes(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
  now: number,
): Promise<KeptQuote[]> {
  const { rows } = await sql<QuoteRow>`
    select q.id, q.business_type as "businessType", q.item_id as "itemId", q.quantity, q.price_id as "priceId",
      q.pay_type as "payType", q.original_unit::text as "originalUnit", q.unit::text, q.points::text, q.range_begin as begin,
      q.range_end as "end", q.expires_at as "expiresAt"
    from prices.quote q where q.id = any(${[...ids]}::uuid[]) and q.member_id = ${caller.memberId}`.execute(
    pricesTables(connection),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw refuse(NOT_FOUND)
    if (row.expiresAt <= now) throw refuse(QUOTE_EXPIRED)
    const { begin, end, expiresAt: _, ...kept } = row
    const amounts = { originalUnit: BigInt(row.originalUnit), unit: BigInt(row.unit), points: BigInt(row.points) }
    return { ...kept, range: { begin, end }, ...amounts }
  })
}

/** Quotes that are kept no longer. An order keeps what it was placed by. */
export async function forgetExpiredQuotes(connection: Connection, now: number): Promise<void> {
  await sql`delete from prices.quote where expires_at <= ${now}`.execute(pricesTables(connection))
}
