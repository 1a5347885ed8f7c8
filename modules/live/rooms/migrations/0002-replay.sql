-- What is left of a room after its end: one film, made of the pieces that the engine recorded, and who has watched which
-- parts of it. A row exists from the moment that the film is asked for, so that a killed server finds what it owes.
create table rooms.replay (
  room_id uuid primary key,
  company_id uuid not null,
  -- none: nothing was recorded.
  state text not null default 'making' check (state in ('making', 'ready', 'failed', 'none')),
  failure text check (failure in ('engine', 'program', 'unreadable', 'too-long', 'cancelled', 'storage')),
  -- The file's id is chosen before the film is made: storing it twice is storing it once.
  file_id uuid not null,
  -- Whose file it is, and who watches the making: the host. null: a person who is gone.
  owner_id uuid,
  title text not null,
  task_id uuid,
  -- Played as an encrypted stream with the viewer's name over it, or not at all.
  watermark boolean not null default false,
  downloadable boolean not null default false,
  -- Chosen by the host: a film that was uploaded in place of the recording. Making does not touch it again.
  replaced boolean not null default false,
  -- The instant of the room that is the film's beginning; null where that is not known (a film that was uploaded).
  begins_at instant,
  duration_ms integer not null default 0,
  permille smallint not null default 0,
  requested_at instant not null,
  finished_at instant,
  -- The run that is at it, its sign of life, and how many there have been.
  run_id uuid,
  heartbeat_at instant,
  runs smallint not null default 0,
  -- The pieces lie at the engine until the film is in the store.
  pieces_removed_at instant
);
create index replay_unfinished on rooms.replay (requested_at) where state = 'making';
create index replay_pieces on rooms.replay (finished_at) where state = 'ready' and pieces_removed_at is null;
create index replay_owner on rooms.replay (owner_id);

create table rooms.replay_chapter (
  id uuid primary key,
  company_id uuid not null,
  room_id uuid not null references rooms.replay (room_id) on delete cascade,
  at_ms integer not null check (at_ms >= 0),
  kind text not null check (kind in ('slide', 'question', 'own')),
  title text not null
);
create index replay_chapter_order on rooms.replay_chapter (room_id, at_ms);

-- As courses.section_progress: the union of what was watched, believed only as far as the server's clock allows.
create table rooms.replay_watch (
  room_id uuid not null references rooms.replay (room_id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- Of which film: another one in its place is watched anew.
  file_id uuid not null,
  watched int4multirange not null default '{}',
  covered_ms integer not null default 0,
  position_ms integer not null default 0,
  -- Wall time spent watching, repeats included.
  active_ms bigint not null default 0,
  started_at instant not null,
  watched_at instant not null,
  playback_id uuid,
  sequence integer not null default 0,
  credited_until instant not null,
  carry_ms integer not null default 0,
  primary key (room_id, member_id)
) with (fillfactor = 80);
-- A member watches one film at a time.
create unique index replay_watch_playback on rooms.replay_watch (member_id) where playback_id is not null;
