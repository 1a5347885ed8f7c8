-- What learners find and leave inside a section: pieces of a film with names, captions, exercises at a point of it, notes
-- with a place, and questions that pass by at the time at which they were asked. They hang on the section's id, which
-- stays from version to version and changes with the section's file: a note about one film is never shown on another.
create table courses.segment (
  id uuid primary key,
  company_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  section_id uuid not null,
  title text not null,
  summary text not null default '',
  from_ms integer not null check (from_ms >= 0),
  unique (section_id, from_ms)
);
create index segment_of_course on courses.segment (course_id, section_id, from_ms);

create table courses.caption (
  id uuid primary key,
  company_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  section_id uuid not null,
  -- A tag of BCP 47.
  language text not null,
  label text not null,
  -- [{ from, to, text }] in milliseconds, ordered; plain text.
  cues jsonb not null,
  cue_count integer not null,
  updated_at instant not null,
  unique (section_id, language)
);
create index caption_of_course on courses.caption (course_id);

create table courses.exercise (
  id uuid primary key,
  company_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  section_id uuid not null,
  at_ms integer not null check (at_ms >= 0),
  kind text not null check (kind in ('single', 'multiple', 'judge', 'fill')),
  question text not null,
  -- [{ text, isRight }]; of a fill-in: what counts as right.
  options jsonb not null,
  explanation text not null default '',
  -- The film waits for an answer.
  must_answer boolean not null,
  -- Taken out by the author: what was answered stays in the learners' records.
  removed_at instant
);
create index exercise_of_course on courses.exercise (course_id, section_id, at_ms);

create table courses.exercise_answer (
  member_id uuid not null,
  exercise_id uuid not null references courses.exercise (id) on delete cascade,
  company_id uuid not null,
  course_id uuid not null,
  -- The last answer: { options } or { text }. Right once is right for good.
  given jsonb not null,
  is_right boolean not null,
  was_right_first boolean not null,
  attempts integer not null,
  first_at instant not null,
  answered_at instant not null,
  primary key (member_id, exercise_id)
);
create index exercise_answer_of_member on courses.exercise_answer (member_id, course_id);
create index exercise_answer_of_exercise on courses.exercise_answer (exercise_id);

create table courses.note (
  id uuid primary key,
  company_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  section_id uuid,
  member_id uuid not null,
  content text not null,
  -- In the section's unit: milliseconds of a film, the page of a document.
  time_point integer check (time_point >= 0),
  is_public boolean not null,
  created_at instant not null,
  updated_at instant not null,
  check (time_point is null or section_id is not null)
);
create index note_of_member on courses.note (member_id, course_id, created_at desc, id);
create index note_newest on courses.note (member_id, created_at desc, id);
create index note_public on courses.note (course_id, created_at desc, id) where is_public;

create table courses.barrage_question (
  id uuid primary key,
  company_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  section_id uuid not null,
  member_id uuid not null,
  time_ms integer not null check (time_ms >= 0),
  content text not null,
  created_at instant not null
);
create index barrage_question_in_time on courses.barrage_question (course_id, section_id, time_ms, id);
create index barrage_question_of_member on courses.barrage_question (member_id, course_id);
