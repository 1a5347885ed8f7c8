-- What real attempts say about questions. A module that asks questions reports totals for each of its occasions (an exam) and
-- each version; totals of occasions add up. Squares and products are centered within the occasion: an easy exam beside a hard one
-- makes no correlation. So no request ever reads answers.

create table questions.item_totals (
  -- Map `business-type`, and the exam.
  business_type int not null,
  business_id uuid not null,
  version_id uuid not null references questions.version (id) on delete cascade,
  question_id uuid not null references questions.question (id) on delete cascade,
  company_id uuid not null,
  -- The first place at which it stood in a paper.
  place int not null,
  answers int not null check (answers > 0),
  omitted int not null check (omitted between 0 and answers),
  -- Shares of the score: of each answer, from 0 to 1.
  share_sum double precision not null,
  share_square double precision not null,
  -- The rest: the share that all other questions of the same paper earned.
  rest_square double precision not null,
  share_rest double precision not null,
  -- The best and the worst 27 of 100 of those who were asked.
  upper_count double precision not null,
  upper_sum double precision not null,
  lower_count double precision not null,
  lower_sum double precision not null,
  -- How many earned nothing, up to a quarter, a half, three quarters, less than all, all.
  bins int[] not null check (array_length(bins, 1) = 6),
  seconds_sum double precision not null,
  seconds_count int not null,
  options jsonb not null,
  answered_at instant not null,
  primary key (version_id, business_type, business_id)
);
create index item_totals_of_question on questions.item_totals (question_id);
create index item_totals_of_occasion on questions.item_totals (business_type, business_id, place, version_id);

-- The totals of all occasions of a version, evaluated: for the list of the bank and its filters.
create table questions.item_statistics (
  version_id uuid primary key references questions.version (id) on delete cascade,
  question_id uuid not null references questions.question (id) on delete cascade,
  company_id uuid not null,
  answers int not null,
  occasions int not null,
  difficulty double precision not null,
  item_rest double precision,
  discrimination double precision,
  flags text[] not null,
  answered_at instant not null
);
create index item_statistics_of_question on questions.item_statistics (question_id);
create index item_statistics_flagged on questions.item_statistics (company_id) include (version_id, flags) where flags <> '{}';

-- How many members have got a question, counted by the module that draws papers.
create table questions.exposure (
  question_id uuid primary key references questions.question (id) on delete cascade,
  company_id uuid not null,
  people int not null,
  times int not null,
  last_shown_at instant not null
);
create index exposure_most on questions.exposure (company_id, people desc);
