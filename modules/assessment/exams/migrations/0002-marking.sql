-- How answers are marked, who marks which of them, and the mark that each marker gives: what counts follows from those.
create table exams.marking (
  exam_id uuid primary key references exams.exam (id) on delete cascade,
  company_id uuid not null,
  is_blind boolean not null,
  is_double boolean not null,
  -- How far two marks may lie apart before somebody else decides.
  allowed_tenths int not null check (allowed_tenths >= 0),
  -- Null: no appeals.
  appeal_days int check (appeal_days > 0),
  suspended_at instant
);

-- What is special about a question. No graders: all those of the exam mark it.
create table exams.marked_question (
  exam_id uuid not null references exams.exam (id) on delete cascade,
  version_id uuid not null,
  company_id uuid not null,
  rubric jsonb,
  allowed_tenths int check (allowed_tenths >= 0),
  grader_ids uuid[] not null,
  primary key (exam_id, version_id)
);

-- Without a member it belongs to all graders of the exam.
create table exams.canned_comment (
  id uuid primary key,
  company_id uuid not null,
  exam_id uuid not null references exams.exam (id) on delete cascade,
  member_id uuid,
  text text not null
);
create index canned_comment_of_exam on exams.canned_comment (exam_id, id);

-- What a marker of a blind exam knows of an attempt. It is random, because ids in the order of time tell who started when.
alter table exams.attempt add column sheet_id uuid not null default gen_random_uuid();
create unique index attempt_sheet on exams.attempt (sheet_id);

-- Rounds 1 and 2 are the two marks of double marking, 3 decides where they lie too far apart.
create table exams.given_mark (
  attempt_id uuid not null,
  place int not null,
  round int not null check (round between 1 and 3),
  company_id uuid not null,
  member_id uuid not null,
  -- Null: the answer is on the marker's desk until then.
  tenths int check (tenths >= 0),
  claimed_until instant not null,
  -- The chosen level of each criterion of the rubric.
  levels int[],
  comment text not null default '',
  marked_at instant,
  primary key (attempt_id, place, round),
  foreign key (attempt_id, place) references exams.mark (attempt_id, place) on delete cascade,
  check ((tenths is null) = (marked_at is null))
);
create index given_mark_of_member on exams.given_mark (company_id, member_id);

-- Of a short answer, so that those that say the same are marked at once.
alter table exams.mark add column text_key text;
create index mark_same_text on exams.mark (exam_id, version_id, text_key) where text_key is not null;
