-- Appeals of examinees, and keys that are fixed after they were used: what each fix changed stays on record.
create table exams.key_fix (
  id uuid primary key,
  company_id uuid not null,
  exam_id uuid not null references exams.exam (id) on delete cascade,
  number int not null,
  version_id uuid not null,
  kind text not null check (kind in ('award-all', 'drop', 'new-key', 'as-drawn')),
  new_version_id uuid,
  reason text not null,
  created_by uuid not null,
  created_at instant not null,
  task_id uuid not null,
  attempt_count int not null,
  finished_at instant,
  constraint key_fix_number unique (exam_id, number),
  check ((kind = 'new-key') = (new_version_id is not null))
);
create index key_fix_task on exams.key_fix (task_id);

-- The number of the last fix that the scores of the attempt know.
alter table exams.attempt
  add column fixes_known int not null default 0,
  -- The total as it was drawn, where a dropped question has made it smaller.
  add column drawn_total_tenths int,
  -- When the examinee read the score first: from then on the days to appeal count.
  add column result_seen_at instant;
create index attempt_behind_fixes on exams.attempt (exam_id, fixes_known, id)
  where reset_at is null and state <> 'in-progress';

alter table exams.record add column drawn_total_tenths int;

-- What the mark was before the first fix that counts: nulls where none does.
alter table exams.mark
  add column is_fixed boolean not null default false,
  add column drawn_tenths int,
  add column base_tenths int,
  add column base_verdict text;

-- What a fix changed: a row an attempt whose score, total or result is another one.
create table exams.fix_effect (
  fix_id uuid not null references exams.key_fix (id) on delete cascade,
  attempt_id uuid not null references exams.attempt (id) on delete cascade,
  company_id uuid not null,
  member_id uuid not null,
  score_before int,
  score_after int,
  total_before int not null,
  total_after int not null,
  result_before text,
  result_after text,
  -- Of the record: what counts of all attempts.
  record_before text,
  record_after text,
  primary key (fix_id, attempt_id)
);
create index fix_effect_of_attempt on exams.fix_effect (attempt_id);

create table exams.appeal (
  id uuid primary key,
  company_id uuid not null,
  exam_id uuid not null references exams.exam (id) on delete cascade,
  attempt_id uuid not null references exams.attempt (id) on delete cascade,
  member_id uuid not null,
  place int not null,
  version_id uuid not null,
  subject text not null check (subject in ('key', 'mark')),
  text text not null,
  file_id uuid,
  state text not null check (state in ('open', 'upheld', 'refused', 'withdrawn')),
  created_at instant not null,
  answer text not null default '',
  answered_by uuid,
  answered_at instant,
  tenths_before int,
  tenths_after int,
  check ((state in ('upheld', 'refused')) = (answered_at is not null))
);
create unique index appeal_open on exams.appeal (attempt_id, place) where state = 'open';
create index appeal_queue on exams.appeal (exam_id, state, id);
create index appeal_of_exam on exams.appeal (exam_id, id);
create index appeal_of_attempt on exams.appeal (attempt_id, id);

-- Whoever wrote an exam answers appeals in it.
create index exam_author on exams.exam (company_id, author_id) where deleted_at is null;
