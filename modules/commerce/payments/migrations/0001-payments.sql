-- Payments: money that buyers pay by a provider, for things that other modules sell (`payable`). The provider knows a
-- payment and a refund by their ids without hyphens. Amounts are fen.
create table payments.payment (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  payable text not null,
  payable_id uuid not null,
  number text not null,
  subject text not null,
  amount_fen bigint not null check (amount_fen between 1 and 100000000000),
  -- What refunds have taken that are under way or done. The check is the last word against two refunds at once.
  refunded_fen bigint not null default 0,
  provider text not null check (provider in ('alipay', 'wechat-pay', 'stripe', 'transfer', 'test')),
  state text not null check (state in ('waiting', 'reviewing', 'succeeded', 'failed', 'closed', 'expired')),
  -- Whether the payable took the money. Null until it has arrived; false: it is given back by itself.
  counts boolean,
  next_step jsonb,
  failure text not null default '',
  provider_reference text,
  created_at instant not null,
  expires_at instant not null,
  -- When to ask the provider next, or to let the payment expire.
  check_at instant not null,
  paid_at instant,
  check (refunded_fen between 0 and amount_fen),
  check ((state = 'succeeded') = (counts is not null)),
  check ((state = 'succeeded') = (paid_at is not null))
);
create unique index payment_open on payments.payment (payable, payable_id) where state in ('waiting', 'reviewing');
create unique index payment_counted on payments.payment (payable, payable_id) where counts;
create index payment_payable on payments.payment (payable, payable_id, created_at);
create index payment_managed on payments.payment (company_id, created_at desc, id desc);
create index payment_member on payments.payment (company_id, member_id, created_at desc);
create index payment_due on payments.payment (check_at) where state = 'waiting';
create index payment_paid on payments.payment (company_id, provider, paid_at) where paid_at is not null;

create table payments.refund (
  id uuid primary key,
  company_id uuid not null,
  payment_id uuid not null references payments.payment (id),
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  -- Nobody has asked for it: the money came too late, or twice.
  is_automatic boolean not null,
  state text not null check (state in ('sending', 'succeeded', 'failed')),
  failure text not null default '',
  created_at instant not null,
  -- When to ask the provider again.
  check_at instant not null,
  decided_at instant
);
create index refund_payment on payments.refund (payment_id, created_at, id);
create index refund_due on payments.refund (check_at) where state = 'sending';
create index refund_decided on payments.refund (company_id, decided_at) where state = 'succeeded';

-- What a buyer hands in after a transfer.
create table payments.receipt (
  id uuid primary key,
  company_id uuid not null,
  payment_id uuid not null references payments.payment (id),
  member_id uuid not null,
  file_ids uuid[] not null,
  payer text not null,
  note text not null,
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  reason text not null default '',
  decided_by uuid,
  created_at instant not null,
  decided_at instant
);
create index receipt_payment on payments.receipt (payment_id, created_at, id);
create index receipt_member on payments.receipt (company_id, member_id);
create unique index receipt_waiting on payments.receipt (payment_id) where state = 'waiting';

-- What providers said about payments that exist, whether it was believed or not. Not the message as it came: that names
-- people and accounts.
create table payments.callback (
  id uuid primary key,
  company_id uuid not null,
  payment_id uuid not null references payments.payment (id),
  provider text not null,
  source text not null check (source in ('callback', 'query', 'test')),
  outcome text not null check (outcome in ('accepted', 'repeated', 'ignored', 'mismatch', 'forged', 'stale')),
  said jsonb not null,
  received_at instant not null
);
create index callback_payment on payments.callback (payment_id, received_at, id);
create index callback_managed on payments.callback (company_id, received_at desc, id desc);

create table payments.transfer_account (
  company_id uuid primary key,
  holder text not null,
  bank text not null,
  account_number text not null,
  note text not null,
  updated_at instant not null
);

-- A provider's bill of a day, as somebody imported it.
create table payments.bill (
  id uuid primary key,
  company_id uuid not null,
  provider text not null,
  day date not null,
  file_name text not null,
  imported_by uuid not null,
  imported_at instant not null
);
create unique index bill_day on payments.bill (company_id, provider, day);

create table payments.bill_line (
  bill_id uuid not null references payments.bill (id) on delete cascade,
  line int not null,
  company_id uuid not null,
  kind text not null check (kind in ('payment', 'refund')),
  -- Our numbers as the bill has them; what is no number of ours matches nothing.
  trade_number text not null,
  refund_number text not null,
  amount_fen bigint not null,
  primary key (bill_id, line)
);
create index bill_line_number on payments.bill_line (bill_id, kind, trade_number);
