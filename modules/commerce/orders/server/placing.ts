/** Placing an order: by quotes alone, so that nobody but the platform says what something costs. */
import { type InsertObject, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { shortDecimalText } from '#kit/amounts.ts'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { firstEntitled, getSoldKind } from '#modules/commerce/entitlements/server.ts'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { type KeptQuote, keptQuotes } from '#modules/commerce/prices/server.ts'
import { apply, isApprovalOn } from '#modules/platform/approvals/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { inOneTrip, lockNames, outcomeOf } from '#server/db/transaction.ts'
import { ALREADY_BOUGHT, ITEM_TWICE, ONLY_ONE, ORDER_TOO_LARGE, PAY_TYPES_MIXED } from '../contract/codes.ts'
import { rmbOrderMax } from '../contract/shapes.ts'
import type { orders } from '../contract.ts'
import { orderApproval } from './closing.ts'
import { exact, type OrdersDb } from './db.ts'
import { discountOf } from './discounts.ts'
import { addEvents } from './events.ts'
import { goodsOfOrder, isGoods, takeUnits } from './goods-lines.ts'
import { type OrderRules, orderRules } from './rules.ts'
import type { DB } from './tables.ts'
import { amountOf, insertLines, lineOf, sumOf } from './writing-lines.ts'

export interface NamedQuote extends KeptQuote {
  readonly name: string
}

/** What the buyer still sees, with its name as it is now. */
export async function namedQuotes(db: OrdersDb, caller: Caller, quotes: readonly KeptQuote[]): Promise<NamedQuote[]> {
  const byType = Map.groupBy(quotes, ({ businessType }) => businessType)
  const names = new Map<string, string>()
  for (const [businessType, some] of byType) {
    const items = await getSoldKind(businessType).visible(
      db,
      caller,
      some.map(({ itemId }) => itemId),
    )
    for (const { id, name, isAvailable } of items) if (isAvailable) names.set(`${businessType} ${id}`, name)
  }
  return quotes.map((quote) => {
    const name = names.get(`${quote.businessType} ${quote.itemId}`)
    if (name === undefined) throw refuse(NOT_FOUND)
    return { ...quote, name }
  })
}

/** Refuses what the buyer has bought already (COMMERCE-036). */
export async function assertNotOwned(
  db: OrdersDb,
  memberId: string,
  items: readonly { readonly businessType: number; readonly itemId: string }[],
  now: number,
): Promise<void> {
  const owned = await firstEntitled(db, memberId, items, now)
  if (owned) throw refuse(ALREADY_BOUGHT, { itemId: owned.itemId })
}

function assertFits(quotes: readonly KeptQuote[], forOthers: boolean): void {
  const keys = new Set(quotes.map(({ businessType, itemId }) => `${businessType} ${itemId}`))
  if (keys.size < quotes.length) throw refuse(ITEM_TWICE)
  if (new Set(quotes.map(({ payType }) => payType)).size > 1) throw refuse(PAY_TYPES_MIXED)
  if (!forOthers && quotes.some((quote) => quote.quantity > 1 && !isGoods(quote))) throw refuse(ONLY_ONE)
}

const numberSql = (companyId: string, now: number) => sql<string>`
  to_char(to_timestamp(${now} / 1000.0) at time zone coalesce(${timeZoneSql(companyId)}, ${defaultTimeZone}), 'YYYYMMDD')
    || lpad(nextval('orders.order_number')::text, 10, '0')`

/** 20261128 and a number of ten digits: no two orders share it, and it tells the day. */
export async function nextNumber(db: OrdersDb, companyId: string, now: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`select ${numberSql(companyId, now)} as number`.execute(db)
  return (rows[0] as { number: string }).number
}

export function assertNotTooLarge(payType: number, amount: bigint): void {
  if (payType === payTypes.rmb && amount > rmbOrderMax) throw refuse(ORDER_TOO_LARGE, { max: String(rmbOrderMax) })
}

interface Asking {
  readonly companyId: string
  readonly organizationId: string
  readonly payable: bigint
}

/** Somebody has to agree before so much is paid (COMMERCE-042). */
export async function asksApproval(
  db: OrdersDb,
  { companyId, organizationId, payable }: Asking,
  { approvalFrom }: OrderRules,
): Promise<boolean> {
  if (approvalFrom === 0n || payable < approvalFrom) return false
  return isApprovalOn(db, companyId, orderApproval, organizationId)
}

const approvalLabels = {
  cn: { title: '订单', items: '内容', amount: '金额', coins: '学币', for: '用途', others: '团队购买' },
  en: { title: 'Order', items: 'Items', amount: 'Amount', coins: 'coins', for: 'For', others: 'Seats for others' },
} as const

/** What was placed with this key of the browser before. */
async function orderOfKey(db: OrdersDb, memberId: string, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from orders.order where buyer_id = ${memberId} and request_key = ${key}`.execute(db)
  return rows[0]?.id
}

const insertOrder = (
  db: OrdersDb,
  order: Omit<InsertObject<DB, 'orders.order'>, 'number'> & { readonly company_id: string },
  now: number,
): Promise<{ readonly number: string }> =>
  db
    .insertInto('orders.order')
    .values({ ...order, number: numberSql(order.company_id, now) })
    .returning('number')
    .executeTakeFirstOrThrow()

export async function placeOrder(
  db: OrdersDb,
  caller: Caller,
  body: Input<typeof orders.placeOrder>['body'],
  { now, language }: { readonly now: number; readonly language: Language },
): Promise<string> {
  const { key, quoteIds, forOthers = false, remark = '', addressId, couponId } = body
  const { companyId, memberId, organizationId } = caller
  const [, before, quoted, rules] = await inOneTrip(db, (one) => [
    lockNames(one, `order ${memberId}`),
    orderOfKey(one, memberId, key),
    outcomeOf(keptQuotes(one, caller, quoteIds, now)),
    orderRules(one, companyId),
  ])
  if (before !== undefined) return before
  const kept = quoted()
  const [named, notOwned] = await inOneTrip(db, (one) => [
    outcomeOf(namedQuotes(one, caller, kept)),
    outcomeOf(forOthers ? Promise.resolve() : assertNotOwned(one, memberId, kept, now)),
  ])
  const quotes = named()
  const [first] = quotes
  if (!first) throw refuse(NOT_FOUND)
  assertFits(quotes, forOthers)
  notOwned()
  await assertClean(db, companyId, { remark })
  const goods = await goodsOfOrder(db, caller, quotes, { forOthers, addressId })
  const lines = quotes.map((quote) => lineOf(quote, goods.natureOf(quote)))
  const amount = sumOf(lines, amountOf)
  assertNotTooLarge(first.payType, amount)
  const id = uuid()
  const discount = await discountOf(db, { memberId, orderId: id, couponId, payType: first.payType }, lines, now)
  const payable = amount - discount.total
  const needsApproval = await asksApproval(db, { companyId, organizationId, payable }, rules)
  const order = {
    ...{ id, company_id: companyId, buyer_id: memberId, organization_id: organizationId, request_key: key },
    ...{ approval: needsApproval ? 'approving' : null, pay_type: first.payType, for_others: forOthers },
    receiver: goods.receiver && JSON.stringify(goods.receiver),
    // Of many dear lines they are beyond the safe integers.
    ...{ amount: exact(amount), discount: exact(discount.total), points: exact(goods.points) },
    ...{ delivery: goods.delivery, coupon_id: couponId ?? null, coupon_name: discount.couponName },
    ...{ remark: remark.trim(), created_at: now, expires_at: now + rules.payMs },
  }
  const [{ number }] = await inOneTrip(db, (one) => [
    insertOrder(one, order, now),
    insertLines(one, { id, companyId, version: 1 }, lines, discount.shares),
    addEvents(one, { id, companyId }, [{ kind: 'placed', actorId: memberId, at: now }]),
  ])
  if (lines.some(isGoods)) await takeUnits(db, { id, companyId, buyerId: memberId }, now)
  if (needsApproval) {
    const label = approvalLabels[language]
    const names = quotes.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
    const sum = first.payType === 1 ? `${shortDecimalText(payable)} ${label.coins}` : `¥${shortDecimalText(payable)}`
    await apply(db, {
      ...{ companyId, organizationId, businessType: orderApproval, businessId: id, applicantId: memberId, now },
      name: `${label.title} ${number}`,
      summary: {
        [label.items]: names.join('; '),
        [label.amount]: sum,
        ...(forOthers && { [label.for]: label.others }),
      },
    })
  }
  return id
}
