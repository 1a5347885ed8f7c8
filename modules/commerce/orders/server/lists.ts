/** Orders and refunds in lists. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { countedMax } from '#kit/schema.ts'
import { namedItems } from '#modules/commerce/entitlements/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { given } from '#server/db/given.ts'
import { cappedPage, countMatches, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { coinsOf } from '../contract/mixed.ts'
import type { Delivery, ManagedOrder, ManagedRefund, Order, OrderLine } from '../contract/shapes.ts'
import type { orders } from '../contract.ts'
import type { OrdersDb } from './db.ts'
import { runOrdersSql, runsSql } from './managed.ts'
import {
  inForce,
  type LineRecord,
  linesOf,
  type OrderRecord,
  type OrderRow,
  orderColumns,
  refundColumns,
  toOrder,
} from './order-record.ts'
import { isMovedSql, movedOrdersSql } from './sales.ts'
import { actionsOfBuyer, actionsOfStaff, takesAddress } from './transitions.ts'

export interface Reading {
  readonly caller: Caller
  readonly language: Language
  readonly now: number
}

type ShownLine = (line: LineRecord) => OrderLine

/** The lines with the kinds and addresses of what they bought. One statement a kind. */
export async function lineWriter(
  db: OrdersDb,
  { caller, language }: Reading,
  lines: readonly LineRecord[],
): Promise<ShownLine> {
  const named = await namedItems(db, caller.companyId, lines)
  return (line) => {
    const { kind, item } = named(line)
    const { id, businessType, itemId, name, quantity, originalUnit, unit, amount, discount, goods } = line
    return {
      ...{ id, businessType, itemId, name, quantity, kindName: kind?.label[language] ?? '', link: item?.link ?? '' },
      ...{ pointsUnit: String(line.pointsUnit), points: String(line.points), goods },
      ...{ originalUnit: String(originalUnit), unit: String(unit), amount: String(amount), discount: String(discount) },
    }
  }
}

/** What is common to all who see an order. */
export function orderFacts(
  order: OrderRecord,
  lines: readonly LineRecord[],
  shown: ShownLine,
): Omit<Order, 'possible'> {
  const { id, number, version, status, approval, delivery, payType, forOthers, createdAt, expiresAt, couponName } =
    order
  return {
    ...{ id, number, version, status, approval, delivery, payType, forOthers, createdAt, expiresAt, couponName },
    ...{ amount: String(order.amount), discount: String(order.discount), payable: String(order.payable) },
    ...{ paid: String(order.paid), refunded: String(order.refunded), lines: lines.map(shown) },
    ...{ points: String(order.points), pointsPaid: String(order.pointsPaid) },
    ...{ pointsRefunded: String(order.pointsRefunded), isPrize: order.giftKey !== null },
    ...{ coinValue: String(order.coinValue), coinValueRefunded: String(order.coinValueRefunded) },
    coins: String(coinsOf(order.coinValue, order.coinsPerYuan ?? 0)),
    needsAddress: takesAddress(order) && order.receiver === null,
  }
}

async function withLines(db: OrdersDb, reading: Reading, records: readonly OrderRecord[]) {
  const lines = await linesOf(
    db,
    records.map(({ id }) => id),
  )
  const shown = await lineWriter(db, reading, [...lines.values()].flat())
  return (order: OrderRecord) => orderFacts(order, lines.get(order.id) ?? [], shown)
}

/** What waits to be sent was not paid back; what was sent may have been. */
const inDeliverySql = (delivery: Delivery) =>
  delivery === 'shipped' ? sql`o.delivery = 'shipped'` : sql`(o.delivery = 'not-shipped' and o.status = 'paid')`

const numberPattern = /^[0-9]{18,}$/

/** By number, or by what was bought: never by both at once, for which no index would serve. */
function foundSql(search: string | undefined): RawBuilder<unknown> {
  const text = search?.trim() ?? ''
  if (text === '') return sql`true`
  if (numberPattern.test(text)) return sql`o.number = ${text}`
  return sql`(o.id, o.version) in (select l.order_id, l.version from orders.line l where ${containsSql(sql`l.name`, text)})`
}

/**
 * The condition `each`, for orders whose ids are among these. Few are gathered and looked up; of many the list is walked from the
 * newest on, where the next is soon found. One plan serves all values (decision 102), so which of the two is counted first.
 */
async function amongSql(
  db: OrdersDb,
  ids: RawBuilder<unknown>,
  each: RawBuilder<boolean>,
): Promise<RawBuilder<boolean>> {
  const found = await countMatches(db, sql`from (${ids} limit ${countedMax + 1}) found`)
  return found > countedMax ? each : sql`(o.id = any(array(${ids})) and ${each})`
}

/** With a line of this kind, or of this item of it. By `offset 0` it is asked of one order after the other, and no join. */
async function boughtSql(
  db: OrdersDb,
  companyId: string,
  businessType: number | undefined,
  itemId: string | undefined,
) {
  if (businessType === undefined && itemId === undefined) return sql<boolean>`true`
  const is = sql`${given(businessType, (one) => sql`l.business_type = ${one}`)} and ${given(itemId, (id) => sql`l.item_id = ${id}`)}`
  const ids = sql`select l.order_id from orders.line l where l.company_id = ${companyId} and ${is}`
  return amongSql(db, ids, sql`exists (select from orders.line l where ${inForce} and ${is} offset 0)`)
}

