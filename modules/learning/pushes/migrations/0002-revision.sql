-- Two who edit the same draft: the later one is told, and takes nothing of the other's away unseen.
alter table pushes.push add column revision integer not null default 0;
-- The task that shows the delivery which is under way. Who joins in the meantime is delivered to by the same.
alter table pushes.push add column delivery_task_id uuid;
