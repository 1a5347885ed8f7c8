-- Coins and points as double entry. A transfer moves amounts between accounts; its entries sum to zero, are inserted in
-- one statement, and are never changed: a correction is another transfer. An account's balance is kept beside its entries
-- so that it can be locked and guarded; the proof compares the two. Amounts are hundredths. They reach 1e17, beyond what
-- JavaScript's numbers hold, so they are read as text; totals of a life's turnover are numeric, for they may outgrow bigint.

create table currency.account (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  -- Issuance, expense and expiry are the company's own other side of what persons, teams and organizations hold. They
  -- have no balance of their own (every transfer would queue for it): theirs is the sum of their entries.
  owner_kind text not null check (owner_kind in ('person', 'team', 'organization', 'issuance', 'expense', 'expiry')),
  owner_id uuid not null,
  kind smallint not null check (kind in (1, 2)),
  allocated bigint not null default 0,
  reward bigint not null default 0,
  subscription bigint not null default 0,
  -- What pending reservations keep back of each pot.
  held_allocated bigint not null default 0,
  held_reward bigint not null default 0,
  held_subscription bigint not null default 0,
  income numeric(24, 0) not null default 0,
  expense numeric(24, 0) not null default 0,
  entry_count bigint not null default 0,
  created_at instant not null,
  unique (company_id, owner_kind, owner_id, kind),
  constraint account_covered check (
    held_allocated between 0 and allocated and held_reward between 0 and reward
    and held_subscription between 0 and subscription
  ),
  constraint account_bounded check (
    allocated <= 1000000000000000000 and reward <= 1000000000000000000 and subscription <= 1000000000000000000
  ),
  constraint account_adds_up check (allocated + reward + subscription = income - expense and income >= 0 and expense >= 0),
  -- Points have one pot, the first.
  constraint account_points check (kind = 1 or (reward = 0 and subscription = 0))
) with (fillfactor = 70);
create index account_in_order on currency.account (company_id, kind, owner_kind, id);

create table currency.transfer (
  id uuid primary key,
  company_id uuid not null,
  kind smallint not null check (kind in (1, 2)),
  trade_type smallint not null check (trade_type between 1 and 19 and trade_type <> 13),
  -- What happened, named so that it moves something once only: `award:sign-in:…`.
  event_key text,
  business_type smallint,
  business_id text,
  -- The kind of happening: `sign-in`, `distribution`, `expiry`; its label is shown where there is no subject.
  event text not null,
  -- What it was for, as people read it.
  subject text not null default '',
  reason text not null default '',
  -- null: the platform itself.
  created_by uuid,
  -- The transfer that this one takes back, in whole or in part.
  reverses uuid,
  created_at instant not null
);
create unique index transfer_once on currency.transfer (company_id, event_key) where event_key is not null;
create index transfer_reverses on currency.transfer (reverses) where reverses is not null;

create table currency.entry (
  transfer_id uuid not null,
  account_id uuid not null,
  company_id uuid not null,
  kind smallint not null,
  -- From 1 without a gap in each account that has a balance: a page of a statement is a range of it.
  seq bigint,
  type smallint not null generated always as (case when amount > 0 then 1 else 2 end) stored,
  trade_type smallint not null,
  amount bigint not null check (amount <> 0),
  allocated bigint not null,
  reward bigint not null,
  subscription bigint not null,
  balance_after bigint check (balance_after >= 0),
  income_after numeric(24, 0),
  created_at instant not null,
  primary key (transfer_id, account_id),
  check (allocated + reward + subscription = amount),
  check ((seq is null) = (balance_after is null) and (seq is null) = (income_after is null))
);
create unique index entry_in_order on currency.entry (account_id, seq) where seq is not null;
create index entry_by_purpose on currency.entry (account_id, type, trade_type, seq) where seq is not null;

-- How many entries an account has of each purpose, and what they sum to: a filtered list knows its length at once.
create table currency.account_tally (
  account_id uuid not null references currency.account (id),
  type smallint not null,
  trade_type smallint not null,
  entry_count bigint not null,
  amount numeric(24, 0) not null,
  primary key (account_id, type, trade_type)
) with (fillfactor = 70);

create function currency.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'currency.% is never changed: corrections are new transfers', tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger transfer_immutable before update or delete or truncate on currency.transfer
  for each statement execute function currency.refuse_change();
create trigger entry_immutable before update or delete or truncate on currency.entry
  for each statement execute function currency.refuse_change();
create trigger account_kept before delete or truncate on currency.account
  for each statement execute function currency.refuse_change();

