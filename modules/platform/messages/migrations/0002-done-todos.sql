-- A to-do is closed because the member did it, or because it is needed no longer. Members see what they did.
alter table messages.todo add column done_at instant;
create index todo_done on messages.todo (member_id, done_at desc, id) where done_at is not null;
