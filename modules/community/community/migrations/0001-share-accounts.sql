-- Share accounts: under which name a person, a team or an organization publishes. An application is an account that is
-- not there yet, an edit one that is not shown yet: both are kept apart from it, so that what waits for an approval never
-- shows. Names are unique in a company, whatever their case and width.
create table community.account (
  id uuid primary key,
  company_id uuid not null,
  -- Whose approvers decide about its changes.
  organization_id uuid not null,
  -- Map enjoy-type: 0 personal, 1 team, 2 organization.
  enjoy_type smallint not null check (enjoy_type in (0, 1, 2)),
  name text not null,
  name_key text not null,
  description text not null default '',
  avatar_file_id uuid not null,
  -- Of teams and organizations.
  invitation_code text unique,
  invitation_code_at instant,
  frozen_at instant,
  visit_count bigint not null default 0,
  created_at instant not null,
  updated_at instant not null,
  check ((enjoy_type = 0) = (invitation_code is null)),
  unique (company_id, name_key)
);

create table community.account_member (
  account_id uuid not null references community.account on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- Map member-type: 0 total administrator, 1 administrator, 2 member.
  member_type smallint not null check (member_type in (0, 1, 2)),
  joined_at instant not null,
  primary key (account_id, member_id)
);
-- One total administrator at most; the functions keep that there is one.
create unique index account_total_administrator on community.account_member (account_id) where member_type = 0;
create index accounts_of_member on community.account_member (company_id, member_id);

-- The personal account of a member: nobody has two.
create table community.personal_account (
  member_id uuid primary key,
  company_id uuid not null,
  account_id uuid not null unique references community.account on delete cascade
);

create table community.application (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  -- For an account that is to be made; else for a change of one that is there.
  is_new boolean not null,
  -- The account that is to be changed, or that was made.
  account_id uuid references community.account on delete cascade,
  enjoy_type smallint not null check (enjoy_type in (0, 1, 2)),
  name text not null,
  name_key text not null,
  description text not null,
  avatar_file_id uuid not null,
  topic_ids uuid[] not null,
  -- Map approval-result: 0 refused, 1 agreed, 2 withdrawn, 4 approving.
  result smallint not null check (result in (0, 1, 2, 4)),
  opinion text not null default '',
  created_at instant not null,
  decided_at instant
);
create index application_of_member on community.application (company_id, member_id, created_at desc) where is_new;
create index application_of_account on community.application (account_id, created_at desc);
-- One new account at a time a member, one change at a time an account.
create unique index application_pending on community.application (member_id) where result = 4 and is_new;
create unique index edit_pending on community.application (account_id) where result = 4 and not is_new;
-- A name that somebody waits for is taken.
create unique index name_pending on community.application (company_id, name_key) where result = 4;