/** Paid, or paid back in part or in whole, in this time. */
async function movedSql(db: OrdersDb, companyId: string, from: number | undefined, until: number | undefined) {
  if (from === undefined && until === undefined) return sql<boolean>`true`
  const span = { companyId, from: from ?? 0, until: until ?? Number.MAX_SAFE_INTEGER }
  return amongSql(db, movedOrdersSql(span), isMovedSql(span))
}

export async function showOwn(db: OrdersDb, reading: Reading, order: OrderRecord): Promise<Order> {
  const facts = await withLines(db, reading, [order])
  return { ...facts(order), possible: actionsOfBuyer(order, reading.now) }
}

export async function listOwnOrders(
  db: OrdersDb,
  reading: Reading,
  { status, search, ...paging }: Input<typeof orders.ownOrders>['query'],
) {
  const matching = sql`from orders.order o where o.buyer_id = ${reading.caller.memberId}
    and ${given(status, (one) => sql`o.status = ${one}`)} and ${foundSql(search)}`
  const { items, recordCount } = await sqlPage<OrderRow>(db, paging, {
    matching,
    rows: (window) => sql<OrderRow>`select ${orderColumns} ${matching} order by o.created_at desc, o.id desc ${window}`,
  })
  const records = items.map(toOrder)
  const facts = await withLines(db, reading, records)
  const shown = records.map((order): Order => ({ ...facts(order), possible: actionsOfBuyer(order, reading.now) }))
  return { items: shown, recordCount }
}

interface Buyer {
  readonly buyerName: string
  readonly organizationName: string
}

const buyerSql = sql`coalesce(p.full_name, '') as "buyerName", coalesce(p.organization_name, '') as "organizationName"`

export async function listManagedOrders(
  db: OrdersDb,
  reading: Reading,
  query: Input<typeof orders.managedOrders>['query'],
) {
  const { caller } = reading
  const { status, search, approval, delivery, buyerId, from, until, ...rest } = query
  const { businessType, itemId, organizationId, payType, movedFrom, movedUntil, ...paging } = rest
  const isBought = await boughtSql(db, caller.companyId, businessType, itemId)
  const isMoved = await movedSql(db, caller.companyId, movedFrom, movedUntil)
  const conditions = sql`${given(status, (one) => sql`o.status = ${one}`)} and ${given(approval, (one) => sql`o.approval = ${one}`)}
      and ${given(delivery, inDeliverySql)}
      and ${given(buyerId, (id) => sql`o.buyer_id = ${id}`)} and ${given(from, (at) => sql`o.created_at >= ${at}`)}
      and ${given(until, (at) => sql`o.created_at < ${at}`)} and ${foundSql(search)}
      and ${given(organizationId, (id) => sql`o.organization_id = ${id}`)}
      and ${given(payType, (one) => sql`o.pay_type = ${one}`)} and ${isBought} and ${isMoved}`
  const newest = sql`o.created_at desc, o.id desc`
  const { items, recordCount, isMore } = await cappedPage<OrderRow & Buyer>(db, paging, {
    matching: sql`from ${runOrdersSql(caller, conditions, newest, sql`limit ${countedMax + 1}`)}`,
    // The page is cut before its buyers are read.
    rows: ({ window, reach }) => sql<OrderRow & Buyer>`
      select ${orderColumns}, ${buyerSql}
      from (select o.* from ${runOrdersSql(caller, conditions, newest, reach)} order by ${newest} ${window}) o
        left join ${directorySql(caller.companyId)} p on p.id = o.buyer_id
      order by ${newest}`,
  })
  const records = items.map(({ buyerName, organizationName, ...row }) => ({
    order: toOrder(row),
    buyer: { buyerId: row.buyerId, buyerName, organizationName },
  }))
  const facts = await withLines(
    db,
    reading,
    records.map(({ order }) => order),
  )
  const shown = records.map(
    ({ order, buyer }): ManagedOrder => ({ ...facts(order), ...buyer, possible: actionsOfStaff(order) }),
  )
  return { items: shown, recordCount, isMore }
}

export async function listRefunds(
  db: OrdersDb,
  { caller }: Reading,
  { status, ...paging }: Input<typeof orders.refunds>['query'],
) {
  const matching = sql`from orders.refund r join orders.order o on o.id = r.order_id
    join ${directorySql(caller.companyId)} p on p.id = o.buyer_id
    where r.company_id = ${caller.companyId} and ${runsSql(caller)}
      and ${given(status, (one) => sql`r.status = ${one}`)}`
  return sqlPage<ManagedRefund>(db, paging, {
    matching,
    rows: (window) => sql<ManagedRefund>`
      select ${refundColumns}, o.id as "orderId", o.number as "orderNumber",
        o.pay_type as "payType", (r.coin_value::numeric * coalesce(o.coins_per_yuan, 0))::text as coins, o.buyer_id as "buyerId", ${buyerSql},
        (select string_agg(l.name, '; ' order by l.place) from orders.refund_line rl join orders.line l on l.id = rl.line_id
          where rl.refund_id = r.id) as "itemNames"
      ${matching} order by r.requested_at desc, r.id desc ${window}`,
  })
}
