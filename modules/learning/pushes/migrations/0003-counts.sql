-- How many members of a push are how far is counted in the index alone: of a push to 100,000 the table has 16,000 pages.
create index push_member_states on pushes.push_member (push_id, push_status, task_status);
drop index pushes.push_member_by_task;
