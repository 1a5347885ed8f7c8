-- Courses in the rankings: a member who finishes one, and members who open one to study, each once a day. The time that they
-- study changes with every heartbeat, which must not pay for it: a job reads the days that have grown (rankings.ts).
create function courses.rank_finish() returns trigger language plpgsql as $$
declare
  learner courses.registration := case when tg_op = 'DELETE' then old else new end;
  amount int := case when tg_op = 'DELETE' or learner.finished_at is null then 0 else 1 end;
  name text := (select c.name from courses.course c where c.id = learner.course_id);
begin
  perform server.note_figure(learner.company_id, 'study', 'finish', '1:' || learner.course_id::text || ':' ||
    learner.member_id::text, 0, learner.member_id, learner.member_id, amount, coalesce(learner.finished_at, 0), name);
  perform server.note_figure(learner.company_id, 'finish-count', 'finish', '1:' || learner.course_id::text || ':' ||
    learner.member_id::text, 1, learner.course_id, learner.member_id, amount, coalesce(learner.finished_at, 0), name);
  return null;
end $$;
create trigger rank_finish after insert on courses.registration
  for each row when (new.finished_at is not null) execute function courses.rank_finish();
create trigger rank_finish_gone after delete on courses.registration
  for each row when (old.finished_at is not null) execute function courses.rank_finish();
create trigger rank_finish_changed after update on courses.registration
  for each row when (old.finished_at is distinct from new.finished_at) execute function courses.rank_finish();
create function courses.rank_opening() returns trigger language plpgsql as $$
begin
  perform server.note_figure(new.company_id, 'browse-count', 'studying', new.course_id::text || ':' || new.member_id::text ||
    ':' || new.day::text, 1, new.course_id, new.member_id, 1, new.last_at);
  return null;
end $$;
create trigger rank_opening after insert on courses.study_time for each row execute function courses.rank_opening();
select server.note_figure(r.company_id, 'study', 'finish', '1:' || r.course_id::text || ':' || r.member_id::text, 0, r.member_id,
    r.member_id, 1, r.finished_at, c.name),
  server.note_figure(r.company_id, 'finish-count', 'finish', '1:' || r.course_id::text || ':' || r.member_id::text, 1,
    r.course_id, r.member_id, 1, r.finished_at, c.name)
  from courses.registration r join courses.course c on c.id = r.course_id where r.finished_at is not null;
select server.note_figure(t.company_id, 'browse-count', 'studying', t.course_id::text || ':' || t.member_id::text || ':' ||
    t.day::text, 1, t.course_id, t.member_id, 1, t.last_at) from courses.study_time t;
select server.note_figure(t.company_id, 'study-time', 'course', t.course_id::text || ':' || t.member_id::text || ':' ||
    t.day::text || ':' || t.client_type::text, 0, t.member_id, t.member_id, t.study_ms, t.last_at, c.name)
  from courses.study_time t join courses.course c on c.id = t.course_id;
