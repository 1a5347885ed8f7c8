-- Accounts that are found: experts, recommendations at random, figures by day, and news of accounts for their followers.
alter table community.account
  -- Why and by whom it was frozen.
  add column frozen_reason text not null default '',
  add column frozen_by uuid,
  -- A place in a random order, from which recommendations at random are read without sorting all accounts.
  add column shuffle double precision not null default random();
create index account_shuffled on community.account (company_id, shuffle) where frozen_at is null;
create index account_newest on community.account (company_id, created_at desc, id desc);
create index account_experts on community.account (company_id, created_at desc, id desc)
  where enjoy_type = 0 and frozen_at is null;
create index application_waiting on community.application (company_id, created_at desc) where result = 4 and is_new;

-- Visits by days of the company, counted from 1970-01-01.
create table community.account_day (
  account_id uuid not null references community.account on delete cascade,
  company_id uuid not null,
  day int not null,
  visit_count int not null default 0,
  primary key (account_id, day)
);

-- What followers are told: one row a piece of news, however many follow. A member has read all up to one moment.
create table community.account_notice (
  id uuid primary key,
  company_id uuid not null,
  account_id uuid not null references community.account on delete cascade,
  -- Map business-type, and the id in that kind.
  business_type smallint not null,
  business_id uuid not null,
  title text not null,
  link text not null,
  created_at instant not null,
  unique (account_id, business_type, business_id)
);
create index notices_of_account on community.account_notice (account_id, created_at desc, id desc);
create index account_notice_age on community.account_notice (created_at);

create table community.notices_read (
  member_id uuid primary key,
  company_id uuid not null,
  read_until instant not null
);
