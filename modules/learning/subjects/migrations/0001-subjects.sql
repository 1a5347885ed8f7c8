-- Subjects put what can be studied together: courses, lives and whatever else a module registered, in stages. A subject
-- has two editions of its outline: the draft that its editors change, and what learners see on the shelf. Publishing
-- copies the one to the other; a content keeps its id. How far a member is with a content is the owner's knowledge
-- (modules/content/study); only that a subject was finished is kept here, and it is never taken away.
create extension if not exists pg_trgm with schema public;

create table subjects.subject (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null default '',
  description text not null default '',
  cover_file_id uuid,
  -- Map subject-type: 0 ordinary, 1 personalized, 2 learning map, 3 external. It stays what it was made as.
  subject_type smallint not null check (subject_type between 0 and 3),
  publish_client smallint not null default 0 check (publish_client in (0, 1, 2)),
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  -- The last application to publish is in progress, or was refused; null: there is none that matters any more.
  approval text check (approval in ('waiting', 'refused')),
  -- False where only the organizations of subject_visibility, and what is below them, see the subject.
  visible_to_all boolean not null default true,
  -- Where an external subject is: as its editors have it, and as learners are sent to it.
  url text,
  shelf_url text,
  -- Grows with every change by an author; a change names the one it was made on.
  revision integer not null default 0,
  -- The draft is not what is on the shelf.
  has_changes boolean not null default true,
  version_number integer not null default 0,
  -- Of what is on the shelf.
  stage_count integer not null default 0,
  content_count integer not null default 0,
  learner_count integer not null default 0,
  share_count integer not null default 0,
  published_at instant,
  off_shelf_at instant,
  created_at instant not null,
  updated_at instant not null,
  deleted_at instant,
  check ((url is null and shelf_url is null) or subject_type = 3)
);
create index subject_newest on subjects.subject (company_id, published_at desc, id)
  where status = 'on-shelf' and deleted_at is null;
create index subject_of_author on subjects.subject (author_id, updated_at desc, id);
create index subject_changed on subjects.subject (company_id, updated_at desc, id);
create index subject_name on subjects.subject using gin (name gin_trgm_ops);

create table subjects.subject_visibility (
  subject_id uuid not null references subjects.subject (id) on delete cascade,
  organization_id uuid not null,
  company_id uuid not null,
  primary key (subject_id, organization_id)
);
create index subject_visibility_of_organization on subjects.subject_visibility (organization_id, subject_id);

create table subjects.stage (
  subject_id uuid not null references subjects.subject (id) on delete cascade,
  edition text not null check (edition in ('draft', 'shelf')),
  id uuid not null,
  company_id uuid not null,
  title text not null,
  summary text not null,
  sort integer not null,
  primary key (subject_id, edition, id)
);

create table subjects.content (
  subject_id uuid not null,
  edition text not null,
  id uuid not null,
  company_id uuid not null,
  stage_id uuid not null,
  -- Map business-type, and the id among things of that type: what the owner's study kind knows.
  business_type smallint not null,
  business_id uuid not null,
  required boolean not null,
  sort integer not null,
  -- Of a personalized subject: who it is for. Without any of them it is for all; else one that fits is enough.
  position_ids uuid[] not null default '{}',
  organization_ids uuid[] not null default '{}',
  topic_ids uuid[] not null default '{}',
  primary key (subject_id, edition, id),
  foreign key (subject_id, edition, stage_id) references subjects.stage (subject_id, edition, id) on delete cascade,
  unique (subject_id, edition, business_type, business_id)
);
create index content_of_stage on subjects.content (subject_id, edition, stage_id, sort);
-- What a member has finished: which subjects hold it?
create index content_of_item on subjects.content (company_id, business_type, business_id) where edition = 'shelf';

create table subjects.registration (
  member_id uuid not null,
  subject_id uuid not null references subjects.subject (id) on delete cascade,
  company_id uuid not null,
  -- Map course-study-status: 0 not started, 1 learning, 2 done, 3 abandoned.
  status smallint not null default 0 check (status between 0 and 3),
  -- The content that was opened last.
  last_content_id uuid,
  registered_at instant not null,
  started_at instant,
  touched_at instant not null,
  finished_at instant,
  primary key (member_id, subject_id),
  check ((status = 2) = (finished_at is not null))
) with (fillfactor = 85);
create index registration_of_member on subjects.registration (member_id, touched_at desc, subject_id);
create index registration_of_subject on subjects.registration (subject_id, touched_at desc, member_id);

-- The topics that a member wants to hear of: what personalized subjects choose by, besides position and department.
create table subjects.interest (
  member_id uuid not null,
  topic_id uuid not null,
  company_id uuid not null,
  chosen_at instant not null,
  primary key (member_id, topic_id)
);
