-- A member's open tasks are read by every page for the number of to-dos; what is done long since is not looked at.
create index push_member_open on pushes.push_member (member_id, push_id) where push_status = 2 and task_status < 3;
