-- Attendance of training classes. A check-in list belongs to a session; what somebody passed at its door are its passages, and a
-- record is what follows from them for one member: that a list is read without looking at each passage.
create table attendance.check_in (
  id uuid primary key,
  company_id uuid not null,
  class_id uuid not null,
  activity_id uuid,
  makes_up_for uuid references attendance.check_in (id) on delete set null,
  title text not null,
  kind text not null check (kind in ('in', 'in-out')),
  ways text[] not null check (ways <> '{}' and ways <@ array['qr', 'scan']),
  starts_at instant not null,
  ends_at instant not null,
  opens_at instant not null,
  closes_at instant not null,
  late_after int not null,
  early_before int not null,
  code_word text not null,
  -- Where participants have to be; all three or none.
  latitude double precision,
  longitude double precision,
  radius int,
  -- What the codes of the screen in the room are signed with.
  secret text not null,
  reminded_at instant,
  revision int not null default 0,
  check (starts_at < ends_at),
  check (opens_at < closes_at),
  check (num_nonnulls(latitude, longitude, radius) in (0, 3))
);
create index check_in_order on attendance.check_in (class_id, starts_at, id);
create index check_in_activity on attendance.check_in (activity_id);
create index check_in_made_up on attendance.check_in (makes_up_for);

-- What own codes of a class are signed with.
create table attendance.class_key (
  class_id uuid primary key,
  company_id uuid not null,
  secret text not null
);

-- Who has scanned the code in the room and may check in by it for a while: one member, in one session, on one device.
create table attendance.claim (
  check_in_id uuid not null references attendance.check_in (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  token_hash text not null,
  session_id uuid not null,
  device_key text not null,
  -- Wrong code words. A second scan does not give new tries.
  tries int not null default 0,
  expires_at instant not null,
  primary key (check_in_id, member_id)
);

create table attendance.record (
  check_in_id uuid not null references attendance.check_in (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  class_id uuid not null,
  first_in_at instant,
  last_out_at instant,
  inside_since instant,
  -- Between coming and leaving, within the session.
  minutes int not null default 0,
  -- Of the first time.
  source text check (source in ('qr', 'scan', 'typed', 'picked')),
  device_key text,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  distance double precision,
  flags text[] not null default '{}',
  corrected_state text check (corrected_state in ('present', 'late', 'early', 'absent', 'leave', 'made-up')),
  corrected_minutes int,
  corrected_by uuid,
  corrected_at instant,
  correction text not null default '',
  primary key (check_in_id, member_id)
);
-- One device checks in one member.
create unique index record_device on attendance.record (check_in_id, device_key) where device_key is not null;
create index record_place on attendance.record (check_in_id, latitude, longitude) where latitude is not null;
create index record_member on attendance.record (member_id);
-- Partial, as the ones above: a new list is empty in the statistics, and the planner would look a member up by any of its indexes,
-- through all who have come.
create index record_latest on attendance.record (check_in_id, first_in_at desc) where first_in_at is not null;

create table attendance.passage (
  id uuid primary key,
  check_in_id uuid not null references attendance.check_in (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  at instant not null,
  source text not null check (source in ('qr', 'scan', 'typed', 'picked')),
  -- The scanning device has given it.
  scan_id uuid,
  scanned_by uuid
);
create index passage_member on attendance.passage (check_in_id, member_id, at);
create unique index passage_scan on attendance.passage (check_in_id, scan_id) where scan_id is not null;

-- The journal. It stays when the correction is taken back.
create table attendance.correction (
  id uuid primary key,
  company_id uuid not null,
  class_id uuid not null,
  check_in_id uuid not null references attendance.check_in (id) on delete cascade,
  member_id uuid not null,
  state_before text,
  state_after text,
  minutes int,
  reason text not null,
  corrected_by uuid not null,
  corrected_at instant not null
);
create index correction_newest on attendance.correction (class_id, corrected_at desc, id);
create index correction_check_in on attendance.correction (check_in_id);

create table attendance.leave (
  id uuid primary key,
  company_id uuid not null,
  class_id uuid not null,
  check_in_id uuid not null references attendance.check_in (id) on delete cascade,
  member_id uuid not null,
  state text not null check (state in ('pending', 'agreed', 'refused', 'withdrawn')),
  reason text not null,
  file_ids uuid[] not null default '{}',
  asked_at instant not null,
  decided_by uuid,
  decided_at instant,
  decision text not null default ''
);
-- Two requests for the same session do not live beside each other.
create unique index leave_living on attendance.leave (check_in_id, member_id) where state in ('pending', 'agreed');
create index leave_asked on attendance.leave (class_id, asked_at desc, id);
create index leave_waiting on attendance.leave (class_id) where state = 'pending';
create index leave_member on attendance.leave (member_id, check_in_id);
