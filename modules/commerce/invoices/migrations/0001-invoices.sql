-- Invoices of what was paid: the titles that members keep (info), the applications and what became of them (invoice), what each
-- invoice covers (invoice_source), red-letter invoices, and what happened when (event).
--
-- An invoice keeps copies of title and address, because both may change afterwards. What is invoiced belongs to modules above
-- (orders), which are named by `source`. Of each at most one invoice counts at a time: the unique index of active rows is what refuses
-- the second of two applications at the same moment. An amount of a row is in three parts: `reduced_fen` was taken away before the
-- invoice was issued or by a red-letter invoice, `due_fen` is refunded and waits for one, the rest is invoiced.
create table invoices.info (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  kind text not null check (kind in ('personal', 'company')),
  title text not null,
  taxpayer_id text not null,
  registered_address text not null,
  registered_phone text not null,
  bank text not null,
  bank_account text not null,
  remark text not null,
  is_default boolean not null,
  created_at instant not null,
  updated_at instant not null
);
create index info_member on invoices.info (company_id, member_id, id desc);
create unique index info_default on invoices.info (member_id) where is_default;

create table invoices.invoice (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  -- Of the orders: bought for oneself, or for others by a purchaser.
  member_type text not null check (member_type in ('individual', 'purchaser')),
  -- 0 pending review, 1 waiting to send, 2 done, 3 rejected, 4 refunding, 5 refunded
  state smallint not null check (state between 0 and 5),
  type text not null check (type in ('vat-special', 'vat-ordinary')),
  medium text not null check (medium in ('paper', 'electronic')),
  billing_type text not null,
  kind text not null check (kind in ('personal', 'company')),
  title text not null,
  taxpayer_id text not null,
  registered_address text not null,
  registered_phone text not null,
  bank text not null,
  bank_account text not null,
  remark text not null,
  -- A copy (`AddressCopy`); null for an electronic invoice.
  address jsonb,
  -- What the invoice says now, with what is refunded and not reversed yet.
  amount_fen bigint not null check (amount_fen between 0 and 100000000),
  due_fen bigint not null default 0 check (due_fen between 0 and amount_fen),
  -- Why finance has rejected it.
  reason text not null default '',
  invoice_number text,
  file_id uuid,
  express_company text not null default '',
  express_number text not null default '',
  -- The invoice whose rest this one bills after a red-letter invoice for the whole.
  reissue_of uuid references invoices.invoice (id),
  applied_at instant not null,
  issued_at instant,
  updated_at instant not null
);
create index invoice_company on invoices.invoice (company_id, applied_at desc, id desc);
create index invoice_company_state on invoices.invoice (company_id, state, applied_at desc, id desc);
create index invoice_member on invoices.invoice (member_id, applied_at desc, id desc);
create index invoice_reissue on invoices.invoice (reissue_of);
create unique index invoice_number_once on invoices.invoice (company_id, invoice_number);

create table invoices.invoice_source (
  invoice_id uuid not null references invoices.invoice (id) on delete cascade,
  source text not null,
  source_id uuid not null,
  company_id uuid not null,
  number text not null,
  subject text not null,
  amount_fen bigint not null check (amount_fen > 0),
  reduced_fen bigint not null default 0 check (reduced_fen >= 0),
  due_fen bigint not null default 0 check (due_fen >= 0),
  is_active boolean not null,
  primary key (invoice_id, source, source_id),
  check (reduced_fen + due_fen <= amount_fen)
);
create unique index invoice_source_once on invoices.invoice_source (source_id, source, company_id) where is_active;

create table invoices.red_letter (
  id uuid primary key,
  company_id uuid not null,
  invoice_id uuid not null references invoices.invoice (id) on delete cascade,
  number text not null,
  amount_fen bigint not null check (amount_fen > 0),
  is_whole boolean not null,
  issued_by uuid not null,
  issued_at instant not null
);
create index red_letter_invoice on invoices.red_letter (invoice_id, id);
create unique index red_letter_number_once on invoices.red_letter (company_id, number);

create table invoices.event (
  id uuid primary key,
  company_id uuid not null,
  invoice_id uuid not null references invoices.invoice (id) on delete cascade,
  kind text not null,
  -- Null: an order was refunded.
  actor_id uuid,
  amount_fen bigint not null,
  note text not null,
  at instant not null
);
create index event_invoice on invoices.event (invoice_id, id);
