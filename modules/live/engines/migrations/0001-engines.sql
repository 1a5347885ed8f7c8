-- The nodes of the embedded engine and the rooms on them, so that any server process can drive a room's node.

-- One engine process a machine. It belongs to the platform, not to a company. A row whose owner says nothing any more
-- is taken over by another server process of the machine, with an engine of its own.
create table engines.node (
  host text primary key,
  -- New each time an engine process begins: its rooms of before are gone.
  id uuid not null,
  -- Where it is driven, and the word that it asks for; null while it begins.
  url text,
  secret text,
  -- The database's own time, for the clocks of machines differ.
  seen_at instant not null
);

-- Rooms that are open.
create table engines.room (
  room_id uuid primary key,
  company_id uuid not null,
  -- How it is opened again where its node is gone.
  options jsonb not null,
  node_id uuid not null
);
