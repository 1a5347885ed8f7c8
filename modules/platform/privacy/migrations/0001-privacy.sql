-- What members ask for about their own data: a copy of it, and its erasure. The data itself is the other modules'.

create table privacy.data_export (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  -- The member, or an administrator on the member's request.
  requested_by uuid not null,
  state text not null check (state in ('waiting', 'ready', 'failed', 'expired')),
  -- The file has the export's id, so that a job that was killed after storing finds what it stored.
  size_bytes bigint,
  created_at instant not null,
  ready_at instant,
  expires_at instant
);
create index data_export_of_member on privacy.data_export (company_id, member_id, created_at desc, id desc);
create index data_export_newest on privacy.data_export (company_id, created_at desc, id desc);
create index data_export_expires on privacy.data_export (expires_at) where state = 'ready';
-- One at a time.
create unique index data_export_running on privacy.data_export (member_id) where state = 'waiting';

create table privacy.erasure (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  requested_by uuid not null,
  -- blocked: the company would have been left without a super administrator.
  state text not null check (state in ('waiting', 'cancelled', 'blocked', 'done')),
  requested_at instant not null,
  -- Until then it can be called off.
  due_at instant not null,
  cancelled_by uuid,
  ended_at instant
);
create index erasure_of_member on privacy.erasure (company_id, member_id, requested_at desc);
create index erasure_newest on privacy.erasure (company_id, requested_at desc, id desc);
create index erasure_due on privacy.erasure (due_at) where state = 'waiting';
create unique index erasure_waiting on privacy.erasure (member_id) where state = 'waiting';
