-- Contests. Groups, rounds, rubric and awards are few and read together with their contest, so they lie in it. Changes of a
-- published contest hold at once; what state it is in follows from its rounds and the clock.
create table contests.contest (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null,
  description text not null,
  cover_file_id uuid,
  -- Empty: the whole company.
  organization_ids uuid[] not null,
  is_anonymous boolean not null,
  groups jsonb not null,
  rounds jsonb not null,
  rubric jsonb not null,
  awards jsonb not null,
  works_per_member int not null check (works_per_member between 1 and 10),
  votes_per_day int not null check (votes_per_day between 1 and 100),
  review_weight int not null check (review_weight between 0 and 100),
  -- The end of the last round, for the order of lists.
  ends_at instant,
  works_made int not null default 0,
  is_recommended boolean not null default false,
  results_at instant,
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  approval text check (approval is null),
  version_number int not null default 0,
  revision int not null default 0,
  updated_at instant not null,
  published_at instant,
  off_shelf_at instant,
  deleted_at instant,
  check (status = 'draft' or ends_at is not null)
);
create index contest_authored on contests.contest (company_id, updated_at desc, id) where deleted_at is null;
create index contest_shown on contests.contest (company_id, ends_at desc, id) where status = 'on-shelf' and deleted_at is null;

create table contests.work (
  id uuid primary key,
  contest_id uuid not null references contests.contest (id) on delete cascade,
  company_id uuid not null,
  -- What stands for the name of the author.
  number int not null,
  member_id uuid not null,
  group_key text,
  title text not null,
  text text not null,
  -- The round that it has reached.
  round smallint not null default 0,
  version int not null default 1,
  state text not null default 'in' check (state in ('in', 'withdrawn', 'excluded')),
  reason text not null default '',
  recommended_at instant,
  award_key text,
  -- As the results were published.
  rank int,
  score int,
  handed_in_at instant not null,
  unique (contest_id, number)
);
create index work_listed on contests.work (contest_id, round, number) where state = 'in';
create index work_member on contests.work (company_id, member_id, handed_in_at);
create index work_recommended on contests.work (company_id, recommended_at desc) where recommended_at is not null;

create table contests.version (
  work_id uuid not null references contests.work (id) on delete cascade,
  number int not null,
  company_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  file_kind text not null check (file_kind in ('video', 'document')),
  -- The file without its name and properties; only an anonymous contest needs one.
  copy text not null check (copy in ('none', 'waiting', 'made', 'failed')),
  copy_file_id uuid,
  handed_in_at instant not null,
  primary key (work_id, number),
  check ((copy = 'made') = (copy_file_id is not null))
);

create table contests.review (
  id uuid primary key,
  contest_id uuid not null references contests.contest (id) on delete cascade,
  work_id uuid not null references contests.work (id) on delete cascade,
  company_id uuid not null,
  round smallint not null,
  reviewer_id uuid not null,
  assigned_at instant not null,
  scores jsonb,
  total int check (total >= 0),
  comment text not null default '',
  reviewed_at instant,
  unique (work_id, round, reviewer_id),
  check ((reviewed_at is null) = (total is null) and (total is null) = (scores is null))
);
create index review_reviewer on contests.review (company_id, reviewer_id, reviewed_at, assigned_at, id);
create index review_contest on contests.review (contest_id, round, assigned_at, id);

create table contests.vote (
  id uuid primary key,
  contest_id uuid not null references contests.contest (id) on delete cascade,
  work_id uuid not null references contests.work (id) on delete cascade,
  company_id uuid not null,
  round smallint not null,
  member_id uuid not null,
  -- A hash of the address: enough to see that many votes come from one.
  address text not null,
  suspicion text check (suspicion in ('burst', 'address', 'fast')),
  voted_at instant not null,
  voided_at instant,
  voided_by uuid,
  reason text not null default '',
  unique (work_id, round, member_id),
  check ((voided_at is null) = (voided_by is null))
);
create index vote_contest on contests.vote (contest_id, voted_at desc, id);
create index vote_work on contests.vote (work_id, round, voted_at);
create index vote_member on contests.vote (company_id, member_id, voted_at);

-- How many votes a member has given on a day of the company. The row is locked while one is given.
create table contests.vote_day (
  contest_id uuid not null references contests.contest (id) on delete cascade,
  member_id uuid not null,
  day date not null,
  company_id uuid not null,
  used int not null,
  primary key (contest_id, member_id, day)
);
create index vote_day_member on contests.vote_day (company_id, member_id);
