-- Who may use what has its price: a member, an item of any kind, and why (an order, a card, an administrator, a seat). An
-- entitlement stands apart from what was paid for it: it can be paused, end by itself or be taken back, and the order stays as
-- it was. The same source gives a member the same item once only, so that whatever is said twice entitles once.
create table entitlements.entitlement (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  business_type smallint not null,
  item_id uuid not null,
  source text not null check (source in ('order', 'seat', 'card', 'redeem', 'grant', 'prize')),
  -- The line of the order, the seats, the card …
  source_id uuid not null,
  state text not null default 'active' check (state in ('active', 'paused', 'revoked')),
  starts_at instant not null,
  -- Null: without an end.
  ends_at instant check (ends_at > starts_at),
  reason text not null default '',
  -- Who granted it or changed it last; null: the platform itself.
  changed_by uuid,
  created_at instant not null,
  changed_at instant not null
);
create unique index entitlement_once on entitlements.entitlement (source_id, member_id, business_type, item_id);
create index entitlement_of_member on entitlements.entitlement (member_id, business_type, item_id);
create index entitlement_own_list on entitlements.entitlement (member_id, created_at desc, id desc);
create index entitlement_of_item on entitlements.entitlement (company_id, business_type, item_id, created_at desc, id desc);
create index entitlement_newest on entitlements.entitlement (company_id, created_at desc, id desc);
create index entitlement_changed_by on entitlements.entitlement (changed_by) where changed_by is not null;

-- Seats of an item that one member has bought for others.
create table entitlements.seats (
  id uuid primary key,
  company_id uuid not null,
  owner_id uuid not null,
  business_type smallint not null,
  item_id uuid not null,
  -- The line of the order.
  source_id uuid not null unique,
  seat_count int not null check (seat_count between 1 and 1000000),
  used_count int not null default 0,
  -- Returned for a refund: nobody can be given these any more.
  returned_count int not null default 0 check (returned_count >= 0),
  created_at instant not null,
  constraint seats_covered check (used_count >= 0 and used_count + returned_count <= seat_count)
);
create index seats_of_owner on entitlements.seats (owner_id, created_at desc, id desc);

-- The source of what administrators grant: one for each item, so that granting it twice to a member gives it once.
create table entitlements.granted_item (
  company_id uuid not null,
  business_type smallint not null,
  item_id uuid not null,
  id uuid not null unique,
  primary key (company_id, business_type, item_id)
);
