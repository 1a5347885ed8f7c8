-- Questions from a file. The file is kept until it has been read, its rows until the import is thrown away: both steps are
-- jobs that go on where a killed process left them.
create table questions.question_import (
  id uuid primary key,
  company_id uuid not null,
  created_by uuid not null,
  -- Null where it was deleted meanwhile.
  directory_id uuid references questions.directory (id) on delete set null,
  file_name text not null,
  file bytea,
  state text not null check (state in ('reading', 'checked', 'importing', 'done', 'failed')),
  error_code integer,
  -- The columns that the file has, in its order, with its headings: [{ column, heading }].
  columns jsonb not null,
  skips_similar boolean not null default false,
  -- The task of the commit; that of the reading has the id of the import.
  task_id uuid unique,
  row_count integer not null default 0,
  progress integer not null default 0,
  created_at instant not null,
  finished_at instant
);
create index question_import_of_member on questions.question_import (created_by, created_at desc);
create index question_import_age on questions.question_import (created_at);
create index question_import_directory on questions.question_import (directory_id);

create table questions.question_import_row (
  import_id uuid not null references questions.question_import (id) on delete cascade,
  -- As the spreadsheet counts.
  row_number integer not null,
  company_id uuid not null,
  -- The row of the question: its own, or that of the group that it is a part of.
  question_row integer not null,
  -- Column → text of the cell.
  cells jsonb not null,
  -- [{ column, code }]
  errors jsonb not null,
  -- Of the first row of a question without errors: what is written into the bank.
  question jsonb,
  -- What learners read of it, to find the same in other rows.
  plain_text text,
  -- Questions of the bank that may be the same.
  likely jsonb not null default '[]',
  -- An earlier row with the same text.
  same_as_row integer,
  outcome text not null check (outcome in ('new', 'part', 'failed', 'imported', 'skipped')),
  primary key (import_id, row_number)
);
create index question_import_row_outcome on questions.question_import_row (import_id, outcome, row_number);
