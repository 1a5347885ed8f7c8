-- Goods of the points mall: they cost points beside the coins, are sent to an address or handed out at once, and may be a
-- prize that costs nothing. What was ordered before costs no points.
alter table orders.order
  -- Hundredths, as the amounts.
  add points bigint not null default 0 check (points >= 0),
  add points_paid bigint not null default 0,
  add points_refunded bigint not null default 0,
  add points_transfer_id uuid,
  -- The key of whoever gives a prize: said twice, it is the same order.
  add gift_key text,
  add constraint order_points check (points_paid between 0 and points and points_refunded between 0 and points_paid),
  add constraint order_gift check (gift_key is null or (amount = 0 and points = 0));
create unique index order_gift_once on orders.order (company_id, gift_key) where gift_key is not null;
create index order_to_send on orders.order (company_id, created_at desc, id desc) where status = 'paid' and delivery = 'not-shipped';

alter table orders.line
  add points_unit bigint not null default 0 check (points_unit >= 0),
  add points bigint not null generated always as (points_unit * quantity) stored,
  -- Null: no goods. What it was when it was ordered.
  add goods text check (goods in ('physical', 'virtual'));

alter table orders.refund
  add points bigint not null default 0 check (points >= 0),
  add points_transfer_id uuid,
  drop constraint refund_amount_check,
  add constraint refund_amount_check check (amount >= 0 and amount + points > 0);
alter table orders.refund_line add points bigint not null default 0 check (points >= 0);
