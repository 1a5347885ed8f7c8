-- What the participants and the staff of a class share beside its activities: groups, seats, photos, and the diary.

-- Both plans are written as a whole: the revision says which one somebody has read.
create table classes.workspace (
  class_id uuid primary key references classes.class (id) on delete cascade,
  company_id uuid not null,
  seat_rows smallint not null default 0 check (seat_rows between 0 and 40),
  seat_columns smallint not null default 0 check (seat_columns between 0 and 40),
  revision int not null default 0
);

create table classes.member_group (
  id uuid primary key,
  class_id uuid not null references classes.class (id) on delete cascade,
  company_id uuid not null,
  name text not null,
  sort smallint not null
);
create index member_group_order on classes.member_group (class_id, sort);

-- A member is in one group of a class at most. Whoever leaves the class is not shown here any more.
create table classes.group_member (
  class_id uuid not null references classes.class (id) on delete cascade,
  member_id uuid not null,
  group_id uuid not null references classes.member_group (id) on delete cascade,
  company_id uuid not null,
  primary key (class_id, member_id)
);
create index group_member_group on classes.group_member (group_id);
create index group_member_member on classes.group_member (company_id, member_id);

create table classes.seat (
  class_id uuid not null references classes.class (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  seat_row smallint not null check (seat_row between 0 and 39),
  seat_column smallint not null check (seat_column between 0 and 39),
  primary key (class_id, member_id),
  unique (class_id, seat_row, seat_column)
);
create index seat_member on classes.seat (company_id, member_id);

create table classes.photo (
  id uuid primary key,
  class_id uuid not null references classes.class (id) on delete cascade,
  company_id uuid not null,
  file_id uuid not null unique,
  member_id uuid not null,
  caption text not null,
  created_at instant not null,
  -- The first report that nobody has looked at yet.
  reported_by uuid,
  reported_at instant,
  report_reason text not null default '',
  check ((reported_by is null) = (reported_at is null))
);
create index photo_newest on classes.photo (class_id, created_at desc, id desc);
create index photo_reported on classes.photo (class_id, reported_at) where reported_at is not null;
create index photo_member on classes.photo (company_id, member_id);

create table classes.diary_entry (
  id uuid primary key,
  class_id uuid not null references classes.class (id) on delete cascade,
  company_id uuid not null,
  author_id uuid not null,
  kind text not null check (kind in ('notice', 'diary')),
  title text not null,
  text text not null,
  created_at instant not null,
  updated_at instant not null
);
create index diary_entry_newest on classes.diary_entry (class_id, created_at desc, id desc);
create index diary_entry_author on classes.diary_entry (company_id, author_id);

-- The meetings of a company in time: calendars, and who has to be in two places at once.
create index activity_meeting on classes.activity (company_id, starts_at, class_id) where kind = 'offline' and starts_at is not null;
