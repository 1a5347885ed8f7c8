/** Orders of goods: points beside the coins, units from stock, and where they are sent to. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { addressOf } from '#modules/commerce/addresses/server.ts'
import { findSoldKind, type GoodsNature, type ItemRef } from '#modules/commerce/entitlements/server.ts'
import { balancesOf } from '#modules/platform/currency/server.ts'
import {
  ABOVE_LIMIT,
  COINS_SHORT,
  GOODS_APART,
  NEEDS_RECEIVER,
  ORDER_STATUS,
  POINTS_SHORT,
  SOLD_OUT,
  UNPAID_GOODS,
} from '../contract/codes.ts'
import type { Delivery } from '../contract/shapes.ts'
import type { OrdersDb } from './db.ts'
import { addEvent } from './events.ts'
import { inForce, isOf, type LineRecord, linesOf, lockOrder, type OrderRecord, type Receiver } from './order-record.ts'
import { takesAddress } from './transitions.ts'

const stockedOf = ({ businessType }: Pick<ItemRef, 'businessType'>) => findSoldKind(businessType)?.stocked

export const isGoods = (item: Pick<ItemRef, 'businessType'>): boolean => stockedOf(item) !== undefined

/** In one order, so that two orders with the same goods never wait for each other in a circle. */
const inOrder = <T extends ItemRef>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => a.businessType - b.businessType || (a.itemId < b.itemId ? -1 : 1))

/** A copy of the address: what happens to the address later changes no order. */
async function receiverOf(db: OrdersDb, { companyId, memberId }: Caller, addressId: string): Promise<Receiver> {
  const { receiver: name, phone, text: address, postalCode } = await addressOf(db, companyId, memberId, addressId)
  return { name, phone, address, postalCode }
}

async function naturesOf(db: OrdersDb, companyId: string, items: readonly ItemRef[]) {
  const forms = new Map<string, GoodsNature>()
  for (const [businessType, some] of Map.groupBy(items, (item) => item.businessType)) {
    const ids = some.map(({ itemId }) => itemId)
    for (const [id, form] of (await stockedOf({ businessType })?.naturesOf(db, companyId, ids)) ?? [])
      forms.set(id, form)
  }
  return forms
}

export interface GoodsOfOrder {
  readonly points: bigint
  readonly delivery: Delivery | null
  readonly receiver: Receiver | null
  natureOf(item: ItemRef): GoodsNature | null
}

interface Quoted extends ItemRef {
  readonly quantity: number
  readonly unit: bigint
  readonly points: bigint
}

