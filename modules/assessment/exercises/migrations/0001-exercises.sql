-- Exercises inside other content: a place of a section, and the questions that are asked there. The questions stand outside
-- the bank (temporary questions). An answer keeps the content that it was given to, so an edit changes no record.

create table exercises.exercise (
  id uuid primary key,
  company_id uuid not null,
  -- What it stands in, by the number of its kind and its id, and which section of that.
  business_type smallint not null,
  business_id uuid not null,
  section_id uuid not null,
  -- Milliseconds into the section; null: at its end.
  at_ms integer check (at_ms >= 0),
  -- The order of those at the same place.
  sort integer not null,
  must_answer boolean not null,
  attempts_max smallint not null check (attempts_max between 1 and 10),
  -- Whoever answers wrong is offered to study again from here.
  back_to_ms integer check (back_to_ms >= 0),
  -- Taken out by the author: what was answered stays in the learners' records.
  removed_at instant
);
create index exercise_of_item on exercises.exercise (company_id, business_type, business_id, section_id);

create table exercises.question (
  id uuid primary key,
  company_id uuid not null,
  exercise_id uuid not null references exercises.exercise (id) on delete cascade,
  sort integer not null,
  -- The content that is asked now.
  content_id uuid not null,
  removed_at instant
);
create index question_of_exercise on exercises.question (exercise_id);

create table exercises.content (
  id uuid primary key,
  company_id uuid not null,
  question_id uuid not null references exercises.question (id) on delete cascade,
  content jsonb not null,
  -- The version of the bank that it was taken from.
  bank_version_id uuid,
  created_at instant not null
);
create index content_of_question on exercises.content (question_id);

create function exercises.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the content of a question never changes';
end $$;

create trigger content_stays before update on exercises.content
  for each row execute function exercises.refuse_change();

create table exercises.answer (
  member_id uuid not null,
  question_id uuid not null references exercises.question (id) on delete cascade,
  company_id uuid not null,
  -- What was asked when the last answer was given.
  content_id uuid not null references exercises.content (id) on delete cascade,
  given jsonb not null,
  verdict text not null check (verdict in ('right', 'partly', 'wrong')),
  was_right_first boolean not null,
  -- Right, or without attempts left: the key is known, and nothing more counts.
  is_settled boolean not null,
  -- One a counted attempt: an answer that is sent twice counts once.
  submission_ids uuid[] not null check (cardinality(submission_ids) between 1 and 10),
  first_at instant not null,
  answered_at instant not null,
  primary key (member_id, question_id)
);
create index answer_of_question on exercises.answer (question_id);
create index answer_of_content on exercises.answer (content_id);
