-- External training: activities that ask for reports, who is asked, and the reports. A report may stand alone: members report what
-- they have chosen themselves.
create table external.activity (
  id uuid primary key,
  company_id uuid not null,
  -- Whoever manages external training of this organization, or of one above it, manages the activity.
  organization_id uuid not null,
  title text not null,
  kind text not null,
  provider text not null,
  place text not null,
  starts_on date,
  ends_on date,
  description text not null,
  report_from instant not null,
  report_until instant not null,
  needs_evidence boolean not null,
  revision int not null default 0,
  created_by uuid not null,
  created_at instant not null,
  updated_at instant not null,
  check (starts_on <= ends_on),
  check (report_from < report_until)
);
create index activity_of_company on external.activity (company_id, report_until desc, id);

create table external.reporter (
  activity_id uuid not null references external.activity (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  added_at instant not null,
  primary key (activity_id, member_id)
);
create index reporter_member on external.reporter (company_id, member_id);

create table external.report (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  -- Of the member when the report was begun.
  organization_id uuid not null,
  activity_id uuid references external.activity (id),
  title text not null,
  kind text not null,
  provider text not null,
  place text not null,
  starts_on date,
  ends_on date,
  hour_hundredths int check (hour_hundredths between 0 and 1000000),
  cost_hundredths int check (cost_hundredths between 0 and 10000000),
  certificate_number text not null,
  summary text not null,
  file_ids uuid[] not null,
  state text not null check (state in ('draft', 'pending', 'accepted', 'returned')),
  is_in_approval boolean not null default false,
  reason text not null default '',
  decided_by uuid,
  decided_at instant,
  submitted_at instant,
  revision int not null default 0,
  created_at instant not null,
  updated_at instant not null,
  check (starts_on <= ends_on),
  check (state in ('draft', 'returned') or starts_on is not null and ends_on is not null),
  unique (activity_id, member_id)
);
create index report_of_member on external.report (company_id, member_id, updated_at desc, id);
create index report_of_company on external.report (company_id, state, submitted_at desc, id);
