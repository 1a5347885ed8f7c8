-- Coupons: what a purchase is cheaper by. The terms of one that members may have never change: a trigger refuses it. What a
-- member has is a row of its own, which an order holds while it is not paid, uses when it is, and returns when it is closed.
-- Amounts are hundredths of a coin (pay type 1) or of a yuan (pay type 2).
create table coupons.coupon (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  kind text not null check (kind in ('amount', 'percent')),
  amount bigint check (amount > 0),
  percent smallint check (percent between 1 and 99),
  -- The most that a percentage takes off.
  cap bigint check (cap > 0),
  pay_type smallint not null check (pay_type in (1, 2)),
  minimum bigint not null check (minimum >= 0),
  scope text not null check (scope in ('all', 'kinds', 'items')),
  valid_from instant not null,
  valid_until instant not null,
  -- How members get it. Its code is no secret: posters show it.
  way text not null check (way in ('claim', 'code', 'given')),
  code text not null default '',
  total int not null check (total between 1 and 1000000),
  member_max int not null check (member_max between 1 and 100),
  given int not null default 0,
  state text not null default 'draft' check (state in ('draft', 'running', 'stopped')),
  revision int not null default 1,
  created_by uuid,
  created_at instant not null,
  check ((kind = 'amount') = (amount is not null) and (kind = 'percent') = (percent is not null)),
  check (cap is null or kind = 'percent'),
  check (valid_until > valid_from),
  check ((way = 'code') = (code <> '')),
  constraint coupon_given check (given between 0 and total)
);
create index coupon_newest on coupons.coupon (company_id, created_at desc, id desc);
create index coupon_claimable on coupons.coupon (company_id, valid_until, id) where state = 'running' and way = 'claim';
create unique index coupon_code on coupons.coupon (company_id, code) where code <> '' and state <> 'stopped';
create index coupon_created_by on coupons.coupon (created_by) where created_by is not null;

create function coupons.refuse_other_terms() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (to_jsonb(new) - '{total,given,state,revision,created_by}'::text[])
      <> (to_jsonb(old) - '{total,given,state,revision,created_by}'::text[])
    or new.total < old.total and old.state <> 'draft' then
    raise exception 'the terms of a coupon that was started are never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger coupon_terms before update on coupons.coupon
  for each row execute function coupons.refuse_other_terms();

-- What a coupon is for, where it is not for everything: whole kinds, or items.
create table coupons.scope (
  coupon_id uuid not null references coupons.coupon (id),
  place smallint not null,
  company_id uuid not null,
  business_type smallint not null,
  item_id uuid,
  primary key (coupon_id, place)
);

-- What members have.
create table coupons.holding (
  id uuid primary key,
  coupon_id uuid not null references coupons.coupon (id),
  company_id uuid not null,
  member_id uuid not null,
  source text not null check (source in ('claim', 'code', 'given')),
  -- The browser's key of the claim: sent twice, it is the same coupon.
  request_key uuid,
  given_by uuid,
  state text not null default 'unused' check (state in ('unused', 'reserved', 'used')),
  order_id uuid,
  got_at instant not null,
  used_at instant,
  check ((state = 'unused') = (order_id is null) and (state = 'used') = (used_at is not null))
);
-- One coupon an order.
create unique index holding_of_order on coupons.holding (order_id) where order_id is not null;
create unique index holding_once on coupons.holding (member_id, request_key) where request_key is not null;
create index holding_of_member on coupons.holding (member_id, got_at desc, id desc);
create index holding_of_coupon on coupons.holding (coupon_id, got_at desc, id desc);
create index holding_in_orders on coupons.holding (coupon_id, state) where state <> 'unused';
create index holding_count on coupons.holding (coupon_id, member_id);
create index holding_given_by on coupons.holding (given_by) where given_by is not null;
