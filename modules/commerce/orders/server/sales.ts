/** What was sold and paid back, for those who count it (finance): fragments of SQL, each with rows of one company and one time. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { ordersTables } from './db.ts'
import { inForce } from './order-record.ts'

/** From `from` to before `until`: instants, or expressions of a row to the left in the statement. */
export interface SpanSql {
  readonly companyId: string
  readonly from: number | RawBuilder<number>
  readonly until: number | RawBuilder<number>
}

/** When the money of the refund `r` was back. */
const backAt = sql<number>`coalesce(r.done_at, r.decided_at)`

const inSpan = (at: RawBuilder<unknown>, { from, until }: SpanSql) =>
  sql<boolean>`${at} >= ${from} and ${at} < ${until}`

/** The share that the item at `before` (what stands before it) has of a part that is split over the whole. */
const shareSql = (
  part: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
  { before, whole }: Record<'before' | 'whole', RawBuilder<unknown>>,
) => sql`(div(${part}::numeric * (${before} + ${own}), ${whole}) - div(${part}::numeric * ${before}, ${whole}))::bigint`

/**
 * What coins paid of lines in RMB, and what of it came back, in fen: the part of an order is split over its lines, and that of a
 * refund over the lines of the refund, so that the shares are exactly the part.
 */
const byCoinsSql = (span: SpanSql): RawBuilder<unknown> => sql`
  select o.organization_id, o.buyer_id, o.coins_per_yuan, l.business_type, l.item_id, 0::bigint as refunded,
    ${shareSql(sql`o.coin_value`, sql`(l.amount - l.discount)`, { before: sql`b.amount`, whole: sql`o.payable` })} as gross
  from orders.order o join orders.line l on ${inForce} cross join lateral (
    select coalesce(sum(e.amount - e.discount), 0) as amount from orders.line e
    where e.order_id = o.id and e.version = o.version and e.place < l.place) b
  where o.company_id = ${span.companyId} and o.coin_value > 0 and ${inSpan(sql`o.paid_at`, span)}
  union all
  select o.organization_id, o.buyer_id, o.coins_per_yuan, l.business_type, l.item_id,
    ${shareSql(sql`r.coin_value`, sql`rl.amount`, { before: sql`b.amount`, whole: sql`r.amount` })}, 0
  from orders.refund r join orders.refund_line rl on rl.refund_id = r.id join orders.line l on l.id = rl.line_id
    join orders.order o on o.id = r.order_id cross join lateral (
      select coalesce(sum(e.amount), 0) as amount from orders.refund_line e where e.refund_id = r.id and e.line_id < rl.line_id) b
  where r.company_id = ${span.companyId} and r.coin_value > 0 and r.status = 'done' and ${inSpan(backAt, span)}`

/**
 * A row for each line that was paid, and one for each line of a refund whose money is back. Amounts are hundredths. Of an order
 * with several lines one has `orders` 1, and one of each kind of content has `kind_orders` 1; `lines` counts the orders of an item.
 * What coins paid of an order in RMB is taken out of its RMB and stands with the coins, where the order is not counted again.
 */
export const salesSql = (span: SpanSql): RawBuilder<unknown> => sql`
  select o.pay_type, o.organization_id, o.buyer_id, l.business_type, l.item_id, 1 as lines, (l.place = 0)::int as orders,
    (not exists (select from orders.line e where e.order_id = o.id and e.version = o.version
      and e.business_type = l.business_type and e.place < l.place))::int as kind_orders,
    l.quantity as units, l.amount as gross, l.discount, 0::bigint as refunded
  from orders.order o join orders.line l on ${inForce}
  where o.company_id = ${span.companyId} and ${inSpan(sql`o.paid_at`, span)}
  union all
  select o.pay_type, o.organization_id, o.buyer_id, l.business_type, l.item_id, 0, 0, 0, 0, 0, 0, rl.amount
  from orders.refund r join orders.refund_line rl on rl.refund_id = r.id join orders.line l on l.id = rl.line_id
    join orders.order o on o.id = r.order_id
  where r.company_id = ${span.companyId} and r.status = 'done' and ${inSpan(backAt, span)}
  union all
  select p.pay_type, c.organization_id, c.buyer_id, c.business_type, c.item_id, 0, 0, 0, 0, p.gross, 0, p.refunded
  from (${byCoinsSql(span)}) c cross join lateral (values
    (2, -c.gross, -c.refunded), (1, c.gross * c.coins_per_yuan, c.refunded * c.coins_per_yuan)) p(pay_type, gross, refunded)`

