-- Learning paths by position: chapters of sections that are any kind of study, who is on them, and by which rule.
-- What a member achieves is the kinds' own (courses, exams, …) and is read from them; kept here are only the place where
-- the member is, what has been opened, the proofs, and that the path was finished, which is never taken away.

-- The tree in which a company's positions stand.
create table paths.channel (
  id uuid primary key,
  company_id uuid not null,
  parent_id uuid references paths.channel (id),
  name text not null,
  sort integer not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  created_at instant not null,
  constraint channel_name unique nulls not distinct (company_id, parent_id, name)
);
create index channel_parent on paths.channel (parent_id);

create table paths.channel_position (
  position_id uuid primary key,
  channel_id uuid not null references paths.channel (id) on delete cascade,
  company_id uuid not null
);
create index channel_position_of_channel on paths.channel_position (channel_id);
create index channel_position_of_company on paths.channel_position (company_id);

create table paths.path (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  channel_id uuid references paths.channel (id),
  name text not null,
  summary text not null default '',
  -- 1 in order: later chapters are locked until what earlier ones require is done.
  learn_sequence smallint not null default 1 check (learn_sequence in (0, 1)),
  -- Everybody of the company may register.
  is_open boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  -- Grows with every change; a change names the one it was made on.
  revision integer not null default 0,
  created_at instant not null,
  updated_at instant not null,
  deleted_at instant
);
create index path_changed on paths.path (company_id, updated_at desc, id) where deleted_at is null;
create index path_of_channel on paths.path (channel_id);

create table paths.chapter (
  id uuid primary key,
  path_id uuid not null references paths.path (id) on delete cascade,
  company_id uuid not null,
  sort integer not null,
  title text not null,
  summary text not null default '',
  -- The window in which it can be studied: days after the registration, or instants.
  opens_after_days integer check (opens_after_days >= 0),
  opens_at instant,
  closes_at instant
);
create index chapter_of_path on paths.chapter (path_id, sort);

-- Some sections of a chapter, of which needed_count are enough.
create table paths.choice (
  id uuid primary key,
  chapter_id uuid not null references paths.chapter (id) on delete cascade,
  path_id uuid not null references paths.path (id) on delete cascade,
  company_id uuid not null,
  sort integer not null,
  title text not null,
  needed_count integer not null check (needed_count >= 1)
);
create index choice_of_chapter on paths.choice (chapter_id);
create index choice_of_path on paths.choice (path_id);

create table paths.section (
  id uuid primary key,
  chapter_id uuid not null references paths.chapter (id) on delete cascade,
  path_id uuid not null references paths.path (id) on delete cascade,
  choice_id uuid references paths.choice (id) on delete set null,
  company_id uuid not null,
  sort integer not null,
  business_type smallint not null,
  business_id uuid not null,
  -- As it was called when it was put in: shown where the content is gone.
  name text not null,
  require smallint not null check (require in (0, 1)),
  needs_review boolean not null default false,
  constraint section_once unique (path_id, business_type, business_id)
);
create index section_of_chapter on paths.section (chapter_id, sort);
create index section_of_choice on paths.section (choice_id);
-- Whose path goes on when this has been finished.
create index section_of_item on paths.section (company_id, business_type, business_id);

-- Who fits all that a rule says is put on its path.
create table paths.rule (
  id uuid primary key,
  path_id uuid not null references paths.path (id) on delete cascade,
  company_id uuid not null,
  sort integer not null,
  position_ids uuid[] not null,
  organization_ids uuid[] not null,
  hired_from date,
  delay_days integer check (delay_days >= 0)
);
create index rule_of_path on paths.rule (path_id, sort);
create index rule_of_company on paths.rule (company_id);

create table paths.registration (
  member_id uuid not null,
  path_id uuid not null references paths.path (id) on delete cascade,
  company_id uuid not null,
  source text not null check (source in ('rule', 'self', 'staff')),
  registered_at instant not null,
  -- The section that was opened last.
  lesson_location uuid,
  touched_at instant,
  percent smallint not null default 0,
  finished_at instant,
  primary key (member_id, path_id)
);
create index registration_of_path on paths.registration (path_id, touched_at desc nulls last, member_id);

-- What a member has opened on a path. It hangs on the content, not on the section: a section that was taken out and
-- comes back finds its proofs.
create table paths.progress (
  id uuid primary key,
  member_id uuid not null,
  path_id uuid not null references paths.path (id) on delete cascade,
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  opened_at instant not null,
  constraint progress_once unique (member_id, path_id, business_type, business_id)
);
create index progress_of_path on paths.progress (path_id);

create table paths.proof (
  id uuid primary key,
  progress_id uuid not null references paths.progress (id) on delete cascade,
  company_id uuid not null,
  -- 5 pending review, 6 review failed, 2 agreed to.
  state smallint not null check (state in (2, 5, 6)),
  content text not null default '',
  file_ids uuid[] not null,
  handed_in_at instant not null,
  decided_by uuid,
  decided_at instant,
  opinion text not null default ''
);
create unique index proof_pending on paths.proof (progress_id) where state = 5;
create index proof_of_progress on paths.proof (progress_id, handed_in_at desc);
create index proof_waiting on paths.proof (company_id, state, handed_in_at);