-- In place of foreign keys, whose locks on accounts that everybody posts to would queue: one look a statement. The few
-- rows are looked up by key, whatever a session's first statement was like.
create function currency.check_entries() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if exists (select from added group by transfer_id having sum(amount) <> 0) then
    raise exception 'the entries of a transfer do not sum to zero' using errcode = 'check_violation';
  end if;
  if exists (
    select from added e
    left join currency.account a on a.id = e.account_id and a.company_id = e.company_id and a.kind = e.kind
      and (a.owner_kind in ('issuance', 'expense', 'expiry')) = (e.seq is null)
    left join currency.transfer t on t.id = e.transfer_id and t.company_id = e.company_id and t.kind = e.kind
    where a.id is null or t.id is null
  ) then
    raise exception 'an entry of another company, kind or transfer' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger entry_balanced after insert on currency.entry referencing new table as added
  for each statement execute function currency.check_entries();

-- An amount that is kept back for a purchase: posted when it is delivered, void when it is not. Only posting makes entries.
create table currency.reservation (
  id uuid primary key,
  company_id uuid not null,
  account_id uuid not null references currency.account (id),
  state text not null default 'pending' check (state in ('pending', 'posted', 'void', 'lapsed')),
  amount bigint not null check (amount > 0),
  allocated bigint not null,
  reward bigint not null,
  subscription bigint not null,
  trade_type smallint not null,
  event_key text not null,
  business_type smallint,
  business_id text,
  subject text not null,
  created_by uuid,
  created_at instant not null,
  expires_at instant not null,
  decided_at instant,
  transfer_id uuid,
  unique (company_id, event_key),
  check (allocated + reward + subscription = amount),
  check ((state = 'pending') = (decided_at is null))
);
create index reservation_of_account on currency.reservation (account_id, state);
create index reservation_lapsing on currency.reservation (expires_at) where state = 'pending';

-- A request that moved something, by the key that its sender chose: the same key again gets the first answer.
create table currency.request (
  company_id uuid not null,
  member_id uuid not null,
  key text not null,
  -- Of the call and its input: the same key with another input is a mistake, not a repeat.
  digest bytea not null,
  answer jsonb,
  created_at instant not null,
  primary key (company_id, member_id, key)
);
create index request_oldest on currency.request (created_at);

create table currency.reward_rule (
  company_id uuid not null,
  event text not null,
  kind smallint not null check (kind in (1, 2)),
  enabled boolean not null,
  amount bigint not null check (amount > 0),
  daily_cap bigint check (daily_cap > 0),
  updated_by uuid not null,
  updated_at instant not null,
  primary key (company_id, event, kind)
);

-- Each event that a rule was asked about, once: what it gave, or that the day's cap was reached.
create table currency.award (
  company_id uuid not null,
  event_key text not null,
  kind smallint not null,
  member_id uuid not null,
  event text not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  daily_cap bigint,
  day_left bigint,
  source text not null,
  transfer_id uuid,
  created_at instant not null,
  primary key (company_id, event_key, kind),
  check ((amount = 0) = (transfer_id is null))
);
create index award_of_day on currency.award (company_id, member_id, event, kind, day);
create index award_newest on currency.award (company_id, member_id, kind, created_at desc) where amount > 0;

-- Who changed a rule of reward or of expiry.
create table currency.rule_change (
  id uuid primary key,
  company_id uuid not null,
  -- `reward` or `expiry`
  rule text not null,
  event text,
  kind smallint not null,
  value_before jsonb not null,
  value_after jsonb not null,
  changed_by uuid not null,
  changed_at instant not null
);
create index rule_change_newest on currency.rule_change (company_id, changed_at desc);

create table currency.expiry_rule (
  company_id uuid not null,
  kind smallint not null check (kind in (1, 2)),
  -- 0: never.
  months smallint not null check (months between 0 and 120),
  notice_days smallint not null check (notice_days between 0 and 90),
  updated_by uuid not null,
  updated_at instant not null,
  primary key (company_id, kind)
);

-- The first days of months at which something expired, or will: that its notice has gone out, and that it is done.
create table currency.expiry_run (
  company_id uuid not null,
  kind smallint not null,
  due_at instant not null,
  noticed_at instant,
  done_at instant,
  account_count bigint not null default 0,
  amount numeric(24, 0) not null default 0,
  primary key (company_id, kind, due_at)
);

create table currency.proof (
  id uuid primary key,
  company_id uuid not null,
  -- null: nightly.
  started_by uuid,
  started_at instant not null,
  finished_at instant,
  -- null while it runs.
  holds boolean,
  entry_count bigint not null default 0,
  figures jsonb not null,
  problems jsonb not null
);
create index proof_newest on currency.proof (company_id, started_at desc);
