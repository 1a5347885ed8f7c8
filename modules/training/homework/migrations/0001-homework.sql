-- Homework is an activity of a class. What is handed in are submissions; here is how it is marked, and where each participant is.

-- The rules of a task. Without a row the first ones hold.
create table homework.task (
  activity_id uuid primary key,
  class_id uuid not null,
  company_id uuid not null,
  late_rule text not null check (late_rule in ('refuse', 'mark')),
  versions_max smallint not null check (versions_max between 1 and 10),
  max_tenths int not null check (max_tenths between 1 and 10000),
  pass_tenths int check (pass_tenths between 0 and max_tenths),
  rubric jsonb
);

-- What a participant has written and not handed in yet.
create table homework.draft (
  activity_id uuid not null,
  member_id uuid not null,
  class_id uuid not null,
  company_id uuid not null,
  text text not null,
  file_ids uuid[] not null,
  saved_at instant not null,
  primary key (activity_id, member_id)
);
create index draft_member on homework.draft (company_id, member_id);

-- Where a participant is: what the newest version has come to.
create table homework.work (
  activity_id uuid not null,
  member_id uuid not null,
  class_id uuid not null,
  company_id uuid not null,
  submission_id uuid not null,
  state text not null check (state in ('waiting', 'returned', 'marked')),
  versions smallint not null check (versions > 0),
  -- When the first version came: it decides whether the work is late.
  first_at instant not null,
  submitted_at instant not null,
  tenths int,
  is_passed boolean not null default false,
  primary key (activity_id, member_id),
  check (state = 'marked' or not is_passed)
);
create index work_waiting on homework.work (activity_id, submitted_at, member_id) where state = 'waiting';
create index work_member on homework.work (company_id, member_id);

-- What a version was marked by. The rubric is kept as it was then.
create table homework.mark (
  submission_id uuid primary key,
  activity_id uuid not null,
  member_id uuid not null,
  company_id uuid not null,
  tenths int,
  max_tenths int not null,
  rubric jsonb,
  levels jsonb,
  comment text not null,
  check (tenths between 0 and max_tenths)
);
create index mark_work on homework.mark (activity_id, member_id);
create index mark_member on homework.mark (company_id, member_id);

-- Files of all participants in one archive, for who asked.
create table homework.archive (
  id uuid primary key,
  activity_id uuid not null,
  class_id uuid not null,
  company_id uuid not null,
  requested_by uuid not null,
  state text not null check (state in ('waiting', 'ready', 'failed', 'expired')),
  file_count int not null,
  size_bytes bigint,
  created_at instant not null,
  expires_at instant
);
create unique index archive_running on homework.archive (activity_id, requested_by) where state = 'waiting';
create index archive_newest on homework.archive (activity_id, requested_by, created_at desc);
create index archive_member on homework.archive (company_id, requested_by);
create index archive_expiring on homework.archive (expires_at) where state = 'ready';
