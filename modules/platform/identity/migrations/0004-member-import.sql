-- Members from a spreadsheet. The file is kept until it has been read, its rows until the import is thrown away: both
-- steps are jobs that go on where a killed process left them.
create table identity.member_import (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  created_by uuid not null references identity.member (id) on delete cascade,
  file_name text not null,
  file bytea,
  state text not null check (state in ('reading', 'checked', 'importing', 'done', 'failed')),
  error_code integer,
  -- The headings as the file has them, by field.
  headings jsonb not null,
  -- One hash for the initial password of all new members, who must change it.
  password_hash text,
  row_count integer not null default 0,
  progress integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  failed_count integer not null default 0,
  imported_count integer not null default 0,
  created_at instant not null,
  -- When it last got on: one that stands still lost its process.
  moved_at instant not null,
  finished_at instant
);
create index member_import_of_member on identity.member_import (created_by, created_at desc);
create index member_import_running on identity.member_import (moved_at) where state in ('reading', 'importing');
create index member_import_age on identity.member_import (created_at);

create table identity.member_import_row (
  import_id uuid not null references identity.member_import (id) on delete cascade,
  -- As the spreadsheet counts.
  row_number integer not null,
  company_id uuid not null references identity.company (id),
  -- Field → text of the cell.
  cells jsonb not null,
  -- [{ column, code }]
  errors jsonb not null,
  outcome text not null check (outcome in ('new', 'changed', 'unchanged', 'failed', 'imported')),
  primary key (import_id, row_number)
);
create index member_import_row_outcome on identity.member_import_row (import_id, outcome, row_number);
