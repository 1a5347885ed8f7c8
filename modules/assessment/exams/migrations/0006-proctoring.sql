-- When the newest announcement was sent: saves of exams without one ask for none.
alter table exams.exam add column announced_at instant;

create table exams.announcement (
  id uuid primary key,
  company_id uuid not null,
  exam_id uuid not null references exams.exam (id) on delete cascade,
  -- Null: for everybody who answers.
  attempt_id uuid references exams.attempt (id) on delete cascade,
  text text not null,
  sent_at instant not null,
  sent_by uuid not null
);
create index announcement_of_exam on exams.announcement (exam_id, id desc);
create index announcement_of_attempt on exams.announcement (attempt_id) where attempt_id is not null;

create table exams.acknowledgement (
  announcement_id uuid not null references exams.announcement (id) on delete cascade,
  attempt_id uuid not null references exams.attempt (id) on delete cascade,
  company_id uuid not null,
  acknowledged_at instant not null,
  primary key (announcement_id, attempt_id)
);
create index acknowledgement_of_attempt on exams.acknowledgement (attempt_id);

-- What happened in an exam, as those who watched over it wrote it down. Rows only come.
create table exams.incident (
  id uuid primary key,
  company_id uuid not null,
  exam_id uuid not null references exams.exam (id) on delete cascade,
  attempt_id uuid references exams.attempt (id) on delete cascade,
  kind text not null check (kind in ('note', 'reopened', 'answer-file')),
  text text not null,
  noted_at instant not null,
  noted_by uuid not null
);
create index incident_of_exam on exams.incident (exam_id, id desc);
create index incident_of_attempt on exams.incident (attempt_id, id desc) where attempt_id is not null;

-- The keys by which answer files are sealed and opened: made at the first start.
alter table exams.exam add column answer_file_keys jsonb;
