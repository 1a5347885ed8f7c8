-- Papers: the material of exams. A paper holds versions of questions, never questions: what it asks does not change when the
-- bank does. Rules are drawn when an attempt starts; what was shown to whom is kept, so that later draws can avoid it.

create table papers.directory (
  id uuid primary key,
  company_id uuid not null,
  -- The same for all directories of a tree: who manages it manages its papers.
  organization_id uuid not null,
  parent_id uuid references papers.directory (id),
  name text not null check (char_length(name) between 1 and 60),
  code text not null check (char_length(code) between 1 and 15),
  sort integer not null check (sort between 1 and 1000),
  -- The ids from the top to the directory itself.
  path uuid[] not null,
  created_at instant not null
);
create unique index directory_code on papers.directory (company_id, lower(code));
create unique index directory_name on papers.directory (organization_id, parent_id, name) nulls not distinct;
create index directory_of_company on papers.directory (company_id, organization_id);
create index directory_children on papers.directory (parent_id);
create index directory_path on papers.directory using gin (path);

create table papers.paper (
  id uuid primary key,
  company_id uuid not null,
  -- Null only in the recycle bin: the directory was deleted, and the paper can no longer be restored.
  directory_id uuid references papers.directory (id),
  name text not null check (char_length(name) between 1 and 100),
  status text not null check (status in ('draft', 'ready')),
  shuffle_questions boolean not null,
  shuffle_options boolean not null,
  avoid_seen boolean not null,
  -- 0 to 1000 points.
  total_tenths integer not null default 0 check (total_tenths between 0 and 10000),
  question_count integer not null default 0,
  author_id uuid not null,
  -- Grows with every change; a change names the one it was made on.
  revision integer not null default 0,
  created_at instant not null,
  updated_at instant not null,
  deleted_at instant,
  check (directory_id is not null or deleted_at is not null)
);
-- Ids grow with time: the newest papers come first.
create index paper_newest on papers.paper (company_id, id desc) include (directory_id, status) where deleted_at is null;
create index paper_of_directory on papers.paper (directory_id, id desc);
create index paper_of_author on papers.paper (company_id, author_id);

create table papers.section (
  id uuid primary key,
  paper_id uuid not null references papers.paper (id) on delete cascade,
  company_id uuid not null,
  sequence smallint not null check (sequence between 1 and 1000),
  title text not null check (char_length(title) between 1 and 100),
  instructions text not null,
  -- Its own time; null where only that of the exam counts.
  minutes smallint check (minutes between 1 and 600),
  mode text not null check (mode in ('fixed', 'random')),
  constraint section_sequence unique (paper_id, sequence)
);

create table papers.item (
  paper_id uuid not null references papers.paper (id) on delete cascade,
  section_id uuid not null references papers.section (id) on delete cascade,
  company_id uuid not null,
  sort integer not null,
  -- Of the module questions.
  question_id uuid not null,
  version_id uuid not null,
  score_tenths smallint not null check (score_tenths between 0 and 1000),
  -- A question stands in a paper once.
  primary key (paper_id, question_id)
);
create index item_of_section on papers.item (section_id, sort);
create index item_of_question on papers.item (question_id);

create table papers.rule (
  section_id uuid not null references papers.section (id) on delete cascade,
  company_id uuid not null,
  sort integer not null,
  -- Of the module questions, with all below it.
  directory_id uuid not null,
  kind text,
  difficulty smallint check (difficulty between 1 and 5),
  topic_id uuid,
  count integer not null check (count between 1 and 200),
  score_tenths smallint not null check (score_tenths between 0 and 1000),
  primary key (section_id, sort)
);

-- Which questions were drawn for whom, and when last. A member writes own rows alone, so that thousands can start at once.
create table papers.shown (
  member_id uuid not null,
  question_id uuid not null,
  company_id uuid not null,
  times integer not null,
  shown_at instant not null,
  primary key (member_id, question_id)
);
create index shown_of_question on papers.shown (question_id) include (times);
create index shown_lately on papers.shown (shown_at);

-- How often a question was shown to anybody. A job adds up what members wrote: a counter that all wrote would hold them up.
create table papers.exposure (
  question_id uuid primary key,
  company_id uuid not null,
  times integer not null,
  counted_at instant not null
);
create index exposure_counted on papers.exposure (counted_at desc);
