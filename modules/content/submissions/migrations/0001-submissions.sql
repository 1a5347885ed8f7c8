-- What members hand in for review, of every kind (proofs of courses, proofs of learning paths). The row names its subject and
-- the part of the subject by id alone, because the subjects lie in the tables of other modules.
create table submissions.submission (
  id uuid primary key,
  company_id uuid not null,
  -- The key of the kind that a module registers.
  kind text not null,
  -- A course, a learning path.
  subject_id uuid not null,
  -- What of the subject: a section, a member's progress.
  part_id uuid not null,
  member_id uuid not null,
  -- 1 for the member's first submission for the part.
  round integer not null check (round > 0),
  -- The name of the part when the member handed in.
  title text not null,
  content text not null,
  file_ids uuid[] not null check (cardinality(file_ids) <= 10),
  submitted_at instant not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'returned')),
  opinion text not null default '',
  decided_by uuid,
  decided_at instant,
  check ((state = 'waiting') = (decided_at is null)),
  constraint submission_round unique (kind, subject_id, part_id, member_id, round)
);
-- At most one waits.
create unique index submission_waiting on submissions.submission (kind, subject_id, part_id, member_id)
  where state = 'waiting';
-- A member's history, newest first.
create index submission_of_member on submissions.submission (member_id, kind, submitted_at desc, id desc);
-- The reviewers' lists: of one subject, and of the company.
create index submission_of_subject on submissions.submission (kind, subject_id, state, submitted_at, id);
create index submission_to_review on submissions.submission (company_id, kind, state, submitted_at, id);
create index submission_of_decider on submissions.submission (decided_by) where decided_by is not null;
