-- Learning packages that others made: SCORM 1.2 and 2004, xAPI, cmi5, H5P. A package never changes; another upload is another
-- package. Its content lies in one object of the store (beside the uploaded archive); which piece of it a path is stands here.
create table packages.package (
  id uuid primary key,
  company_id uuid not null,
  -- The archive as it was uploaded.
  file_id uuid not null,
  -- What whoever uploaded it said that it is; null: whatever it is.
  wanted_kind text check (wanted_kind in ('scorm', 'xapi', 'cmi5', 'h5p')),
  kind text check (kind in ('scorm-1.2', 'scorm-2004', 'xapi', 'cmi5', 'h5p')),
  state text not null check (state in ('preparing', 'ready', 'failed')),
  title text not null check (char_length(title) between 1 and 200),
  -- Why it could not be prepared: codes of contract.ts, with what they are about.
  reasons jsonb not null default '[]',
  -- What only the run-time of its kind reads: sequencing, libraries, the id of a cmi5 course.
  manifest jsonb not null default '{}',
  -- Where its content lies: the key of one object of the store.
  content_key text,
  entry_count integer not null default 0,
  size_bytes bigint not null default 0,
  created_by uuid not null,
  created_at instant not null,
  prepared_at instant,
  check (state <> 'ready' or (kind is not null and content_key is not null and prepared_at is not null))
);
create index package_list on packages.package (company_id, created_at desc, id desc);
create index package_of_author on packages.package (company_id, created_by, created_at desc, id desc);
create index package_of_file on packages.package (file_id);

-- A file of a package: where its bytes lie in the object.
create table packages.entry (
  package_id uuid not null references packages.package (id) on delete cascade,
  path text not null check (length(path) between 1 and 1000),
  company_id uuid not null,
  start bigint not null check (start >= 0),
  length bigint not null check (length >= 0),
  -- As the browser sees it: more than `length` where it is kept compressed.
  size_bytes bigint not null check (size_bytes >= 0),
  is_gzip boolean not null,
  content_type text not null,
  primary key (package_id, path)
);
-- Makers of packages are careless with capitals, and their own machines do not mind.
create index entry_without_case on packages.entry (package_id, lower(path));

-- What a learner opens one after the other: the items of a SCORM organization, the units and blocks of a cmi5 course.
create table packages.unit (
  id uuid primary key,
  package_id uuid not null references packages.package (id) on delete cascade,
  company_id uuid not null,
  position integer not null check (position >= 0),
  -- The position of the one that it stands under.
  parent_position integer,
  identifier text not null,
  title text not null,
  -- Path in the package with its query, or an address of its own (cmi5 allows both); null: it only holds others.
  href text,
  facts jsonb not null default '{}',
  unique (package_id, position)
);

-- What a member achieved in a package at one place (a section of a course). Its id is the registration of xAPI and cmi5.
create table packages.attempt (
  id uuid primary key,
  company_id uuid not null,
  package_id uuid not null references packages.package (id) on delete cascade,
  member_id uuid not null,
  -- learn: kept and told. preview: of who looks at a package, gone after a day.
  mode text not null check (mode in ('learn', 'preview')),
  course_id uuid,
  section_id uuid,
  started_at instant not null,
  updated_at instant not null,
  completed_at instant,
  passed boolean,
  score_percent numeric(6, 3) check (score_percent between 0 and 100),
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  total_ms bigint not null default 0 check (total_ms >= 0),
  check (mode = 'preview' or (course_id is not null and section_id is not null))
);
create unique index attempt_of_member on packages.attempt (package_id, member_id, course_id, section_id)
  where mode = 'learn';
create index attempt_by_member on packages.attempt (company_id, member_id);
create index attempt_of_preview on packages.attempt (started_at) where mode = 'preview';

-- How far an attempt is in a unit. `cmi` is the run-time's own data: what the unit finds there again.
create table packages.unit_state (
  attempt_id uuid not null references packages.attempt (id) on delete cascade,
  unit_id uuid not null references packages.unit (id) on delete cascade,
  company_id uuid not null,
  cmi jsonb not null default '{}',
  completed_at instant,
  passed boolean,
  score_percent numeric(6, 3) check (score_percent between 0 and 100),
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  satisfied_at instant,
  -- The time by the run-time's own clock: when the unit was last opened, and since then with it.
  time_base_ms bigint not null default 0,
  total_ms bigint not null default 0,
  updated_at instant not null,
  primary key (attempt_id, unit_id)
);
create index unit_state_of_unit on packages.unit_state (unit_id);

-- The player opened by a member: its token stands in the path of everything that the player fetches.
create table packages.launch (
  id uuid primary key,
  company_id uuid not null,
  attempt_id uuid not null references packages.attempt (id) on delete cascade,
  token_sha256 bytea not null unique,
  language text not null check (language in ('cn', 'en')),
  launched_at instant not null,
  expires_at instant not null,
  -- The number of the newest commit that counted: repeats and stragglers are told from new ones.
  sequence integer not null default 0,
  -- The time that this launch has credited; never more than it has lasted.
  credited_ms bigint not null default 0,
  ended_at instant
);
create index launch_of_attempt on packages.launch (attempt_id, launched_at desc);

-- What was answered to a question of a package.
create table packages.interaction (
  attempt_id uuid not null references packages.attempt (id) on delete cascade,
  unit_id uuid not null references packages.unit (id) on delete cascade,
  position integer not null check (position >= 0),
  company_id uuid not null,
  identifier text not null,
  content jsonb not null,
  answered_at instant not null,
  primary key (attempt_id, unit_id, position)
);
create index interaction_of_unit on packages.interaction (unit_id);

-- A launched unit of cmi5, or of a package that speaks xAPI: what its credentials are, and where its session stands.
create table packages.unit_launch (
  id uuid primary key,
  company_id uuid not null,
  launch_id uuid not null references packages.launch (id) on delete cascade,
  attempt_id uuid not null references packages.attempt (id) on delete cascade,
  unit_id uuid not null references packages.unit (id) on delete cascade,
  launched_at instant not null,
  -- cmi5: the address that hands out the credentials does so once.
  fetched_at instant,
  auth_sha256 bytea,
  initialized_at instant,
  terminated_at instant,
  abandoned_at instant,
  completed_at instant,
  judged_at instant
);
create index unit_launch_of_launch on packages.unit_launch (launch_id);
create index unit_launch_of_attempt on packages.unit_launch (attempt_id, unit_id, launched_at desc);
create index unit_launch_of_unit on packages.unit_launch (unit_id);
