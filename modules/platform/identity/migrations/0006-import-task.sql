-- An import under way is a task that people watch and call off. Each commit is a task of its own.
alter table identity.member_import add column task_id uuid unique;
