-- Orders: what a member buys, how it is paid, delivered and paid back. Amounts are hundredths of a coin (pay type 1) or of a yuan
-- (pay type 2). What was ordered stands in lines that never change; what happens to them stands beside them.

create sequence orders.order_number as bigint minvalue 1;

create table orders.order (
  id uuid primary key,
  company_id uuid not null,
  -- What buyers and finance call it: the day, and a number.
  number text not null unique,
  buyer_id uuid not null,
  -- Of the buyer when it was placed.
  organization_id uuid not null,
  -- The browser's key of this purchase: sent twice, it is the same order.
  request_key uuid not null,
  -- Map `order-status`; its transitions stand in server/transitions.ts.
  status text not null default 'to-pay'
    check (status in ('to-pay', 'paying', 'paid', 'refunded', 'deal-done', 'closed')),
  -- Map `order-approval`; null: nobody has to agree.
  approval text check (approval in ('approving', 'agreed', 'rejected')),
  -- Map `delivery-status`; null: nothing is sent by post.
  delivery text check (delivery in ('not-shipped', 'shipped')),
  pay_type smallint not null check (pay_type in (1, 2)),
  -- For others: the lines become seats.
  for_others boolean not null default false,
  amount bigint not null check (amount >= 0),
  discount bigint not null default 0 check (discount between 0 and amount),
  payable bigint not null generated always as (amount - discount) stored,
  paid bigint not null default 0,
  refunded bigint not null default 0,
  coin_transfer_id uuid,
  -- The payment in RMB that counts.
  payment_id uuid,
  receiver jsonb,
  remark text not null default '',
  shipping_company text,
  tracking_number text,
  close_reason text check (close_reason in ('buyer', 'time', 'rejected', 'staff')),
  created_at instant not null,
  -- Until then it can be paid.
  expires_at instant not null,
  paid_at instant,
  shipped_at instant,
  -- When a parcel counts as received that nobody has confirmed.
  receive_by instant,
  done_at instant,
  closed_at instant,
  constraint order_paid check (paid between 0 and amount - discount and (paid_at is null) = (status in ('to-pay', 'paying', 'closed'))),
  constraint order_refunded check (refunded between 0 and paid),
  constraint order_closed check ((status = 'closed') = (closed_at is not null) and (closed_at is null) = (close_reason is null)),
  constraint order_shipped check ((delivery = 'shipped') = (tracking_number is not null) or delivery is null)
);
create unique index order_once on orders.order (buyer_id, request_key);
create index order_of_buyer on orders.order (buyer_id, created_at desc, id desc);
create index order_newest on orders.order (company_id, created_at desc, id desc);
create index order_by_status on orders.order (company_id, status, created_at desc, id desc);
create index order_of_organization on orders.order (organization_id, created_at desc, id desc);
create index order_on_its_way on orders.order (receive_by) where status = 'paid' and delivery = 'shipped';
create index order_open on orders.order (expires_at) where status in ('to-pay', 'paying');

create table orders.line (
  id uuid primary key,
  order_id uuid not null references orders.order (id),
  company_id uuid not null,
  place smallint not null,
  business_type smallint not null,
  item_id uuid not null,
  -- As it was called then.
  name text not null,
  quantity int not null check (quantity between 1 and 1000000),
  -- By which price, and which range of it.
  price_id uuid not null,
  range_begin int not null,
  range_end int not null,
  original_unit bigint not null,
  unit bigint not null check (unit between 0 and original_unit),
  amount bigint not null check (amount = unit * quantity),
  -- Its share of what the order is cheaper.
  discount bigint not null default 0 check (discount between 0 and amount),
  unique (order_id, place)
);
create index line_of_item on orders.line (company_id, business_type, item_id);

create function orders.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'orders.% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger line_immutable before update or delete or truncate on orders.line
  for each statement execute function orders.refuse_change();

-- What happened to an order, in its order.
create table orders.event (
  order_id uuid not null references orders.order (id),
  seq int not null,
  company_id uuid not null,
  kind text not null,
  -- Null: the platform itself.
  actor_id uuid,
  at instant not null,
  data jsonb not null,
  primary key (order_id, seq)
);
create index event_actor on orders.event (actor_id) where actor_id is not null;

create table orders.refund (
  id uuid primary key,
  order_id uuid not null references orders.order (id),
  company_id uuid not null,
  number text not null unique,
  status text not null default 'requested' check (status in ('requested', 'processing', 'done', 'failed', 'rejected', 'withdrawn')),
  amount bigint not null check (amount > 0),
  reason text not null,
  requested_by uuid,
  requested_at instant not null,
  decided_by uuid,
  decided_at instant,
  decision_reason text not null default '',
  -- Of the coins that went back.
  transfer_id uuid,
  check ((status = 'requested') = (decided_at is null))
);
-- One at a time (COMMERCE-047).
create unique index refund_in_progress on orders.refund (order_id) where status in ('requested', 'processing');
create index refund_of_order on orders.refund (order_id, requested_at);
create index refund_newest on orders.refund (company_id, status, requested_at desc, id desc);
create index refund_requested_by on orders.refund (requested_by);
create index refund_decided_by on orders.refund (decided_by) where decided_by is not null;

create table orders.refund_line (
  refund_id uuid not null references orders.refund (id),
  line_id uuid not null references orders.line (id),
  company_id uuid not null,
  quantity int not null check (quantity >= 1),
  amount bigint not null check (amount >= 0),
  primary key (refund_id, line_id)
);
create index refund_of_line on orders.refund_line (line_id);
