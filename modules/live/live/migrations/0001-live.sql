-- Broadcasts. A live belongs to the organization of who applied for it: the share scope, the approvers and the supplier
-- follow from that. Its room (rooms.room) has the same id. Status and approval status are two columns, for an approval
-- may end while the status stays; what a screen shows of both is decided by contract/states.ts alone.
create table live.live (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  -- Who applied: the host.
  host_id uuid not null,
  subject text not null,
  -- The name as it is compared: width, case and spaces make no other name.
  subject_key text not null,
  -- Map live-type: 1 internal, 2 external. Map live-form-type: 1 immediate, 2 scheduled.
  live_type smallint not null check (live_type in (1, 2)),
  form_type smallint not null check (form_type in (1, 2)),
  -- Map supplier, and what carries it for that supplier here.
  supplier smallint not null check (supplier in (0, 3, 4)),
  provider text not null check (provider in ('built-in', 'bigbluebutton', 'none')),
  external_id text,
  external_url text,
  live_mode smallint not null check (live_mode in (1, 2, 3)),
  share_scope smallint not null check (share_scope in (1, 2, 3)),
  execution_mode smallint not null check (execution_mode in (0, 1, 2)),
  start_time instant not null,
  duration_minutes integer not null check (duration_minutes between 0 and 99999),
  planned_end_at instant not null,
  plan_number integer check (plan_number between 0 and 99999),
  description text not null,
  lecturer_desc text not null,
  cover_file_id uuid,
  home_config_id text,
  auto_publish boolean not null,
  -- Map live-status: 0 unpublished, 1 not started, 2 in progress, 3 ended, 4 cancelled.
  status smallint not null check (status between 0 and 4),
  -- Map live-approval-status: 1 under review, 2 agreed, 3 failed, 4 withdrawn; null where nobody was asked.
  approval_status smallint check (approval_status between 1 and 4),
  -- 1 requested, 3 made by the provider, 4 failed.
  request_status smallint not null check (request_status in (1, 3, 4)),
  -- Grows with each change that the provider is to hear of: a job that was overtaken by another change does nothing.
  revision integer not null default 1,
  organizer_token text,
  panelist_token text,
  attendee_token text,
  sub_number integer not null default 0 check (sub_number >= 0),
  attend_number integer not null default 0 check (attend_number >= 0),
  -- What another provider has recorded.
  recording_url text,
  recording_seconds integer,
  started_at instant,
  ended_at instant,
  created_at instant not null,
  updated_at instant not null,
  check ((live_type = 2) = (external_url is not null)),
  check ((status in (2, 3)) = (started_at is not null)),
  check ((status = 3) = (ended_at is not null)),
  unique (company_id, subject_key)
);
-- Lists of the company in their orders; what the caller may not see is passed over.
create index live_newest on live.live (company_id, created_at desc, id desc);
create index live_coming on live.live (company_id, start_time, id) where status in (1, 2);
create index live_past on live.live (company_id, ended_at desc, id desc) where status = 3;
create index live_hot on live.live (company_id, (sub_number + attend_number) desc, id desc) where status in (1, 2, 3);
create index live_of_host on live.live (company_id, host_id, created_at desc, id desc);
-- What the minute's job looks at.
create index live_running on live.live (status, planned_end_at) where status = 2;
create index live_elsewhere on live.live (planned_end_at)
  where provider = 'bigbluebutton' and recording_url is null and status in (1, 2, 3);
create index live_external_due on live.live (start_time) where live_type = 2 and status = 1;

-- Who is on stage besides the host.
create table live.lecturer (
  live_id uuid not null references live.live on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  sort smallint not null,
  primary key (live_id, member_id)
);
create index lives_of_lecturer on live.lecturer (company_id, member_id);

-- Reservations and first entries. live.live counts them, in the same transaction.
create table live.reservation (
  live_id uuid not null references live.live on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  created_at instant not null,
  primary key (live_id, member_id)
);
create index reservation_of_member on live.reservation (company_id, member_id);

create table live.attendee (
  live_id uuid not null references live.live on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  first_at instant not null,
  -- That one is there, said while the live is in progress: the first and the last time.
  signed_at instant,
  last_signed_at instant,
  primary key (live_id, member_id)
);
create index attendee_of_member on live.attendee (company_id, member_id);

-- Which supplier an organization has, with all below it that have no row of their own. Without any row it is 3: the
-- built-in rooms. null: none.
create table live.supplier_setting (
  company_id uuid not null,
  organization_id uuid not null,
  supplier smallint check (supplier in (0, 3, 4)),
  expires_at instant,
  updated_by uuid not null,
  updated_at instant not null,
  primary key (company_id, organization_id)
);

create table live.banner (
  id uuid primary key,
  company_id uuid not null,
  sort smallint not null,
  title text not null,
  picture_file_id uuid not null,
  live_id uuid references live.live on delete cascade,
  url text,
  created_at instant not null,
  check (live_id is null or url is null),
  unique (company_id, sort)
);
create index banner_of_live on live.banner (live_id);
