-- The session from which the player was opened, and the version of the member's rights then. With either of them the launch
-- ends. A launch from before this migration has none, and is opened again.
alter table packages.launch add column session_id uuid, add column rights_version integer not null default 0;
