-- The lock of its task says whether somebody works at an import; when it last moved no longer matters.
alter table identity.member_import drop column moved_at;
create index member_import_of_task on identity.member_import (task_id);
