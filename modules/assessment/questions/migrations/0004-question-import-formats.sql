-- Questions from files of other programs: what their reader says of a row, and the files that came with them.
alter table questions.question_import_row
  -- [{ column, code }] of the file's reader; the problems of a column go when somebody corrects it.
  add column notes jsonb not null default '[]',
  -- What the file says of the question and the bank does not keep.
  add column losses jsonb not null default '[]';
create index question_import_row_losses on questions.question_import_row (import_id, row_number) where losses <> '[]';

-- Pictures, sound and videos are stored when the file is checked. Those that no imported question shows go with the import.
create table questions.question_import_file (
  import_id uuid not null references questions.question_import (id) on delete cascade,
  file_id uuid not null,
  company_id uuid not null,
  is_used boolean not null default false,
  primary key (import_id, file_id)
);
