-- Statistics of an exam: what needs all answers is computed by a job, and never in a request. What the questions say by
-- themselves lies in the bank.

create table exams.statistics (
  exam_id uuid primary key references exams.exam (id) on delete cascade,
  company_id uuid not null,
  computed_at instant not null,
  took_ms int not null,
  -- The attempts that count, the questions in them, and whether all have the same ones.
  attempts int not null,
  items int not null,
  is_same_paper boolean not null,
  -- In tenths of a point, squared: the sum of the variances of all questions, and the variance of the scores.
  item_variance double precision,
  score_variance double precision
);

-- Exams whose final attempts have changed since. Rows only come, so that thousands who submit at once do not wait for each
-- other, and they come with the change itself. The job takes them away.
create table exams.statistics_due (
  id bigint generated always as identity primary key,
  exam_id uuid not null,
  company_id uuid not null
);
create index statistics_due_exam on exams.statistics_due (exam_id);

create function exams.note_final_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into exams.statistics_due (exam_id, company_id) values (old.exam_id, old.company_id);
  else
    insert into exams.statistics_due (exam_id, company_id) values (new.exam_id, new.company_id);
  end if;
  return null;
end $$;

create trigger attempt_final after update of state, score_tenths, reset_at on exams.attempt
  for each row when (old.state = 'final' or new.state = 'final') execute function exams.note_final_change();
create trigger attempt_gone after delete on exams.attempt
  for each row when (old.state = 'final') execute function exams.note_final_change();

-- The results of an exam by person, the best first.
create index record_by_score on exams.record (exam_id, score_hundredths desc nulls last, member_id);
