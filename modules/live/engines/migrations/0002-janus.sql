-- The rooms that are open in Janus, so that any server process can open them again when Janus has begun anew. Feeds and
-- peers stand nowhere here: Janus itself is asked about them.
create table engines.janus_room (
  room_id uuid primary key,
  company_id uuid not null,
  -- How it is opened again.
  options jsonb not null,
  -- Receiving peers by server process: { process: [peers, since when it says so] }.
  audience jsonb not null default '{}'
);