/** What orders say they have received and given back, from their heads and refunds: one row an order that something happened to. */
export function orderMoneySql(payType: 1 | 2, span: SpanSql): RawBuilder<unknown> {
  const of = (whole: RawBuilder<unknown>, byCoins: RawBuilder<unknown>) =>
    payType === 2
      ? sql`${whole} - ${byCoins}`
      : sql`case when o.pay_type = 1 then ${whole} else ${byCoins} * coalesce(o.coins_per_yuan, 0) end`
  const isOfType =
    payType === 2
      ? sql`o.pay_type = 2 and (o.coin_value = 0 or o.coin_value < o.payable)`
      : sql`(o.pay_type = 1 or o.coin_value > 0)`
  return sql`
    select m.order_id, sum(m.amount) as amount from (
      select o.id as order_id, ${of(sql`o.paid`, sql`o.coin_value`)} as amount from orders.order o
      where o.company_id = ${span.companyId} and ${isOfType} and ${inSpan(sql`o.paid_at`, span)}
      union all
      select o.id, -(${of(sql`r.amount`, sql`r.coin_value`)}) from orders.refund r join orders.order o on o.id = r.order_id
      where r.company_id = ${span.companyId} and ${isOfType} and r.status = 'done' and ${inSpan(backAt, span)}
    ) m group by m.order_id`
}

/** The ids of orders that were paid, or of which something was paid back, in this time. */
export const movedOrdersSql = (span: SpanSql): RawBuilder<unknown> => sql`
  select o.id from orders.order o where o.company_id = ${span.companyId} and ${inSpan(sql`o.paid_at`, span)}
  union all
  select r.order_id from orders.refund r
  where r.company_id = ${span.companyId} and r.status = 'done' and ${inSpan(backAt, span)}`

/**
 * Whether the order `o` is one of them. It was placed before that: the newest of a long time are found without looking at all
 * that came after it. A minute more, for servers whose clocks differ.
 */
export const isMovedSql = (span: SpanSql): RawBuilder<boolean> => sql`(o.created_at < ${span.until}::bigint + 60000
  and (${inSpan(sql`o.paid_at`, span)} or exists (select from orders.refund r
    where r.order_id = o.id and r.status = 'done' and ${inSpan(backAt, span)})))`

/** Refunds that nobody has decided, or whose money is on its way, with the organization of their buyer. */
export const openRefundsSql = (companyId: string): RawBuilder<unknown> => sql`
  select r.status, r.amount, r.coin_value, r.requested_at, o.pay_type, o.organization_id
  from orders.refund r join orders.order o on o.id = r.order_id
  where r.company_id = ${companyId} and r.status in ('requested', 'processing')`

/** The first instant at which something was paid; null: nothing yet. */
export const firstSaleSql = (companyId: string): RawBuilder<number | null> =>
  sql`(select min(o.paid_at) from orders.order o where o.company_id = ${companyId} and o.paid_at is not null)`

/** What orders are called, by their ids. */
export async function orderNumbers(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select o.id, o.number from orders.order o
    where o.id = any(${[...ids]}::uuid[]) and o.company_id = ${companyId}`.execute(ordersTables(connection))
  return new Map(rows.map(({ id, number }) => [id, number]))
}

interface SoldRef {
  readonly businessType: number
  readonly itemId: string
}

/** What items were called in an order, by `{businessType} {itemId}`: for those that are gone. */
export async function soldNames(
  connection: Connection,
  companyId: string,
  refs: readonly SoldRef[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<SoldRef & { name: string }>`
    select w.business_type as "businessType", w.item_id as "itemId", l.name
    from unnest(${refs.map(({ businessType }) => businessType)}::smallint[],
      ${refs.map(({ itemId }) => itemId)}::uuid[]) as w(business_type, item_id)
    cross join lateral (select l.name from orders.line l where l.company_id = ${companyId}
      and l.business_type = w.business_type and l.item_id = w.item_id limit 1) l`.execute(ordersTables(connection))
  return new Map(rows.map(({ businessType, itemId, name }) => [`${businessType} ${itemId}`, name]))
}
