-- Class hours and credits: what finishing something gives (a rule an item), what a member gets by one kind of study in a
-- year at most (a cap), and a record of everything that was given. Amounts are hundredths. A record keeps the name of
-- what was finished and the cap as they stood then, so that it still explains itself when both have changed. What was
-- given is summed up by year beside the records: the sum is locked while a cap is looked at, and is what a screen shows.

create table study.credit_rule (
  company_id uuid not null,
  -- What is finished: the number of its kind (map business-type) and its id there.
  business_type smallint not null,
  business_id uuid not null,
  class_hours integer not null check (class_hours between 0 and 1000000),
  credits integer not null check (credits between 0 and 1000000),
  updated_at instant not null,
  primary key (company_id, business_type, business_id),
  check (class_hours > 0 or credits > 0)
);

create table study.credit_cap (
  company_id uuid not null,
  business_type smallint not null,
  -- 1 class hours, 2 credits.
  kind smallint not null check (kind in (1, 2)),
  max_score integer not null check (max_score between 1 and 100000000),
  updated_by uuid not null,
  updated_at instant not null,
  primary key (company_id, business_type, kind)
);

create table study.credit_year (
  company_id uuid not null,
  member_id uuid not null,
  kind smallint not null check (kind in (1, 2)),
  -- 0: entered by hand.
  business_type smallint not null,
  -- A year of the company's zone.
  year smallint not null,
  score bigint not null default 0 check (score >= 0),
  record_count integer not null default 0,
  primary key (member_id, kind, business_type, year)
) with (fillfactor = 85);

create table study.credit_record (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  kind smallint not null check (kind in (1, 2)),
  business_type smallint not null,
  business_id uuid not null,
  -- What was finished, as it was called then; of an entry by hand, its reason.
  source text not null,
  -- What the rule would give, and what it gave: less where the year's cap was reached.
  asked integer not null check (asked > 0),
  score integer not null check (score between 0 and asked),
  -- The cap, and what it left afterwards; null: there was none.
  max_score integer,
  available_score integer check (available_score >= 0),
  year smallint not null,
  -- Who entered it by hand.
  created_by uuid,
  created_at instant not null,
  check ((max_score is null) = (available_score is null)),
  -- Finished once, given once, however often it is told.
  unique (member_id, kind, business_type, business_id)
);
create index credit_record_newest on study.credit_record (member_id, kind, created_at desc, id desc);
