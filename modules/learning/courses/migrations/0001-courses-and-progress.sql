-- Courses, their outlines by version, who is registered, and what has been studied.
-- Progress is the union of watched ranges (a multirange), counted in milliseconds or pages. It belongs to a member and a
-- section; a section keeps its id from version to version, so that publishing a new version takes nothing away.
create extension if not exists pg_trgm with schema public;

create table courses.category (
  id uuid primary key,
  company_id uuid not null,
  parent_id uuid references courses.category (id),
  name text not null,
  sort integer not null default 0,
  -- Ids from the root to the category itself: what stands below a category has its id in the path.
  path uuid[] not null,
  created_at instant not null,
  unique nulls not distinct (company_id, parent_id, name)
);
create index category_path on courses.category using gin (path);

create table courses.course (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  lecturer_id uuid,
  category_id uuid references courses.category (id),
  name text not null,
  summary text not null default '',
  description text not null default '',
  cover_file_id uuid,
  publish_client smallint not null default 0 check (publish_client in (0, 1, 2)),
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  -- False where only the organizations of course_visibility, and what is below them, see the course.
  visible_to_all boolean not null default true,
  -- Grows with every change by an author; a change names the one it was made on.
  revision integer not null default 0,
  draft_version_id uuid,
  published_version_id uuid,
  version_number integer not null default 0,
  -- Figures of the published version.
  section_count integer not null default 0,
  duration_ms bigint not null default 0,
  learner_count integer not null default 0,
  share_count integer not null default 0,
  published_at instant,
  off_shelf_at instant,
  created_at instant not null,
  updated_at instant not null
);
create index course_newest on courses.course (company_id, published_at desc, id) where status = 'on-shelf';
create index course_of_author on courses.course (author_id, updated_at desc, id);
create index course_changed on courses.course (company_id, updated_at desc, id);
create index course_of_category on courses.course (category_id);
create index course_name on courses.course using gin (name gin_trgm_ops);

create table courses.course_visibility (
  course_id uuid not null references courses.course (id) on delete cascade,
  organization_id uuid not null,
  primary key (course_id, organization_id)
);
create index course_visibility_of_organization on courses.course_visibility (organization_id, course_id);

-- A draft has no number. Publishing numbers it; the version before stays as it was.
create table courses.course_version (
  id uuid primary key,
  course_id uuid not null references courses.course (id) on delete cascade,
  company_id uuid not null,
  number integer,
  created_at instant not null,
  published_at instant,
  unique (course_id, number)
);
create unique index course_version_draft on courses.course_version (course_id) where number is null;

create table courses.chapter (
  version_id uuid not null references courses.course_version (id) on delete cascade,
  id uuid not null,
  company_id uuid not null,
  title text not null,
  sort integer not null,
  primary key (version_id, id)
);

create table courses.section (
  version_id uuid not null,
  id uuid not null,
  chapter_id uuid not null,
  company_id uuid not null,
  course_id uuid not null,
  title text not null,
  kind text not null check (kind in ('video', 'audio', 'pdf', 'text', 'link')),
  required boolean not null,
  sort integer not null,
  file_id uuid,
  url text,
  body text,
  duration_ms integer not null default 0,
  page_count integer not null default 0,
  -- Length in the unit in which watching is counted: milliseconds, pages, or 1.
  unit_count integer not null check (unit_count > 0),
  primary key (version_id, id),
  foreign key (version_id, chapter_id) references courses.chapter (version_id, id) on delete cascade,
  check (case kind when 'text' then body is not null when 'link' then url is not null else file_id is not null end)
);
create index section_in_chapter on courses.section (version_id, chapter_id, sort);
create index section_of_file on courses.section (file_id) where file_id is not null;

create table courses.registration (
  member_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  company_id uuid not null,
  -- The version that was on the shelf when the member registered.
  version_id uuid not null,
  -- 0 not started, 1 learning, 2 done, 3 abandoned, 4 marked done, 5 pending review, 6 review failed.
  status smallint not null default 0 check (status between 0 and 6),
  last_section_id uuid,
  registered_at instant not null,
  started_at instant,
  -- When the member last studied the course, to half a minute; before that, when they registered.
  touched_at instant not null,
  finished_at instant,
  primary key (member_id, course_id)
) with (fillfactor = 85);
create index registration_of_member on courses.registration (member_id, touched_at desc, course_id);
create index registration_of_course on courses.registration (course_id, touched_at desc, member_id) include (status);

create table courses.section_progress (
  member_id uuid not null,
  course_id uuid not null,
  section_id uuid not null,
  company_id uuid not null,
  kind text not null,
  status smallint not null default 0,
  -- The union of all ranges that were watched, and its length.
  watched int4multirange not null default '{}',
  covered integer not null default 0,
  -- As they stood when the member began: what was promised then holds.
  unit_count integer not null,
  needed integer not null,
  position integer not null default 0,
  study_ms bigint not null default 0,
  started_at instant not null,
  studied_at instant not null,
  finished_at instant,
  -- The running playback; the unique index below lets a member have one.
  playback_id uuid,
  sequence integer not null default 0,
  -- Wall time up to which watching is credited, and what was left over of it.
  credited_until instant not null,
  carry_ms integer not null default 0,
  -- Wall nanoseconds that a unit takes at the fastest.
  unit_cost_ns bigint not null default 0,
  client_type smallint not null default 1,
  primary key (member_id, course_id, section_id),
  check (covered <= unit_count)
) with (fillfactor = 80);
create unique index section_progress_playback on courses.section_progress (member_id) where playback_id is not null;

create table courses.study_time (
  member_id uuid not null,
  -- A day of the company's zone.
  day date not null,
  course_id uuid not null,
  client_type smallint not null,
  company_id uuid not null,
  study_ms bigint not null,
  last_at instant not null,
  primary key (member_id, day, course_id, client_type)
) with (fillfactor = 80);
