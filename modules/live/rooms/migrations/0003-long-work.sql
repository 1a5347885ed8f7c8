-- A run of a replay holds a lock of its task: no heartbeats, and its tries are counted there.
alter table rooms.replay drop column heartbeat_at, drop column runs;
create index replay_of_task on rooms.replay (task_id);
