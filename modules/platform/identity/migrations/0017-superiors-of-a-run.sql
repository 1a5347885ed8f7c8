-- An import sets the superiors after its last row. It does so for the rows that it has written since, and never again for those
-- of an earlier commit: their members have led their own lives since then.
alter table identity.member_import_row add column superior_due boolean not null default false;
update identity.member_import_row r set superior_due = true from identity.member_import i
  where i.id = r.import_id and i.state = 'importing' and r.outcome = 'imported' and r.cells ? 'superior';
