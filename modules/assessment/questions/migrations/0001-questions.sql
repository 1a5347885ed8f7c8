-- The question bank. What learners are asked never changes under them: a question points at its current version, an edit of
-- its content makes another row, and an attempt keeps the id of the version that it was answered on.

create extension if not exists pg_trgm with schema public;

create table questions.directory (
  id uuid primary key,
  company_id uuid not null,
  -- The same for all directories of a tree: who manages it manages its questions.
  organization_id uuid not null,
  parent_id uuid references questions.directory (id),
  name text not null check (char_length(name) between 1 and 60),
  code text not null check (char_length(code) between 1 and 15),
  sort integer not null check (sort between 1 and 1000),
  -- The ids from the top to the directory itself.
  path uuid[] not null,
  created_at instant not null
);
create unique index directory_code on questions.directory (company_id, lower(code));
create unique index directory_name on questions.directory (organization_id, parent_id, name) nulls not distinct;
create index directory_of_company on questions.directory (company_id, organization_id);
create index directory_children on questions.directory (parent_id);
create index directory_path on questions.directory using gin (path);

create table questions.question (
  id uuid primary key,
  company_id uuid not null,
  -- Null only in the recycle bin: the directory was deleted, and the question can no longer be restored.
  directory_id uuid references questions.directory (id),
  kind text not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  difficulty smallint not null check (difficulty between 1 and 5),
  score_tenths smallint not null check (score_tenths between 0 and 1000),
  source text not null default '',
  version_id uuid not null,
  version_number integer not null,
  -- What can be read in the current version before it is answered.
  plain_text text not null,
  -- What is searched and compared with others: ten times as fast as folding the letter case of each row.
  search_text text not null generated always as (lower(plain_text)) stored,
  author_id uuid not null,
  -- Grows with every change; a change names the one it was made on.
  revision integer not null default 0,
  created_at instant not null,
  updated_at instant not null,
  deleted_at instant,
  check (directory_id is not null or deleted_at is not null)
);
-- Ids grow with time: the newest questions come first, and an edit moves none to another page. The filters of the list are
-- answered from the index alone.
create index question_newest on questions.question (company_id, id desc)
  include (directory_id, kind, status, difficulty, author_id) where deleted_at is null;
create index question_of_directory on questions.question (directory_id, id desc);
create index question_of_author on questions.question (company_id, author_id, id desc) where deleted_at is null;
create index question_text on questions.question using gin (search_text gin_trgm_ops) where deleted_at is null;

create table questions.version (
  id uuid primary key,
  question_id uuid not null references questions.question (id) on delete cascade,
  company_id uuid not null,
  number integer not null check (number > 0),
  content jsonb not null,
  author_id uuid not null,
  created_at instant not null,
  constraint version_number unique (question_id, number)
);
create index version_of_author on questions.version (company_id, author_id);

create function questions.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a question never changes';
end $$;

create trigger version_stays before update on questions.version
  for each row execute function questions.refuse_change();
