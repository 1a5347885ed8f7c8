-- Uploaded files and the uploads that are under way. The bytes lie in the store under the id of their row; a row exists
-- only when all its bytes do. What a file belongs to (a section, an avatar) is known to the module that owns that thing.
create table files.file (
  id uuid primary key,
  company_id uuid not null,
  owner_id uuid not null,
  -- The kind of upload field that it came through: its list of types and its limits (contract.ts, fileKinds).
  kind text not null,
  -- company: every member of the company may see it. owner: nobody else. link: whom the owning module grants it.
  audience text not null check (audience in ('company', 'owner', 'link')),
  name text not null check (length(name) between 1 and 200),
  size_bytes bigint not null check (size_bytes > 0),
  -- Found from the content, never taken from the name or from what the browser said.
  content_type text not null,
  sha256 bytea not null,
  store text not null check (store in ('disk', 's3')),
  width integer,
  height integer,
  duration_ms bigint,
  pages integer,
  created_at instant not null
);
create index file_of_owner on files.file (company_id, owner_id, created_at desc);

-- An upload by the tus protocol that is not a file yet. How far it got is the length of its file on disk.
create table files.upload (
  id uuid primary key,
  company_id uuid not null,
  owner_id uuid not null,
  kind text not null,
  audience text not null check (audience in ('company', 'owner', 'link')),
  name text not null,
  size_bytes bigint not null,
  created_at instant not null,
  expires_at instant not null
);
create index upload_of_owner on files.upload (owner_id);
create index upload_expiry on files.upload (expires_at);

-- The one key that signs grants and passes: the same for all server processes, different for every installation.
create table files.signing_key (
  single boolean primary key default true check (single),
  key bytea not null
);
insert into files.signing_key (key)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
