-- Wrong cells are corrected on the screen. What was typed replaces the text in `cells`; `unchecked` names the columns that were
-- corrected since the last check, and an import with such rows is checked again before it is committed.
alter table identity.member_import_row add column unchecked text[] not null default '{}';
alter table identity.member_import add column unchecked_count integer not null default 0;
alter table identity.member_import drop constraint member_import_state_check;
alter table identity.member_import add constraint member_import_state_check
  check (state in ('reading', 'checked', 'checking', 'importing', 'done', 'failed'));
-- The rows with errors in their order, as the screen shows them.
create index member_import_row_wrong on identity.member_import_row (import_id, row_number) where errors <> '[]';
