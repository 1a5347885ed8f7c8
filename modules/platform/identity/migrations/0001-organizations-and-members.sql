-- Companies, their organization trees, members, roles and sessions: everything else hangs on these.
-- A company is a root organization and has its id. Every row carries the company, so that no query can cross.
create extension if not exists pg_trgm;

create table identity.company (
  id uuid primary key,
  -- Days (daily caps, "today") are days of this zone.
  time_zone text not null default 'Asia/Shanghai',
  created_at instant not null
);

create table identity.organization (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  parent_id uuid references identity.organization (id),
  name text not null check (length(name) between 1 and 100),
  code text,
  sort integer not null default 0,
  enabled boolean not null default true,
  -- Merged into another, or deleted (then: its parent). The row stays, below that one, because other modules name it:
  -- what was this organization's is then the other's.
  merged_into_id uuid references identity.organization (id),
  created_at instant not null,
  unique (company_id, code)
);
create index organization_children on identity.organization (company_id, parent_id, sort, id);
create index organization_merged on identity.organization (merged_into_id) where merged_into_id is not null;

-- The closure of the tree: one row for each pair of an organization and one at or above it (depth 0 is itself).
create table identity.organization_ancestor (
  organization_id uuid not null references identity.organization (id) on delete cascade,
  ancestor_id uuid not null references identity.organization (id) on delete cascade,
  depth integer not null,
  primary key (ancestor_id, organization_id)
);
create index organization_ancestor_of on identity.organization_ancestor (organization_id, depth);

create table identity.position (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  name text not null,
  created_at instant not null,
  unique (company_id, name)
);

create table identity.member (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  organization_id uuid not null references identity.organization (id),
  -- The name to sign in with; unique on the platform whatever its letter case.
  name text not null,
  full_name text not null,
  staff_number text,
  phone text,
  email text,
  -- 0 not said, 1 male, 2 female.
  sex smallint not null default 0,
  position_id uuid references identity.position (id),
  job_name text,
  -- 1 individual, 2 purchaser, 3 admin.
  person_type smallint not null default 1,
  avatar_path text not null default 'avatars/0-1.png',
  bio text not null default '',
  hired_on date,
  superior_id uuid references identity.member (id),
  enabled boolean not null default true,
  created_at instant not null,
  updated_at instant not null,
  -- What a keyword is looked for in, every word between spaces (server/search.ts).
  search_text text not null generated always as (
    ' ' || name || ' ' || full_name || ' ' || coalesce(phone, '') || ' ' || coalesce(staff_number, '') || ' '
  ) stored
);
create index member_search on identity.member using gin (search_text gin_trgm_ops);
create index member_by_full_name on identity.member (company_id, full_name, id);
create index member_position on identity.member (position_id);
create unique index member_name on identity.member (lower(name));
create unique index member_phone on identity.member (phone);
create unique index member_email on identity.member (lower(email));
create unique index member_staff_number on identity.member (company_id, staff_number);
create index member_of_organization on identity.member (organization_id, id);
create index member_newest on identity.member (company_id, created_at desc, id);
create index member_superior on identity.member (superior_id);

create table identity.credential (
  member_id uuid primary key references identity.member (id) on delete cascade,
  password_hash text,
  password_changed_at instant,
  -- Given by an administrator: to be changed at the next sign-in.
  change_needed boolean not null default false,
  wrong_passwords smallint not null default 0,
  -- Wrong passwords that are an hour old no longer count.
  wrong_password_at instant,
  locked_until instant
);

create table identity.role_grant (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  member_id uuid not null references identity.member (id) on delete cascade,
  role text not null,
  -- The grant covers this organization and what is below it.
  organization_id uuid not null references identity.organization (id),
  -- A disabled lecturer keeps the grant but not its actions (IDENTITY-053).
  enabled boolean not null default true,
  granted_by uuid,
  granted_at instant not null,
  unique (member_id, role, organization_id)
);
create index role_grant_of_role on identity.role_grant (company_id, role);
create index role_grant_of_organization on identity.role_grant (organization_id);

-- Where a company departs from the default matrix of server/permissions.ts.
create table identity.role_permission (
  company_id uuid not null references identity.company (id),
  role text not null,
  permission text not null,
  allowed boolean not null,
  primary key (company_id, role, permission)
);

-- Tokens are opaque and stored as SHA-256 only. A session is one sign-in on one device.
create table identity.session (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null references identity.member (id) on delete cascade,
  access_hash bytea not null unique,
  access_expires_at instant not null,
  refresh_hash bytea not null unique,
  refresh_expires_at instant not null,
  -- The next tokens are made of this and the refresh token, so that two tabs that renew at once get the same ones.
  rotation_key bytea not null,
  created_at instant not null,
  last_seen_at instant not null,
  ended_at instant,
  -- The code that a later call with a token of this session answers, where one is due (90901).
  end_code integer,
  ip text not null,
  user_agent text not null
);
create index session_of_member on identity.session (member_id, created_at) where ended_at is null;
create index session_refresh_expires on identity.session (refresh_expires_at);

-- Refresh tokens that were renewed. One that comes again was copied: its session ends.
create table identity.spent_refresh_token (
  hash bytea primary key,
  session_id uuid not null references identity.session (id) on delete cascade,
  spent_at instant not null
);
create index spent_refresh_token_of_session on identity.spent_refresh_token (session_id);
