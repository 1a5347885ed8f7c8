-- What is made of an uploaded file so that a browser can show it: an encrypted stream of a video, the PDF of an office
-- file, a poster, smaller pictures. All of it can be made again, so none of it is in the file's own row.

-- The state of making it (SYSTEM-084). A file without a row is shown as it is, or can only be downloaded.
create table files.conversion (
  file_id uuid primary key references files.file (id) on delete cascade,
  company_id uuid not null,
  kind text not null check (kind in ('stream', 'pdf')),
  -- 0 converting, 1 done, 2 failed: the map translate-type.
  translate_type smallint not null check (translate_type in (0, 1, 2)),
  progress_permille smallint not null default 0 check (progress_permille between 0 and 1000),
  -- Why it failed: a key of the texts `conversion.failure`.
  failure text,
  -- Each run writes its objects under names of its own, so what a killed run left is never mistaken for a result.
  run_id uuid,
  -- How often it was begun: what ends its process each time is given up.
  runs smallint not null default 0,
  heartbeat_at instant,
  -- The entry of the list of long work that its uploader watches.
  task_id uuid,
  requested_at instant not null,
  finished_at instant
);
create index conversion_of_company on files.conversion (company_id, translate_type);
create index conversion_of_task on files.conversion (task_id);

create table files.rendition (
  file_id uuid not null references files.file (id) on delete cascade,
  -- `poster`, `pdf`, `w640` (a picture of that width), `s720` (a stream of that height).
  name text not null,
  company_id uuid not null,
  object_key text not null,
  content_type text not null,
  size_bytes bigint not null,
  width integer,
  height integer,
  -- Of a stream: [offset, bytes, milliseconds] of each of its encrypted pieces, one after the other in one object.
  segments jsonb,
  created_at instant not null,
  primary key (file_id, name)
);

-- The key of a file's stream. It leaves the server only to a player with an m3u8 token (SYSTEM-087).
create table files.stream_key (
  file_id uuid primary key references files.file (id) on delete cascade,
  company_id uuid not null,
  key bytea not null check (length(key) = 16),
  created_at instant not null
);
