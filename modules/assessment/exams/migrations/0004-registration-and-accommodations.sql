-- An exam may ask for registration. What belongs to a person for every exam, such as more time, is an accommodation.
update exams.exam set rules = rules || '{"registration": null}',
  published_rules = published_rules || '{"registration": null}';

alter table exams.exam
  add column asks_registration boolean not null
    generated always as (coalesce(jsonb_typeof(published_rules -> 'registration') = 'object', false)) stored,
  add column registration_from instant
    generated always as ((published_rules -> 'registration' ->> 'startAt')::bigint) stored,
  add column registration_until instant
    generated always as ((published_rules -> 'registration' ->> 'endAt')::bigint) stored,
  -- The start and the end of which examinees were reminded: each is announced once, and again only when it moves.
  add column reminded_start_at instant,
  add column reminded_end_at instant;
create index exam_starting on exams.exam (start_at) where status = 'on-shelf' and deleted_at is null;
create index exam_ending on exams.exam (end_at) where status = 'on-shelf' and deleted_at is null;

create table exams.registration (
  -- Of this application: another one of the same member has another id, and so another approval.
  id uuid not null unique,
  exam_id uuid not null references exams.exam (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- Pending and registered members have a place; waiting ones get it in the order of registered_at.
  state text not null check (state in ('waiting', 'pending', 'registered', 'refused', 'withdrawn')),
  -- Approvers decide, not the editors of the exam.
  is_in_approval boolean not null default false,
  registered_at instant not null,
  decided_at instant,
  decided_by uuid,
  -- Why it was refused.
  reason text not null default '',
  primary key (exam_id, member_id)
);
create index registration_line on exams.registration (exam_id, state, registered_at, member_id);
create index registration_member on exams.registration (company_id, member_id);

create table exams.accommodation (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  -- Null: for every exam. One for an exam replaces those for every exam there.
  exam_id uuid references exams.exam (id) on delete cascade,
  time_percent int not null check (time_percent between 100 and 400),
  extra_attempts int not null check (extra_attempts >= 0),
  later_minutes int not null check (later_minutes >= 0),
  -- Private: for those alone who manage accommodations.
  reason text not null,
  valid_from instant,
  valid_until instant,
  created_by uuid not null,
  created_at instant not null,
  revision int not null default 0,
  check (valid_from < valid_until)
);
create index accommodation_member on exams.accommodation (company_id, member_id);
create index accommodation_newest on exams.accommodation (company_id, id desc);
create index accommodation_exam on exams.accommodation (exam_id) where exam_id is not null;

-- Frozen at the start: a change of the accommodation changes no attempt in progress.
alter table exams.attempt add column time_percent int not null default 100;
