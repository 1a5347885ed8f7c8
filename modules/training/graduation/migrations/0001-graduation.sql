-- Graduation from classes. Whether somebody has graduated stands in the enrollment of the class; here stands what is asked for,
-- and of each graduation who gave it, why, and what became of it.

-- A class without a row asks for its required activities. The activities that conditions name are those of the class as it is.
create table graduation.rule (
  class_id uuid primary key,
  company_id uuid not null,
  attendance_percent smallint check (attendance_percent between 1 and 100),
  requires_activities boolean not null,
  activities jsonb not null,
  credits int check (credits between 1 and 1000000),
  retraining_months smallint check (retraining_months between 1 and 120),
  updated_at instant not null
);
create index rule_of_company on graduation.rule (company_id);

create table graduation.batch (
  id uuid primary key,
  class_id uuid not null,
  company_id uuid not null,
  task_id uuid not null unique,
  is_forced boolean not null,
  reason text not null,
  member_count int not null,
  created_by uuid not null,
  created_at instant not null,
  ended_at instant
);
-- Of a class one batch runs at a time, however many start one at once.
create unique index batch_running on graduation.batch (class_id) where ended_at is null;
create index batch_newest on graduation.batch (class_id, created_at desc, id desc);

create table graduation.candidate (
  batch_id uuid not null references graduation.batch (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- Gone: left the class, or graduated already, before the turn came.
  state text not null default 'waiting' check (state in ('waiting', 'graduated', 'failing', 'gone')),
  primary key (batch_id, member_id)
);
create index candidate_waiting on graduation.candidate (batch_id, member_id) where state = 'waiting';
create index candidate_member on graduation.candidate (company_id, member_id);

create table graduation.graduate (
  id uuid primary key,
  class_id uuid not null,
  member_id uuid not null,
  company_id uuid not null,
  graduated_at instant not null,
  graduated_by uuid not null,
  -- Why, where the conditions were not met.
  reason text not null,
  retrain_at instant,
  retraining_announced_at instant,
  retraining_settled_at instant,
  revoked_at instant,
  revoked_by uuid,
  revocation text not null default '',
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index graduate_current on graduation.graduate (class_id, member_id) where revoked_at is null;
create index graduate_member on graduation.graduate (company_id, member_id);
create index graduate_retraining on graduation.graduate (retrain_at)
  where retrain_at is not null and retraining_announced_at is null and revoked_at is null;
create index graduate_due on graduation.graduate (class_id, retrain_at)
  where retrain_at is not null and retraining_settled_at is null and revoked_at is null;
