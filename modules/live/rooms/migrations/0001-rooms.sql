-- Live rooms. Several server processes serve one room: what happened stands in rooms.event, numbered without gaps by the
-- room's own row, so that a process reads what is new after the number it has. What a person is in the room (seat, hand,
-- right to write) belongs to the participant, not to a connection: a connection may break and come back.
create table rooms.room (
  id uuid primary key,
  company_id uuid not null,
  kind text not null,
  title text not null,
  mode text not null check (mode in ('audio', 'video', 'interactive')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ended', 'closed')),
  planned_end_at instant not null,
  -- The member that the room was opened for; who leads it now is host_participant_id.
  owner_id uuid,
  host_participant_id uuid,
  minimum_minutes integer not null default 0 check (minimum_minutes >= 0),
  settings jsonb not null,
  started_at instant,
  ended_at instant,
  ended_by uuid,
  -- People in the room, as the processes count them every second or two.
  online integer not null default 0,
  online_peak integer not null default 0,
  likes bigint not null default 0,
  sequence bigint not null default 0,
  -- The page that is shown: of a deck, or of the whiteboard.
  shown_file_id uuid,
  shown_page integer not null default 1,
  created_at instant not null
) with (fillfactor = 70);
create index room_running on rooms.room (planned_end_at) where state = 'running';
create index room_owner on rooms.room (owner_id);
create index room_ended on rooms.room (ended_at) where ended_at is not null;
create index room_peopled on rooms.room (id) where online > 0;

create table rooms.event (
  room_id uuid not null references rooms.room (id) on delete cascade,
  sequence bigint not null,
  company_id uuid not null,
  -- What of the room has changed, and where to read it: the processes make the wire's events of it.
  name text not null,
  audience text not null check (audience in ('all', 'staff', 'one')),
  participant_id uuid,
  data jsonb not null,
  at instant not null,
  primary key (room_id, sequence)
);

create table rooms.link (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  role text not null check (role in ('host', 'lecturer', 'assistant', 'viewer')),
  label text not null,
  -- Found by its hash, and shown again to who made it.
  token text not null,
  token_hash bytea not null unique,
  expires_at instant,
  revoked_at instant,
  use_count integer not null default 0,
  created_by uuid,
  created_at instant not null
);
create index link_of_room on rooms.link (room_id, created_at);

create table rooms.participant (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  member_id uuid,
  link_id uuid references rooms.link (id),
  name text not null,
  avatar_path text not null default '',
  role text not null check (role in ('host', 'lecturer', 'assistant', 'viewer')),
  hand_at instant,
  invited_at instant,
  silenced boolean not null default false,
  removed_at instant,
  -- In the room for the first time; who leads and teaches stands here before.
  joined_at instant,
  -- What a guest shows to be the same person again.
  resume_hash bytea unique,
  created_at instant not null,
  check (num_nonnulls(member_id, link_id) <= 1),
  unique (room_id, member_id)
);
create index participant_of_room on rooms.participant (room_id, name, id);
create index participant_hand on rooms.participant (room_id, hand_at) where hand_at is not null;
create index participant_staff on rooms.participant (room_id) where role <> 'viewer';
create index participant_link on rooms.participant (link_id);
create index participant_member on rooms.participant (member_id);

create table rooms.link_use (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null,
  link_id uuid not null references rooms.link (id) on delete cascade,
  participant_id uuid not null,
  name text not null,
  ip text not null,
  at instant not null
);
create index link_use_of_link on rooms.link_use (link_id, at desc);

-- One-time, for a minute, by the hash of what the browser holds.
create table rooms.ticket (
  hash bytea primary key,
  company_id uuid not null,
  room_id uuid not null,
  participant_id uuid not null references rooms.participant (id) on delete cascade,
  purpose text not null check (purpose in ('socket', 'stream')),
  session_id uuid,
  device text not null,
  expires_at instant not null
);
create index ticket_of_participant on rooms.ticket (participant_id, expires_at);
create index ticket_expired on rooms.ticket (expires_at);

-- Attendance: one row a connection. The open rows of a process end where its last beat was, so a beat is one row of
-- rooms.beat, however many people are there, and a killed process loses at most one.
create table rooms.beat (
  room_id uuid not null references rooms.room (id) on delete cascade,
  process_id uuid not null,
  company_id uuid not null,
  at instant not null,
  primary key (room_id, process_id)
) with (fillfactor = 50);
create index beat_of_process on rooms.beat (process_id);

create table rooms.presence (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  participant_id uuid not null references rooms.participant (id) on delete cascade,
  process_id uuid not null,
  device text not null,
  began_at instant not null,
  ended_at instant check (ended_at >= began_at)
);
create index presence_open on rooms.presence (room_id, process_id) where ended_at is null;
create index presence_of_room on rooms.presence (room_id, participant_id, began_at);
create index presence_of_participant on rooms.presence (participant_id);

-- The stage. Seat 0 is the host's and stays his while his browser is gone; a seventh guest finds no number.
create table rooms.seat (
  room_id uuid not null references rooms.room (id) on delete cascade,
  number smallint not null check (number between 0 and 6),
  company_id uuid not null,
  participant_id uuid not null references rooms.participant (id) on delete cascade,
  audio_muted boolean not null default false,
  video_muted boolean not null default false,
  microphone boolean not null default false,
  camera boolean not null default false,
  screen boolean not null default false,
  taken_at instant not null,
  primary key (room_id, number),
  unique (room_id, participant_id)
);
create index seat_of_participant on rooms.seat (participant_id);

create table rooms.message (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  participant_id uuid references rooms.participant (id) on delete set null,
  text text not null check (char_length(text) <= 500),
  at instant not null,
  pinned_at instant,
  removed_at instant
);
create index message_newest on rooms.message (room_id, id desc) where removed_at is null;
create index message_pinned on rooms.message (room_id) where pinned_at is not null;
create index message_of_participant on rooms.message (participant_id, at desc);

create table rooms.question (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  participant_id uuid references rooms.participant (id) on delete set null,
  text text not null,
  votes integer not null default 0 check (votes >= 0),
  at instant not null,
  answered_at instant,
  removed_at instant
);
create index question_top on rooms.question (room_id, votes desc, id) where removed_at is null;
create index question_of_participant on rooms.question (participant_id);

create table rooms.question_vote (
  question_id uuid not null references rooms.question (id) on delete cascade,
  participant_id uuid not null references rooms.participant (id) on delete cascade,
  company_id uuid not null,
  at instant not null,
  primary key (question_id, participant_id)
);
create index question_vote_of_participant on rooms.question_vote (participant_id);

create table rooms.poll (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  kind text not null check (kind in ('poll', 'quiz')),
  question text not null,
  options text[] not null check (cardinality(options) between 2 and 10),
  multiple boolean not null,
  correct smallint[],
  state text not null default 'open' check (state in ('open', 'closed', 'published')),
  opened_at instant not null,
  closed_at instant
);
create index poll_of_room on rooms.poll (room_id, opened_at desc);

create table rooms.poll_answer (
  poll_id uuid not null references rooms.poll (id) on delete cascade,
  participant_id uuid not null references rooms.participant (id) on delete cascade,
  company_id uuid not null,
  options smallint[] not null,
  at instant not null,
  primary key (poll_id, participant_id)
);
create index poll_answer_of_participant on rooms.poll_answer (participant_id);

-- Round 0 is the plain sign of presence, without a round having been called.
create table rooms.sign_round (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  number integer not null check (number >= 0),
  opened_at instant not null,
  closes_at instant,
  closed_at instant,
  unique (room_id, number)
);
create unique index sign_round_open on rooms.sign_round (room_id) where closed_at is null and number > 0;

create table rooms.signature (
  round_id uuid not null references rooms.sign_round (id) on delete cascade,
  participant_id uuid not null references rooms.participant (id) on delete cascade,
  company_id uuid not null,
  at instant not null,
  primary key (round_id, participant_id)
);
create index signature_of_participant on rooms.signature (participant_id);

create table rooms.reward (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  participant_id uuid not null references rooms.participant (id) on delete cascade,
  coins integer not null check (coins > 0),
  at instant not null
);
create index reward_of_room on rooms.reward (room_id, at);
create index reward_of_participant on rooms.reward (participant_id);

create table rooms.deck (
  room_id uuid not null references rooms.room (id) on delete cascade,
  file_id uuid not null,
  company_id uuid not null,
  name text not null,
  pages integer not null check (pages between 1 and 2000),
  added_at instant not null,
  primary key (room_id, file_id)
);

-- Which page was shown when: the chapters of the replay.
create table rooms.slide_shown (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.room (id) on delete cascade,
  file_id uuid,
  page integer not null,
  at instant not null
);
create index slide_shown_order on rooms.slide_shown (room_id, at);

-- Lines on a page, append-only; cleared page by page.
create table rooms.stroke (
  room_id uuid not null references rooms.room (id) on delete cascade,
  id uuid not null,
  company_id uuid not null,
  sequence bigint not null,
  participant_id uuid references rooms.participant (id) on delete set null,
  file_id uuid,
  page integer not null,
  shape jsonb not null,
  cleared_at instant,
  primary key (room_id, id)
);
create index stroke_of_page on rooms.stroke (room_id, file_id, page, sequence) where cleared_at is null;
create index stroke_of_participant on rooms.stroke (participant_id);