/** Units are kept for whoever can pay them, and for one order at a time: nobody empties the mall by orders that they never pay. */
async function assertMayHold(db: OrdersDb, caller: Caller, cost: Cost): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders.order o join orders.line l on ${inForce}
    where o.buyer_id = ${caller.memberId} and o.status = 'to-pay' and o.approval is distinct from 'approving'
      and l.goods is not null limit 1`.execute(db)
  if (rows[0]) throw refuse(UNPAID_GOODS, { orderId: rows[0].id })
  await assertCanPay(db, caller, cost)
}

interface Cost {
  readonly coins: bigint
  readonly points: bigint
}

/** Of an order that holds units already, and is changed. */
export async function assertCanPay(db: OrdersDb, { companyId, memberId }: Caller, cost: Cost): Promise<void> {
  const has = async (kind: 1 | 2) =>
    BigInt((await balancesOf(db, companyId, 'person', [memberId], kind)).get(memberId)?.totalAmount ?? 0)
  if (cost.points > 0n && (await has(2)) < cost.points) throw refuse(POINTS_SHORT)
  if (cost.coins > 0n && (await has(1)) < cost.coins) throw refuse(COINS_SHORT)
}

/** What an order of these has beside its amount. Refuses goods beside other things, and goods to be sent without an address. */
export async function goodsOfOrder(
  db: OrdersDb,
  caller: Caller,
  quotes: readonly Quoted[],
  { forOthers, addressId }: { readonly forOthers: boolean; readonly addressId: string | undefined },
): Promise<GoodsOfOrder> {
  const goods = quotes.filter(isGoods)
  if (goods.length === 0) return { points: 0n, delivery: null, receiver: null, natureOf: () => null }
  if (forOthers || goods.length < quotes.length) throw refuse(GOODS_APART)
  const sum = (unitOf: (quote: Quoted) => bigint) =>
    goods.reduce((all, quote) => all + unitOf(quote) * BigInt(quote.quantity), 0n)
  const cost = { coins: sum(({ unit }) => unit), points: sum(({ points }) => points) }
  await assertMayHold(db, caller, cost)
  const forms = await naturesOf(db, caller.companyId, goods)
  const isSent = goods.some(({ itemId }) => forms.get(itemId) === 'physical')
  if (isSent && addressId === undefined) throw refuse(NEEDS_RECEIVER)
  return {
    points: cost.points,
    delivery: isSent ? 'not-shipped' : null,
    receiver: isSent && addressId !== undefined ? await receiverOf(db, caller, addressId) : null,
    natureOf: ({ itemId }) => forms.get(itemId) ?? null,
  }
}

type Bought = Pick<OrderRecord, 'companyId' | 'buyerId'>
const unitsOf = ({ companyId, buyerId: memberId }: Bought, { id: lineId, itemId, quantity }: LineRecord) => ({
  ...{ companyId, memberId, itemId, lineId, quantity },
})

/** Takes the units of a new order out of stock: they are the buyer’s until the order is closed. */
export async function takeUnits(db: OrdersDb, order: Bought & { readonly id: string }, now: number): Promise<void> {
  const lines = (await linesOf(db, [order.id])).get(order.id) ?? []
  for (const line of inOrder(lines)) {
    const outcome = (await stockedOf(line)?.take(db, unitsOf(order, line), now)) ?? 'taken'
    if (outcome === 'sold-out') throw refuse(SOLD_OUT, { itemId: line.itemId })
    if (outcome === 'above-limit') throw refuse(ABOVE_LIMIT, { itemId: line.itemId })
  }
}

/** Puts units back into stock: of orders that were closed, or that are paid back before they were sent. */
export async function putBackUnits(
  db: OrdersDb,
  lines: readonly (Pick<LineRecord, 'businessType'> & { readonly lineId: string; readonly quantity: number })[],
): Promise<void> {
  for (const [businessType, some] of Map.groupBy(lines, (line) => line.businessType))
    await stockedOf({ businessType })?.putBack(db, some)
}

export async function putBackOrders(db: OrdersDb, orderIds: readonly string[]): Promise<void> {
  const lines = [...(await linesOf(db, orderIds)).values()].flat()
  await putBackUnits(
    db,
    lines.map(({ id: lineId, businessType, quantity }) => ({ lineId, businessType, quantity })),
  )
}

/** A paid line of goods: what is not sent is handed out. */
export async function handOut(db: OrdersDb, order: Bought, line: LineRecord, now: number): Promise<void> {
  if (line.goods === 'virtual') await stockedOf(line)?.handOut(db, unitsOf(order, line), now)
}

/** What the lines of an order have handed out. */
export async function handedOutBy(db: OrdersDb, order: OrderRecord, lines: readonly LineRecord[]) {
  if (order.paidAt === null) return []
  const found: { lineId: string; texts: string[] }[] = []
  const out = lines.filter(({ goods }) => goods === 'virtual')
  for (const [businessType, some] of Map.groupBy(out, (line) => line.businessType)) {
    const ids = some.map(({ id }) => id)
    for (const [lineId, texts] of (await stockedOf({ businessType })?.handedOut(db, ids)) ?? [])
      found.push({ lineId, texts: [...texts] })
  }
  return found
}

export async function setReceiver(
  db: OrdersDb,
  caller: Caller,
  id: string,
  addressId: string,
  now: number,
): Promise<void> {
  const order = await lockOrder(db, isOf(caller.memberId, id))
  if (!takesAddress(order)) throw refuse(ORDER_STATUS, { action: 'address', status: order.status })
  const receiver = await receiverOf(db, caller, addressId)
  await sql`update orders.order set receiver = ${JSON.stringify(receiver)}::jsonb where id = ${id}`.execute(db)
  await addEvent(db, order, { kind: 'address', actorId: caller.memberId, at: now })
}
