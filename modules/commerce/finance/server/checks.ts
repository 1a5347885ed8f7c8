/**
 * Whether revenue agrees with what was booked. The report comes from the lines of orders, by the totals of days; the orders from their
 * heads and refunds; what was booked from the ledger or from payments, which know nothing of orders. One statement, so one snapshot.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { orderMoneySql, orderNumbers } from '#modules/commerce/orders/server.ts'
import { settledSql } from '#modules/commerce/payments/server.ts'
import { purchasePostingsSql } from '#modules/platform/currency/server.ts'
import type { Context } from '#server/module.ts'
import { type Check, type Checks, differingMax } from '../contract/shapes.ts'
import { type Days, type Range, rangeOf, spanOf } from './days.ts'
import type { FinanceDb } from './db.ts'
import { readSales } from './sales.ts'

interface Compared {
  readonly orders: string
  readonly booked: string
  readonly orderCount: number
  readonly differingCount: number
  readonly differing: readonly { readonly orderId: string; readonly orders: string; readonly booked: string }[]
}

interface Span {
  readonly companyId: string
  readonly from: number
  readonly until: number
}

/** As `id` (text) and `amount`: what the other side has booked for each order. */
const bookedSql = (payType: 1 | 2, span: Span): RawBuilder<unknown> =>
  payType === 1
    ? sql`select b.business_id as id, b.amount from (${purchasePostingsSql(1, 'order:', span)}) b`
    : sql`select b.payable_id::text as id, b.amount from (${settledSql('order', span)}) b`

async function compare(db: FinanceDb, payType: 1 | 2, span: Span): Promise<Compared> {
  const { rows } = await sql<Compared>`
    with ours as (select m.order_id::text as id, m.amount from (${orderMoneySql(payType, span)}) m),
    booked as (${bookedSql(payType, span)}),
    compared as (
      select coalesce(o.id, b.id) as id, coalesce(o.amount, 0) as orders, coalesce(b.amount, 0) as booked
      from ours o full join booked b on b.id = o.id
    )
    select coalesce(sum(c.orders), 0)::text as orders, coalesce(sum(c.booked), 0)::text as booked,
      count(*)::int as "orderCount", count(*) filter (where c.orders <> c.booked)::int as "differingCount",
      coalesce((select json_agg(json_build_object('orderId', d.id, 'orders', d.orders::text, 'booked', d.booked::text))
        from (select * from compared c where c.orders <> c.booked order by c.id desc limit ${differingMax}) d), '[]') as differing
    from compared c`.execute(db)
  return rows[0] as Compared
}

async function checkOf(db: FinanceDb, caller: Caller, payType: 1 | 2, { range, span }: { range: Range; span: Span }) {
  const { differing, ...totals } = await compare(db, payType, span)
  const { total } = await readSales(db, caller, { range, filter: { payType }, by: 'kind' })
  const ids = differing.map(({ orderId }) => orderId)
  const numbers = await orderNumbers(db, caller.companyId, ids)
  const check: Check = {
    ...{ payType, ...totals, report: total.current.net },
    differing: differing.map((one) => ({
      ...one,
      number: numbers.get(one.orderId) ?? '',
      difference: String(BigInt(one.orders) - BigInt(one.booked)),
    })),
  }
  return check
}

export async function checks(
  db: FinanceDb,
  days: Days,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<Checks> {
  const range = await rangeOf(db, caller.companyId, days)
  const { beginsAt, endsAt } = await spanOf(db, range)
  const span = { companyId: caller.companyId, from: beginsAt, until: endsAt }
  const coins = await checkOf(db, caller, 1, { range, span })
  const rmb = await checkOf(db, caller, 2, { range, span })
  return { items: [coins, rmb], checkedAt: now, beginsAt, endsAt }
}
