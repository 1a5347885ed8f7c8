-- The coupon that an unpaid order holds, or that made a paid one cheaper. Its name stays where it was returned.
alter table orders.order
  add column coupon_id uuid,
  add column coupon_name text not null default '',
  add constraint order_coupon check (coupon_id is null or coupon_name <> '');
