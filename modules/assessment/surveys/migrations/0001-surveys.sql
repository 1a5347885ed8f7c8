-- Surveys. The content stands beside that which was published, because respondents meet a change only when it is published.
-- Of an anonymous survey, who answered and what was answered lie in tables without a common key, time or order: docs/decisions/0124.
create table surveys.survey (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null,
  cover_file_id uuid,
  -- All three empty: the whole company.
  organization_ids uuid[] not null,
  position_ids uuid[] not null,
  member_ids uuid[] not null,
  content jsonb not null,
  published_content jsonb,
  start_at instant generated always as ((published_content ->> 'startAt')::bigint) stored,
  end_at instant generated always as (least((published_content ->> 'endAt')::bigint, ended_at)) stored,
  -- Ended by hand.
  ended_at bigint,
  guest_token text not null constraint survey_guest_token unique,
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  approval text check (approval in ('waiting', 'refused')),
  version_number int not null default 0,
  revision int not null default 0,
  updated_at instant not null,
  published_at instant,
  off_shelf_at instant,
  deleted_at instant,
  check (status = 'draft' or published_at is not null)
);
create index survey_authored on surveys.survey (company_id, updated_at desc, id) where deleted_at is null;
create index survey_shown on surveys.survey (company_id, published_at desc, id)
  where status = 'on-shelf' and deleted_at is null;

-- What was published, so that every answer is read with the questions that were asked.
create table surveys.version (
  survey_id uuid not null references surveys.survey (id) on delete cascade,
  number int not null,
  company_id uuid not null,
  content jsonb not null,
  primary key (survey_id, number)
);

-- Who has answered. Of the time only the day is kept.
create table surveys.participation (
  survey_id uuid not null references surveys.survey (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- Null: assigned by others, or begun.
  answered_on date,
  primary key (survey_id, member_id)
);
create index participation_member on surveys.participation (company_id, member_id);

-- Responses to named surveys.
create table surveys.response (
  id uuid primary key,
  company_id uuid not null,
  survey_id uuid not null references surveys.survey (id) on delete cascade,
  version_number int not null,
  member_id uuid,
  guest_name text not null default '',
  -- SHA-256 of the secret that the guest's browser keeps.
  guest_key text,
  answers jsonb not null,
  page_id uuid,
  revision int not null default 0,
  started_at instant not null,
  saved_at instant,
  submitted_at instant,
  outcome text check (outcome in ('completed', 'quota')),
  constraint response_of_member unique (survey_id, member_id),
  constraint response_of_guest unique (survey_id, guest_key),
  check ((member_id is null) = (guest_key is not null)),
  check ((submitted_at is null) = (outcome is null))
);
create index response_newest on surveys.response (survey_id, started_at desc, id);
create index response_member on surveys.response (company_id, member_id);

-- Browsers of guests that have answered an anonymous survey.
create table surveys.guest_submission (
  survey_id uuid not null references surveys.survey (id) on delete cascade,
  guest_key text not null,
  company_id uuid not null,
  primary key (survey_id, guest_key)
);

-- Answers to an anonymous survey that are not set free yet: all in one row, in an order of chance that every submission makes again.
create table surveys.answer_pool (
  survey_id uuid primary key references surveys.survey (id) on delete cascade,
  company_id uuid not null,
  answers jsonb not null default '[]'
);

-- Those that are set free, a group at a time.
create table surveys.answer_batch (
  id uuid primary key,
  survey_id uuid not null references surveys.survey (id) on delete cascade,
  company_id uuid not null,
  answers jsonb not null
);
create index answer_batch_survey on surveys.answer_batch (survey_id);

-- All rows of a survey are written with every submission, so that none tells which condition the last respondent fulfils.
create table surveys.quota_count (
  survey_id uuid not null references surveys.survey (id) on delete cascade,
  quota_id uuid not null,
  company_id uuid not null,
  used int not null default 0,
  refused int not null default 0,
  primary key (survey_id, quota_id)
);

create table surveys.template (
  id uuid primary key,
  company_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null,
  content jsonb not null,
  created_at instant not null
);
create index template_newest on surveys.template (company_id, created_at desc, id);
