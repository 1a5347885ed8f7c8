-- Results of an exam as a file: ten thousand records are no matter of one request. A job writes the file piece by piece, and whoever
-- asked for it loads it down. The file has the id of the export, so that a run after a kill makes no second one.

create table exams.result_export (
  id uuid primary key,
  company_id uuid not null,
  -- No reference: of an exam that is gone the files have to go first.
  exam_id uuid not null,
  created_by uuid not null,
  -- The language of the file.
  language text not null check (language in ('cn', 'en')),
  state text not null check (state in ('waiting', 'ready', 'failed')),
  progress_permille int not null default 0 check (progress_permille between 0 and 1000),
  size_bytes bigint,
  created_at instant not null,
  -- The file is deleted then.
  expires_at instant not null
);
-- Who asks twice gets the one that is being written.
create unique index result_export_waiting on exams.result_export (exam_id, created_by) where state = 'waiting';
create index result_export_expiring on exams.result_export (expires_at);
