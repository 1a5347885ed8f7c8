-- What is kept of days that are over, so that a report does not read every order again. A day never changes after it: a sale counts
-- on the day of its payment and a refund on the day on which the money is back. Rows are made by a job, never by a payment, because
-- totals that payments kept themselves would make them queue. Days are those of the company's time zone; after another zone is chosen
-- they are made again. Amounts are hundredths.
create table finance.kept_day (
  company_id uuid not null,
  day date not null,
  time_zone text not null,
  begins_at instant not null,
  ends_at instant not null,
  kept_at instant not null,
  primary key (company_id, day)
);

-- By buyer as well, because the buyers of a month are not the sum of those of its days.
create table finance.day_sale (
  company_id uuid not null,
  day date not null,
  pay_type smallint not null check (pay_type in (1, 2)),
  business_type smallint not null,
  item_id uuid not null,
  organization_id uuid not null,
  buyer_id uuid not null,
  -- How many orders of the item; of all orders each counts once in `orders`, and once for each kind of content in `kind_orders`.
  lines int not null,
  orders int not null,
  kind_orders int not null,
  units bigint not null,
  gross bigint not null,
  discount bigint not null,
  refunded bigint not null,
  primary key (company_id, day, pay_type, business_type, item_id, organization_id, buyer_id)
);
create index day_sale_buyer on finance.day_sale (buyer_id);

-- What entered and left the accounts of people, by the company's other side of the ledger.
create table finance.day_ledger (
  company_id uuid not null,
  day date not null,
  kind smallint not null check (kind in (1, 2)),
  owner_kind text not null check (owner_kind in ('issuance', 'expense', 'expiry')),
  trade_type smallint not null,
  entered numeric(24, 0) not null,
  gone numeric(24, 0) not null,
  primary key (company_id, day, kind, owner_kind, trade_type)
);
