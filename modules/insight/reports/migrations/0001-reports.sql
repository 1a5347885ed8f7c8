-- Saved views with their versions, exports and schedules. A query is stored as it was asked and is compiled anew by each reading,
-- in the scope of whoever reads: no row of a report is kept but in the file that somebody asked for.
create table reports.view (
  id uuid primary key,
  company_id uuid not null,
  owner_id uuid not null,
  name text not null,
  description text not null,
  query jsonb not null,
  revision integer not null default 1,
  audience text not null default 'owner' check (audience in ('owner', 'chosen', 'company')),
  organization_ids uuid[] not null default '{}',
  member_ids uuid[] not null default '{}',
  created_at instant not null,
  updated_at instant not null
);
create index view_of_owner on reports.view (owner_id, updated_at desc, id desc);
create index view_of_company on reports.view (company_id, updated_at desc, id desc) where audience <> 'owner';

create table reports.view_version (
  view_id uuid not null references reports.view on delete cascade,
  company_id uuid not null,
  revision integer not null,
  name text not null,
  description text not null,
  query jsonb not null,
  created_at instant not null,
  primary key (view_id, revision)
);

-- An export has the id of its task and of its file.
create table reports.run (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  name text not null,
  query jsonb not null,
  format text not null check (format in ('xlsx', 'csv', 'pdf')),
  language text not null check (language in ('cn', 'en')),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'expired')),
  row_count integer not null default 0,
  size_bytes bigint,
  created_at instant not null,
  expires_at instant
);
create index run_of_member on reports.run (member_id, created_at desc);
create index run_expires on reports.run (expires_at) where state = 'ready';

-- When a view is sent. `next_at` is the next moment, reckoned in the zone of the company when the last one was over.
create table reports.schedule (
  id uuid primary key,
  company_id uuid not null,
  view_id uuid not null references reports.view on delete cascade,
  owner_id uuid not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  weekday smallint not null default 1 check (weekday between 1 and 7),
  month_day smallint not null default 1 check (month_day between 1 and 31),
  minute_of_day smallint not null check (minute_of_day between 0 and 1439),
  format text not null check (format in ('xlsx', 'csv', 'pdf')),
  by_mail boolean not null default true,
  language text not null check (language in ('cn', 'en')),
  member_ids uuid[] not null,
  paused boolean not null default false,
  next_at instant,
  created_at instant not null,
  updated_at instant not null
);
create index schedule_of_view on reports.schedule (view_id, created_at);
create index schedule_due on reports.schedule (next_at) where next_at is not null;
create index schedule_of_owner on reports.schedule (owner_id);

-- One row for each recipient of each moment: the key keeps a report from being sent twice. Its id is that of the file.
create table reports.sending (
  id uuid primary key,
  schedule_id uuid not null references reports.schedule on delete cascade,
  company_id uuid not null,
  due_at instant not null,
  member_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'skipped', 'failed')),
  reason text not null default '',
  file_name text not null default '',
  size_bytes bigint,
  attempts smallint not null default 0,
  ended_at instant,
  expires_at instant,
  unique (schedule_id, due_at, member_id)
);
create index sending_of_member on reports.sending (member_id);
create index sending_expires on reports.sending (expires_at) where expires_at is not null;
