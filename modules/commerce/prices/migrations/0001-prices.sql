-- What items cost. A price is never changed: a new one takes its place, and the old one stays as the history and for the orders
-- that were placed by it. Amounts are hundredths. An item without a price is free.

create table prices.item (
  company_id uuid not null,
  business_type smallint not null,
  item_id uuid not null,
  revision int not null default 1,
  -- Since when the item has to be paid for; null while it is free. Who had it before keeps it.
  paid_since instant,
  primary key (company_id, business_type, item_id)
);

create table prices.price (
  id uuid primary key,
  company_id uuid not null,
  business_type smallint not null,
  item_id uuid not null,
  -- Null: for everybody; else for members of this organization and those below it.
  organization_id uuid,
  valid_from instant,
  valid_until instant check (valid_until > valid_from),
  -- Maps `is-pay`, `pay-type`, `is-ladder-price`.
  is_pay smallint not null check (is_pay in (0, 1)),
  pay_type smallint check (pay_type in (1, 2, 3)),
  -- [{ id, begin, end, coin, discountCoin }]; one range from 1 without an end is a single price.
  ranges jsonb not null,
  is_ladder smallint not null default 0 check (is_ladder in (0, 1)),
  -- Member cards that open the item.
  card_ids uuid[] not null default '{}',
  created_by uuid,
  created_at instant not null,
  -- Null: it is one of those that count now.
  replaced_at instant,
  check ((is_pay = 0) = (pay_type is null)),
  check (is_pay = 1 or (jsonb_array_length(ranges) = 0 and cardinality(card_ids) = 0))
);
create index price_current on prices.price (company_id, business_type, item_id) where replaced_at is null;
create index price_history on prices.price (company_id, business_type, item_id, created_at desc, id desc);
create index price_created_by on prices.price (created_by) where created_by is not null;
create index price_by_card on prices.price using gin (card_ids) where replaced_at is null;

select server.watch_edits('prices.item', '{revision}');

-- What was quoted to a buyer, and until when that is kept. It says by which price.
create table prices.quote (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  business_type smallint not null,
  item_id uuid not null,
  quantity int not null check (quantity between 1 and 1000000),
  price_id uuid not null,
  pay_type smallint not null check (pay_type in (1, 2)),
  original_unit bigint not null check (original_unit >= 0),
  unit bigint not null check (unit between 0 and original_unit),
  -- The range of the ladder that was used: [begin, end], end -1 without an end.
  range_begin int not null,
  range_end int not null,
  created_at instant not null,
  expires_at instant not null
);
create index quote_of_member on prices.quote (member_id);
create index quote_expired on prices.quote (expires_at);
