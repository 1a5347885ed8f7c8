-- Nine rankings. What counts comes as notes (server/db/figure-notes.ts), written in the transaction of what happened; a job
-- makes entries of them, and adds each difference to the totals of its day, week, month and season. The entries are the
-- evidence behind every figure, and the totals can be made again from them.

create table rankings.entry (
  company_id uuid not null,
  ranking text not null,
  -- What happened, and which of its kind: the same key again takes the place of the earlier entry.
  source text not null,
  key text not null,
  -- The kind of the subject (map business-type); 0: a member.
  business_type smallint not null,
  subject_id uuid not null,
  -- Whose doing it is; the entry goes when the member is erased.
  member_id uuid,
  -- A day of the company's zone.
  day date not null,
  amount bigint not null,
  at instant not null,
  label text not null,
  primary key (company_id, ranking, source, key)
);
create index entry_of_subject on rankings.entry (company_id, ranking, subject_id, at desc);
create index entry_of_member on rankings.entry (company_id, member_id);

-- What counts of a day: no more than the cap of the ranking.
create table rankings.day_total (
  company_id uuid not null,
  ranking text not null,
  business_type smallint not null,
  subject_id uuid not null,
  day date not null,
  amount bigint not null,
  counted bigint not null,
  primary key (company_id, ranking, subject_id, day)
) with (fillfactor = 85);

create table rankings.total (
  company_id uuid not null,
  ranking text not null,
  period text not null check (period in ('week', 'month', 'season', 'all')),
  -- The first day of the period; of all: 1970-01-01.
  starts date not null,
  business_type smallint not null,
  subject_id uuid not null,
  amount bigint not null,
  primary key (company_id, ranking, period, starts, subject_id)
) with (fillfactor = 85);
create index total_in_order on rankings.total (company_id, ranking, period, starts, amount desc, subject_id);

-- By which caps and zone the totals of a company are reckoned; another setting has them made again.
create table rankings.reckoning (
  company_id uuid primary key,
  caps jsonb not null,
  time_zone text not null
);

-- How a member wants to appear: nothing stands here for who appears by name.
create table rankings.appearance (
  member_id uuid primary key,
  company_id uuid not null,
  is_hidden boolean not null,
  alias text
);
create unique index appearance_alias on rankings.appearance (company_id, lower(alias)) where alias is not null;
