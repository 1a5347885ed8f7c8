/** Builders for demo data: orders as their buyers place and pay them. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { buildQuote } from '#modules/commerce/prices/server/prices.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { ordersTables } from './db.ts'
import { linesOf } from './order-record.ts'
import { payWithCoins } from './paying.ts'
import { placeOrder } from './placing.ts'
import { requestRefund } from './refunds.ts'
import { shipOrder } from './shipping.ts'

export interface PurchaseInput {
  readonly itemIds: readonly string[]
  /** Of each, as seats for others where there are several. */
  readonly quantity?: number
  /** Paid with coins; not paid where nothing is said. */
  readonly isPaid?: boolean
  /** A refund is asked for, with this reason. */
  readonly refundReason?: string
  readonly now: number
}

/** Answers the id of the order. */
export async function buildPurchase(connection: Connection, buyer: Caller, input: PurchaseInput): Promise<string> {
  const { itemIds, quantity = 1, isPaid = false, refundReason, now } = input
  const db = ordersTables(connection)
  const quoteIds: string[] = []
  for (const itemId of itemIds) quoteIds.push(await buildQuote(db, buyer, { itemId, quantity }, now))
  const body = { key: uuid(), quoteIds, forOthers: quantity > 1 }
  const id = await placeOrder(db, buyer, body, { now, language: 'cn' })
  if (isPaid) await payWithCoins(db, buyer, id, now)
  if (refundReason !== undefined) {
    const lines = ((await linesOf(db, [id])).get(id) ?? []).map((line) => ({ lineId: line.id, quantity }))
    await requestRefund(db, buyer, id, { lines, reason: refundReason }, now)
  }
  return id
}

export interface ExchangeInput {
  readonly goodsId: string
  readonly quantity?: number
  readonly addressId?: string
  /** The parcel was sent by staff. */
  readonly parcel?: { readonly by: Caller; readonly shippingCompany: string; readonly trackingNumber: string }
  readonly now: number
}

/** Goods that were exchanged and paid. Answers the id of the order. */
export async function buildExchange(connection: Connection, buyer: Caller, input: ExchangeInput): Promise<string> {
  const { goodsId: itemId, quantity = 1, addressId, parcel, now } = input
  const db = ordersTables(connection)
  const quoteId = await buildQuote(db, buyer, { businessType: goodsType, itemId, quantity }, now)
  const body = { key: uuid(), quoteIds: [quoteId], ...(addressId !== undefined && { addressId }) }
  const id = await placeOrder(db, buyer, body, { now, language: 'cn' })
  await payWithCoins(db, buyer, id, now)
  if (parcel) {
    const { by, ...shipping } = parcel
    await shipOrder(db, by, id, shipping, now)
  }
  return id
}
