-- Exams. The rules stand beside those that were published, because examinees meet a change only when it is published.
create table exams.exam (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null,
  cover_file_id uuid,
  -- Both empty: the whole company.
  organization_ids uuid[] not null,
  member_ids uuid[] not null,
  grader_ids uuid[] not null,
  invigilator_ids uuid[] not null,
  rules jsonb not null,
  published_rules jsonb,
  -- What invigilators have added to the end for everybody since the publication.
  extended_ms bigint not null default 0,
  start_at instant generated always as ((published_rules ->> 'startAt')::bigint) stored,
  end_at instant generated always as ((published_rules ->> 'endAt')::bigint + extended_ms) stored,
  -- The personal passwords follow from it and from the examinee.
  password_key uuid not null,
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  approval text check (approval in ('waiting', 'refused')),
  version_number int not null default 0,
  revision int not null default 0,
  updated_at instant not null,
  published_at instant,
  off_shelf_at instant,
  deleted_at instant,
  check (status = 'draft' or published_at is not null)
);
create index exam_authored on exams.exam (company_id, updated_at desc, id) where deleted_at is null;
create index exam_shown on exams.exam (company_id, published_at desc, id)
  where status = 'on-shelf' and deleted_at is null;
create index exam_graders on exams.exam using gin (grader_ids);
create index exam_invigilators on exams.exam using gin (invigilator_ids);

-- What a member has of an exam. The row is locked by each start, so that two at once use up one attempt.
create table exams.record (
  exam_id uuid not null references exams.exam (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- Null: assigned by others, and not started.
  opened_at instant,
  attempts_used int not null default 0,
  -- Numbers go on after a reset.
  last_number int not null default 0,
  -- What counts by the rule of the exam, of the attempts that are final.
  score_hundredths int,
  total_tenths int,
  result text check (result in ('fail', 'pass', 'good', 'excellent')),
  -- Never taken away.
  finished_at instant,
  primary key (exam_id, member_id)
);
create index record_member on exams.record (company_id, member_id);

create table exams.attempt (
  id uuid primary key,
  company_id uuid not null,
  exam_id uuid not null,
  member_id uuid not null,
  number int not null,
  state text not null check (state in ('in-progress', 'to-grade', 'final')),
  cause text check (cause in ('member', 'time', 'leaves', 'invigilator')),
  started_at instant not null,
  ends_at instant not null,
  submitted_at instant,
  -- The questions as they were drawn: versions, scores and the order of options.
  paper jsonb not null,
  total_tenths int not null,
  score_tenths int,
  result text check (result in ('fail', 'pass', 'good', 'excellent')),
  leave_count int not null default 0,
  last_saved_at instant,
  last_place int,
  -- The tab or device that took the attempt over last.
  writer_id uuid,
  reset_at instant,
  reset_by uuid,
  reset_reason text not null default '',
  foreign key (exam_id, member_id) references exams.record (exam_id, member_id) on delete cascade,
  constraint attempt_number unique (exam_id, member_id, number),
  check ((state = 'in-progress') = (submitted_at is null)),
  check ((state = 'final') = (score_tenths is not null))
);
create unique index attempt_open on exams.attempt (exam_id, member_id) where state = 'in-progress' and reset_at is null;
create index attempt_of_exam on exams.attempt (exam_id, id desc) where reset_at is null;
create index attempt_by_state on exams.attempt (exam_id, state, id desc) where reset_at is null;
create index attempt_of_member on exams.attempt (company_id, member_id, id desc) where reset_at is null;

-- The tabs and devices that answer. Their events are numbered without gaps.
create table exams.writer (
  attempt_id uuid not null references exams.attempt (id) on delete cascade,
  writer_id uuid not null,
  company_id uuid not null,
  last_number int not null,
  primary key (attempt_id, writer_id)
);

-- The journal: every answer that was ever received. Of a question the last one received counts.
create table exams.answer_event (
  attempt_id uuid not null references exams.attempt (id) on delete cascade,
  writer_id uuid not null,
  number int not null,
  company_id uuid not null,
  sequence bigint not null generated always as identity,
  place int not null check (place > 0),
  -- Null: the answer was taken away.
  answer jsonb,
  typed_at instant not null,
  received_at instant not null,
  primary key (attempt_id, writer_id, number)
);
create index answer_event_current on exams.answer_event (attempt_id, place, sequence desc);

create function exams.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the journal of answers only grows';
end $$;

create trigger answer_event_stays before update on exams.answer_event
  for each row execute function exams.refuse_change();

create table exams.leave (
  id uuid primary key,
  attempt_id uuid not null references exams.attempt (id) on delete cascade,
  company_id uuid not null,
  kind text not null,
  started_at instant not null,
  ms int not null check (ms >= 0),
  is_counted boolean not null,
  voided_at instant,
  voided_by uuid,
  reason text not null default ''
);
create index leave_of_attempt on exams.leave (attempt_id, started_at);

-- What each answer earns. Rows come with the submission.
create table exams.mark (
  attempt_id uuid not null references exams.attempt (id) on delete cascade,
  place int not null,
  company_id uuid not null,
  exam_id uuid not null,
  version_id uuid not null,
  max_tenths int not null,
  -- Null: waits for a grader.
  tenths int check (tenths between 0 and max_tenths),
  verdict text not null check (verdict in ('right', 'partly', 'wrong', 'needs-marking')),
  marked_by uuid,
  marked_at instant,
  comment text not null default '',
  primary key (attempt_id, place),
  check (tenths is not null or verdict = 'needs-marking')
);
create index mark_by_grader on exams.mark (exam_id, version_id, attempt_id) where verdict = 'needs-marking';
create index mark_waiting on exams.mark (exam_id, attempt_id) where tenths is null;
