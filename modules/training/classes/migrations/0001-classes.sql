-- Classes. The published body stands beside the draft, because learners see a change only when it is published. The
-- progress of a member is a row of its own, so that learners never wait for an author.
create table classes.class (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null,
  body text not null,
  published_body text,
  -- Empty: the whole company.
  organization_ids uuid[] not null,
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  approval text check (approval in ('waiting', 'refused')),
  version_number int not null default 0,
  revision int not null default 0,
  updated_at instant not null,
  published_at instant,
  off_shelf_at instant,
  deleted_at instant,
  check (status = 'draft' or published_at is not null)
);
create index class_authored on classes.class (company_id, updated_at desc, id) where deleted_at is null;
create index class_shown on classes.class (company_id, published_at desc, id)
  where status = 'on-shelf' and deleted_at is null;

create table classes.progress (
  class_id uuid not null references classes.class (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  opened_at instant not null,
  finished_at instant,
  primary key (class_id, member_id)
);
create index progress_member on classes.progress (company_id, member_id);
