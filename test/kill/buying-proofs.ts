/** What must never be true of what members have bought, whatever happened to the server meanwhile. */
import { sql } from 'kysely'
import type { RootDatabase } from '#server/db/pool.ts'

interface Stock {
  readonly goodsIds: readonly string[]
  /** What each began with. */
  readonly stocks: readonly number[]
}

/** Units of the line `l` that are paid back. */
const backSql = sql`coalesce((select sum(rl.quantity)::int from orders.refund_line rl
  join orders.refund r on r.id = rl.refund_id where rl.line_id = l.id and r.status = 'done'), 0)`

/** Each statement answers the rows that contradict it. */
const statementsOf = ({ goodsIds, stocks }: Stock) => ({
  'paid and not open, or open and not paid': sql`
    select l.id, o.status, e.state from orders.order o join orders.line l on l.order_id = o.id and l.version = o.version
      left join entitlements.entitlement e on e.source_id = l.id
    where not o.for_others and l.goods is null and coalesce(e.state, 'none') <>
      case when o.paid_at is null then 'none' when ${backSql} > 0 then 'revoked' else 'active' end`,
  'seats of what is paid': sql`
    select l.id, o.status, s.seat_count, s.returned_count from orders.order o join orders.line l on l.order_id = o.id and l.version = o.version
      left join entitlements.seats s on s.source_id = l.id
    where o.for_others and (coalesce(s.seat_count, 0) <> (case when o.paid_at is null then 0 else l.quantity end)
      or s.returned_count <> ${backSql})`,
  'seats for oneself': sql`select s.id from entitlements.seats s join orders.line l on l.id = s.source_id
    join orders.order o on o.id = l.order_id where not o.for_others`,
  'open twice': sql`select member_id, item_id from entitlements.entitlement
    where state = 'active' group by 1, 2 having count(*) > 1`,
  'refunds that are not what is refunded': sql`
    select o.id, o.status, o.refunded, o.points_refunded, o.coin_value_refunded from orders.order o
    cross join lateral (select coalesce(sum(r.amount), 0) as amount, coalesce(sum(r.points), 0) as points,
        coalesce(sum(r.coin_value), 0) as coin_value
      from orders.refund r where r.order_id = o.id and r.status = 'done') b
    where (o.refunded, o.points_refunded, o.coin_value_refunded) <> (b.amount, b.points, b.coin_value)
      or (o.status = 'refunded') <> (o.paid + o.points_paid > 0 and o.refunded = o.paid and o.points_refunded = o.points_paid)`,
  'refunds on their way': sql`select id from orders.refund where status = 'processing'`,
  'payments that do not count as their order says': sql`
    select o.id from orders.order o where o.pay_type = 2 and (o.paid_at is not null)::int <>
      (select count(*) from payments.payment p where p.payable_id = o.id and p.counts)`,
  'money and coins that are not the price': sql`
    select o.id, o.paid, o.coin_value, p.amount_fen from orders.order o
      left join payments.payment p on p.payable_id = o.id and p.counts
    where o.pay_type = 2 and o.paid_at is not null and o.paid <> o.coin_value + p.amount_fen`,
  'money that came for nothing and is not back': sql`
    select p.id from payments.payment p where p.state = 'succeeded' and not p.counts and p.amount_fen <>
      coalesce((select sum(r.amount_fen) from payments.refund r where r.payment_id = p.id and r.state = 'succeeded'), 0)`,
  'money that is back beside its refund': sql`
    select o.id from orders.order o join payments.payment p on p.payable_id = o.id and p.counts
    where o.refunded - o.coin_value_refunded <> coalesce((select sum(r.amount_fen) from payments.refund r
      where r.payment_id = p.id and r.state = 'succeeded'), 0)`,
  'coins that no open order has reserved': sql`
    select a.owner_id, a.kind from currency.account a
    where a.held_allocated + a.held_reward + a.held_subscription <> case when a.kind = 1 then coalesce((
      select sum(o.coin_value * o.coins_per_yuan) from orders.order o where o.buyer_id = a.owner_id
        and o.status in ('to-pay', 'paying') and o.coin_reservation_id is not null), 0) else 0 end`,
  'coupons that are not what their orders say': sql`
    select o.id, o.status, h.state from orders.order o left join coupons.holding h on h.order_id = o.id
    where coalesce(h.state, 'none') <> case when o.coupon_name = '' or o.status = 'closed' then 'none'
      when o.paid_at is null then 'reserved'
      when exists (select from orders.line l where l.order_id = o.id and l.version = o.version and l.quantity > ${backSql}) then 'used'
      else 'none' end`,
  'coupons of no order': sql`select h.id from coupons.holding h left join orders.order o on o.id = h.order_id
    where h.state <> 'unused' and (o.id is null or o.buyer_id <> h.member_id)`,
  'coupons that are miscounted': sql`select c.id, c.given from coupons.coupon c
    where c.given <> (select count(*) from coupons.holding h where h.coupon_id = c.id)`,
  'units that no order has': sql`
    select l.id, o.status, t.quantity, t.returned from orders.order o join orders.line l on l.order_id = o.id and l.version = o.version
      left join goods.taking t on t.line_id = l.id
    where l.goods is not null and coalesce(t.quantity - t.returned, -1) <>
      case when o.status = 'closed' then 0 else l.quantity - ${backSql} end`,
  'stock that is not what is left': sql`
    select g.id, g.stock from goods.goods g
      join unnest(${[...goodsIds]}::uuid[], ${[...stocks]}::int[]) w (id, stock) on w.id = g.id
    where g.stock <> w.stock - (select coalesce(sum(t.quantity - t.returned), 0) from goods.taking t
      where t.goods_id = g.id)`,
  'codes that were not paid, or not handed out': sql`
    select l.id, o.status from orders.order o join orders.line l on l.order_id = o.id and l.version = o.version
    where l.goods = 'virtual' and (select count(*) from goods.code c where c.line_id = l.id) <>
      case when o.paid_at is null then 0 else l.quantity end`,
})

/** What is wrong, by its name; nothing. */
export async function contradictions(db: RootDatabase, stock: Stock): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {}
  for (const [name, statement] of Object.entries(statementsOf(stock))) {
    const { rows } = await statement.execute(db)
    if (rows.length > 0) found[name] = rows.slice(0, 3)
  }
  return found
}
