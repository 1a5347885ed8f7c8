/** Builders for demo data: orders as their buyers place and pay them. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { ProviderName } from '#modules/commerce/payments/contract.ts'
import { buildPayment } from '#modules/commerce/payments/server/payments.fixture.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { buildQuote } from '#modules/commerce/prices/server/prices.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { payableName } from './closing.ts'
import { type OrdersDb, ordersTables } from './db.ts'
import { findOrder, isOf, linesOf } from './order-record.ts'
import { payWithCoins, settlePaid } from './paying.ts'
import { placeOrder } from './placing.ts'
import { requestRefund } from './refund-requests.ts'
import { decideRefund } from './refunds.ts'
import { shipOrder } from './shipping.ts'

export interface PurchaseInput {
  readonly itemIds: readonly string[]
  /** Of each, as seats for others where there are several. */
  readonly quantity?: number
  /** Paid as its price says; not paid where nothing is said. */
  readonly isPaid?: boolean
  /** A refund is asked for, with this reason. */
  readonly refundReason?: string
  /** Who agrees to it, a moment later. */
  readonly refundedBy?: Caller
  /** Of what is paid in RMB. */
  readonly provider?: ProviderName
  readonly now: number
}

async function pay(db: OrdersDb, buyer: Caller, id: string, { provider = 'test', now }: PurchaseInput): Promise<void> {
  const order = await findOrder(db, isOf(buyer.memberId, id))
  if (order.payType === 1) return payWithCoins(db, buyer, id, now)
  const { companyId, number, payable: amountFen } = order
  const lines = (await linesOf(db, [id])).get(id) ?? []
  const subject = lines.map(({ name }) => name).join('; ')
  const about = { companyId, memberId: buyer.memberId, payable: payableName, payableId: id, number, subject, amountFen }
  const paymentId = await buildPayment(db, { ...about, provider, state: 'succeeded', now })
  await settlePaid(db, order, lines, { by: buyer.memberId, transferId: null, paymentId, now })
}

/** Answers the id of the order. */
export async function buildPurchase(connection: Connection, buyer: Caller, input: PurchaseInput): Promise<string> {
  const { itemIds, quantity = 1, isPaid = false, refundReason, refundedBy, now } = input
  const db = ordersTables(connection)
  const quoteIds: string[] = []
  for (const itemId of itemIds) quoteIds.push(await buildQuote(db, buyer, { itemId, quantity }, now))
  const body = { key: uuid(), quoteIds, forOthers: quantity > 1 }
  const id = await placeOrder(db, buyer, body, { now, language: 'cn' })
  if (isPaid) await pay(db, buyer, id, input)
  if (refundReason !== undefined) {
    const lines = ((await linesOf(db, [id])).get(id) ?? []).map((line) => ({ lineId: line.id, quantity }))
    const asked = await requestRefund(db, buyer, id, { lines, reason: refundReason }, now)
    if (refundedBy) await decideRefund(db, refundedBy, asked.id, { isAgreed: true }, now + 1)
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
