-- Redeem cards in batches. A code is worth money to whoever reads it, so it is stored nowhere: a card has the keyed hash of
-- its code, by which it is found, and the last four symbols, by which people speak of it. What a card gives is the same for
-- the whole batch and never changes.
create table redeem.batch (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  -- Other kinds of rewards have other columns than the amount.
  reward_kind text not null check (reward_kind in ('coins')),
  -- Hundredths.
  amount bigint not null check (amount between 1 and 10000000),
  quantity int not null check (quantity between 1 and 10000),
  member_max int not null check (member_max >= 1),
  valid_from instant not null,
  valid_until instant not null,
  is_paused boolean not null default false,
  -- null: the batch has no cards yet. They are made once.
  codes_made_at instant,
  codes_made_by uuid,
  created_by uuid not null,
  created_at instant not null,
  check (valid_until > valid_from),
  check ((codes_made_at is null) = (codes_made_by is null))
);
create index batch_newest on redeem.batch (company_id, created_at desc, id desc);

create table redeem.card (
  id uuid primary key,
  company_id uuid not null,
  batch_id uuid not null references redeem.batch (id),
  number int not null,
  code_hash bytea not null,
  last_four text not null,
  state text not null default 'unused' check (state in ('unused', 'redeemed', 'void')),
  redeemed_by uuid,
  redeemed_at instant,
  voided_by uuid,
  voided_at instant,
  void_reason text,
  check ((state = 'redeemed') = (redeemed_by is not null and redeemed_at is not null)),
  check ((state = 'void') = (voided_by is not null and voided_at is not null and void_reason is not null))
);
create unique index card_code on redeem.card (company_id, code_hash);
create unique index card_in_order on redeem.card (batch_id, number);
create index card_by_state on redeem.card (batch_id, state, number);
create index card_last_four on redeem.card (batch_id, last_four);
create index card_redeemed on redeem.card (redeemed_by, redeemed_at desc) where redeemed_by is not null;

-- With what the codes of a company are hashed.
create table redeem.code_key (
  company_id uuid primary key,
  key bytea not null
);
