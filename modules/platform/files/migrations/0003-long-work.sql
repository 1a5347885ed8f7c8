-- A run of a conversion holds a lock of its task: no heartbeats, and its tries are counted there.
alter table files.conversion drop column heartbeat_at, drop column runs;
