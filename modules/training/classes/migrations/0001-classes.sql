-- Training classes. Changes of a published class hold at once: no draft stands beside it. What the state of a class is follows
-- from the shelf, the times and the clock.
create table classes.class (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null,
  description text not null,
  cover_file_id uuid,
  class_type smallint not null check (class_type between 1 and 3),
  train_type smallint not null check (train_type between 1 and 2),
  starts_at instant,
  ends_at instant,
  enrollment_from instant,
  enrollment_until instant,
  venue text not null,
  capacity int not null check (capacity between 1 and 10000),
  -- How many hold a place. The check is what no number of enrollments at once gets past.
  places_taken int not null default 0,
  -- Empty: the whole company.
  organization_ids uuid[] not null,
  manager_ids uuid[] not null,
  teacher_ids uuid[] not null,
  enrollment jsonb not null,
  phases jsonb not null default '[]',
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  approval text check (approval in ('waiting', 'refused')),
  version_number int not null default 0,
  revision int not null default 0,
  updated_at instant not null,
  published_at instant,
  off_shelf_at instant,
  revocation text not null default '',
  closed_at instant,
  closed_by uuid,
  deleted_at instant,
  check (places_taken between 0 and capacity),
  check (status = 'draft' or published_at is not null and starts_at < ends_at)
);
create index class_authored on classes.class (company_id, updated_at desc, id) where deleted_at is null;
create index class_shown on classes.class (company_id, starts_at desc, id) where status = 'on-shelf' and deleted_at is null;
create index class_managers on classes.class using gin (manager_ids);
create index class_teachers on classes.class using gin (teacher_ids);

-- So many places for an organization with those below it.
create table classes.quota (
  class_id uuid not null references classes.class (id) on delete cascade,
  organization_id uuid not null,
  company_id uuid not null,
  places int not null check (places between 0 and 10000),
  taken int not null default 0,
  primary key (class_id, organization_id),
  check (taken between 0 and places)
);

create table classes.enrollment (
  id uuid primary key,
  class_id uuid not null references classes.class (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  state text not null check (state in ('pending', 'waiting', 'offered', 'enrolled', 'withdrawn', 'refused', 'removed')),
  source text not null check (source in ('self', 'nominated', 'imported', 'substitute')),
  is_in_approval boolean not null default false,
  -- The quota of which the place is; null: of none.
  quota_organization_id uuid,
  -- When the member came, or came back: the order of the waiting list.
  queued_at instant not null,
  offered_until instant,
  decided_at instant,
  decided_by uuid,
  reason text not null default '',
  answers jsonb not null default '{}',
  opened_at instant,
  graduation smallint not null default 1 check (graduation in (1, 2)),
  graduated_at instant,
  unique (class_id, member_id),
  check ((state = 'offered') = (offered_until is not null))
);
create index enrollment_roster on classes.enrollment (class_id, queued_at, id);
create index enrollment_member on classes.enrollment (company_id, member_id, state);

create table classes.activity (
  id uuid primary key,
  class_id uuid not null references classes.class (id) on delete cascade,
  company_id uuid not null,
  kind text not null check (kind in ('content', 'link', 'notice', 'offline', 'homework', 'discussion', 'material')),
  phase smallint not null,
  sort smallint not null,
  is_required boolean not null,
  business_type smallint,
  business_id uuid,
  title text not null,
  text text not null,
  url text not null,
  venue text not null,
  opens_at instant,
  due_at instant,
  starts_at instant,
  ends_at instant,
  room_id uuid,
  lecturer_ids uuid[] not null default '{}',
  file_ids uuid[] not null default '{}',
  check ((kind = 'content') = (business_id is not null)),
  check ((business_type is null) = (business_id is null))
);
create index activity_order on classes.activity (class_id, sort);
create unique index activity_content on classes.activity (class_id, business_type, business_id);

-- A link, a notice or a material is finished when it was opened.
create table classes.visit (
  activity_id uuid not null references classes.activity (id) on delete cascade,
  member_id uuid not null,
  class_id uuid not null,
  company_id uuid not null,
  opened_at instant not null,
  primary key (activity_id, member_id)
);
create index visit_member on classes.visit (company_id, member_id);
