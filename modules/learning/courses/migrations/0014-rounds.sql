-- A finished course that is studied once more: retraining. The registration stays finished; what was studied for it is put
-- aside here, and the sections begin anew.
create table courses.round (
  -- Of whoever asked for it: a certificate that is about to expire. Asked for twice, it is one round.
  round_id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  -- The version that the member was on before.
  earned_version_id uuid not null,
  -- The progress of its sections as it stood: an array of objects, empty where nothing had been studied.
  earned jsonb not null,
  -- The time spent on them; it goes on counting.
  earned_ms bigint not null default 0,
  opened_at instant not null,
  due_at instant,
  finished_at instant
);
create unique index round_open on courses.round (member_id, course_id) where finished_at is null;
create index round_of_member on courses.round (member_id, course_id, opened_at desc);
create index round_of_course on courses.round (course_id, member_id);
