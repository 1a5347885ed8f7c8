-- Classrooms and their bookings. That two of them never overlap is a promise of the database: an exclusion constraint, which no
-- order of calls gets past.
create extension if not exists btree_gist with schema public;

create table classrooms.room (
  id uuid primary key,
  company_id uuid not null,
  -- Whoever manages the classrooms of this organization, or of one above it, manages the room.
  organization_id uuid not null,
  name text not null,
  building text not null,
  seats int not null check (seats between 1 and 10000),
  equipment text[] not null,
  picture_file_id uuid,
  note text not null,
  -- [{ weekday, from, until }] in minutes of the company's day; at most one for each weekday.
  hours jsonb not null,
  -- Who may book it, with those below. Empty: the whole company.
  organization_ids uuid[] not null,
  manager_ids uuid[] not null,
  is_reviewed boolean not null,
  ahead_days int not null check (ahead_days between 1 and 730),
  is_enabled boolean not null,
  revision int not null default 0,
  created_by uuid not null,
  created_at instant not null,
  updated_at instant not null,
  constraint room_name unique (company_id, building, name)
);
create index room_managers on classrooms.room using gin (manager_ids);

create table classrooms.booking (
  id uuid primary key,
  room_id uuid not null references classrooms.room (id),
  company_id uuid not null,
  -- Bookings that were made together have it in common; approval decides about all of them.
  series_id uuid not null,
  member_id uuid not null,
  title text not null,
  attendees int check (attendees > 0),
  note text not null default '',
  starts_at instant not null,
  ends_at instant not null,
  state text not null check (state in ('pending', 'booked', 'canceled', 'refused')),
  is_in_approval boolean not null default false,
  -- What has booked the room: another part of the platform, by its own kind and id.
  ref_kind text,
  ref_id uuid,
  reason text not null default '',
  decided_by uuid,
  decided_at instant,
  revision int not null default 0,
  created_at instant not null,
  check (starts_at < ends_at),
  check ((ref_kind is null) = (ref_id is null)),
  -- The end of one may be the beginning of the next.
  constraint booking_overlap exclude using gist (room_id with =, int8range(starts_at, ends_at) with &&)
    where (state in ('pending', 'booked'))
);
create index booking_of_room on classrooms.booking (room_id, starts_at, id);
create index booking_of_company on classrooms.booking (company_id, starts_at, id);
create index booking_of_member on classrooms.booking (company_id, member_id, starts_at, id);
create index booking_of_series on classrooms.booking (series_id);
create index booking_of_ref on classrooms.booking (ref_kind, ref_id) where ref_id is not null;
create index booking_waiting on classrooms.booking (room_id, starts_at) where state = 'pending' and not is_in_approval;
