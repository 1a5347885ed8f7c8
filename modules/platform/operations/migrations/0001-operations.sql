-- What keeps the platform running and answerable: who did what (audit), what can still be brought back (recycle bin), and
-- work that people watch (tasks). Lies below identity: members are ids here, their names come from the directory.

create extension if not exists pg_trgm with schema public;

-- One row for each thing that a call changed. Requests only insert, so that they never wait for each other; a job seals
-- the rows later, in commit order, into one chain of hashes a company (server/audit/chain.ts).
create table operations.audit_entry (
  id uuid primary key,
  company_id uuid not null,
  -- null: the platform itself, by a job.
  actor_id uuid,
  actor_roles text[] not null,
  -- `settings.changeRule`: module and call.
  action text not null,
  subject_type text,
  subject_id text,
  -- JSON as it was written, { name, before, after, input }: text, because its digest is taken from every byte.
  details text,
  details_salt bytea,
  details_digest bytea not null,
  -- JSON, { ip, userAgent }.
  origin text,
  origin_salt bytea,
  origin_digest bytea not null,
  at instant not null,
  -- The erased member for whom details or origin were taken away; the digests stay, so the chain still holds.
  redacted_for uuid,
  -- Set once, by the sealing job.
  seq bigint,
  hash bytea,
  unique (company_id, seq)
);
create index audit_entry_newest on operations.audit_entry (company_id, at desc, id desc);
create index audit_entry_of_actor on operations.audit_entry (company_id, actor_id, at desc, id desc);
create index audit_entry_of_action on operations.audit_entry (company_id, action, at desc, id desc);
create index audit_entry_of_subject on operations.audit_entry (company_id, subject_id, at desc, id desc);
create index audit_entry_details on operations.audit_entry using gin (details gin_trgm_ops);
create index audit_entry_unsealed on operations.audit_entry (company_id, at, id) where seq is null;
create index audit_entry_redacted on operations.audit_entry (company_id, redacted_for) where redacted_for is not null;

-- No mistake of the program changes the log: an entry is sealed once, and loses its texts only for an erased member.
-- Who holds the database itself can switch this off; then the chain shows it.
create function operations.keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'entries of the audit log are not deleted';
  end if;
  if (new.id, new.company_id, new.actor_id, new.actor_roles, new.action, new.subject_type, new.subject_id,
      new.details_digest, new.origin_digest, new.at)
    is distinct from (old.id, old.company_id, old.actor_id, old.actor_roles, old.action, old.subject_type,
      old.subject_id, old.details_digest, old.origin_digest, old.at)
    or (old.seq is not null and (new.seq, new.hash) is distinct from (old.seq, old.hash))
    or (new.details is distinct from old.details and (new.details is not null or new.redacted_for is null))
    or (new.origin is distinct from old.origin and (new.origin is not null or new.redacted_for is null))
  then
    raise exception 'entries of the audit log are not changed';
  end if;
  return new;
end $$;
create trigger keep_audit_entry before update or delete on operations.audit_entry
  for each row execute function operations.keep_audit_entry();

-- The newest sealed entry of each company: a chain that is cut off at its end no longer reaches it.
create table operations.audit_head (
  company_id uuid primary key,
  seq bigint not null,
  hash bytea not null,
  sealed_at instant not null,
  -- The newest copy of a head in the file store: only what the screen shows; a verification reads the copies themselves.
  anchored_seq bigint,
  anchored_hash bytea,
  anchored_at instant
);

-- What the verifications found. `fault` is null where the whole chain holds.
create table operations.audit_check (
  id uuid primary key,
  company_id uuid not null,
  checked_by uuid,
  checked_at instant not null,
  entries bigint not null,
  redacted bigint not null,
  seq bigint not null,
  hash bytea,
  -- changed, removed, added, redacted, cut-off, anchor
  fault text,
  fault_seq bigint
);
create index audit_check_newest on operations.audit_check (company_id, checked_at desc, id desc);

-- Things that their owner has marked as deleted. 15 days later they are purged (SYSTEM-244).
create table operations.recycled_item (
  id uuid primary key,
  company_id uuid not null,
  -- Registered by the owning module: `course`.
  kind text not null,
  item_id uuid not null,
  name text not null,
  deleted_by uuid not null,
  deleted_at instant not null,
  purge_at instant not null,
  unique (company_id, kind, item_id)
);
create index recycled_item_newest on operations.recycled_item (company_id, deleted_at desc, id desc);
create index recycled_item_of_member on operations.recycled_item (company_id, deleted_by, deleted_at desc, id desc);
create index recycled_item_due on operations.recycled_item (purge_at);

-- Long work that somebody watches. The work itself is a job of the owning module; this row is what is seen of it.
create table operations.task (
  id uuid primary key,
  company_id uuid not null,
  -- Who asked for it; null: the platform itself.
  member_id uuid,
  -- Registered by the owning module: `member-import`.
  kind text not null,
  title text not null,
  -- interrupted: its process is gone and nobody has taken it up yet.
  state text not null check (state in ('waiting', 'running', 'interrupted', 'done', 'failed', 'cancelled')),
  permille smallint not null default 0 check (permille between 0 and 1000),
  note text not null default '',
  -- Counts and links of the finished work; the error rows stand in task_problem.
  report jsonb,
  problem_count integer not null default 0,
  reason text,
  attempt smallint not null default 1,
  cancel_requested_at instant,
  created_at instant not null,
  -- When it last got on: one that stands still lost its process.
  moved_at instant not null,
  finished_at instant
);
create index task_newest on operations.task (company_id, created_at desc, id desc);
create index task_of_member on operations.task (company_id, member_id, created_at desc, id desc);
create index task_running on operations.task (moved_at) where state = 'running';
create index task_finished on operations.task (finished_at) where finished_at is not null;

create table operations.task_problem (
  task_id uuid not null references operations.task (id) on delete cascade,
  position integer not null,
  -- As a spreadsheet counts; null where the problem is no row's.
  row_number integer,
  column_name text,
  message_cn text not null,
  message_en text not null,
  primary key (task_id, position)
);
