-- Exercises are a module of their own: their questions are of any kind of the bank, several to an exercise. What was written
-- and answered here moves there. A fill-in had one word to write, so its stem has one blank: the first that its author wrote,
-- or one at the end. `|` separates alternatives and Chinese brackets are refused, so neither stands in an answer.

create function courses.html_of(text text) returns text language sql immutable as $$
  select '<p>' || replace(replace(replace(replace(text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), E'\n', '<br />') || '</p>'
$$;

create function courses.with_one_blank(text text) returns text language sql immutable as $$
  select case regexp_count(written, blank)
    when 0 then written || ' ____'
    when 1 then written
    else regexp_replace(written, blank, '__', regexp_instr(written, blank, 1, 1, 1), 0)
  end
  from (select regexp_replace(text, '（\s*）', '____', 'g') as written, '_{3,}|\(\s*\)' as blank) one
$$;

insert into exercises.exercise (id, company_id, business_type, business_id, section_id, at_ms, sort, must_answer,
  attempts_max, removed_at)
select id, company_id, 1, course_id, section_id, at_ms, 0, must_answer, 2, removed_at from courses.exercise;

-- An exercise had one question, which keeps its id.
insert into exercises.question (id, company_id, exercise_id, sort, content_id)
select id, company_id, id, 0, gen_random_uuid() from courses.exercise;

insert into exercises.content (id, company_id, question_id, content, created_at)
select q.content_id, x.company_id, x.id,
  jsonb_build_object('explanation', case when x.explanation = '' then '' else courses.html_of(x.explanation) end)
  || case x.kind
    when 'fill' then jsonb_build_object('kind', 'fill-in', 'stem', courses.html_of(courses.with_one_blank(x.question)),
      'anyOrder', false, 'ignoreCase', true, 'partial', 'none', 'blanks', jsonb_build_array(jsonb_build_object('answer',
        (select string_agg(translate(o ->> 'text', '|（）', '/()'), '|') from jsonb_array_elements(x.options) o))))
    else jsonb_build_object('stem', courses.html_of(x.question), 'options',
        (select jsonb_agg(replace(replace(replace(o ->> 'text', '&', '&amp;'), '<', '&lt;'), '>', '&gt;') order by place)
          from jsonb_array_elements(x.options) with ordinality as option (o, place)))
      || case x.kind
        when 'multiple' then jsonb_build_object('kind', 'multiple-choice', 'partial', 'none', 'right',
          (select jsonb_agg(place - 1 order by place) from jsonb_array_elements(x.options) with ordinality as option (o, place)
            where (o ->> 'isRight')::boolean))
        else jsonb_build_object('kind', 'single-choice', 'right',
          (select place - 1 from jsonb_array_elements(x.options) with ordinality as option (o, place)
            where (o ->> 'isRight')::boolean order by place limit 1))
      end
  end, (extract(epoch from now()) * 1000)::bigint
from courses.exercise x join exercises.question q on q.id = x.id;

insert into exercises.answer (member_id, question_id, company_id, content_id, given, verdict, was_right_first, is_settled,
  submission_ids, first_at, answered_at)
select a.member_id, a.exercise_id, a.company_id, q.content_id,
  case x.kind
    when 'fill' then jsonb_build_object('kind', 'fill-in', 'texts', jsonb_build_array(a.given ->> 'text'))
    else jsonb_build_object('kind', case x.kind when 'multiple' then 'multiple-choice' else 'single-choice' end, 'chosen',
      coalesce(a.given -> 'options', '[]'))
  end,
  case when a.is_right then 'right' else 'wrong' end, a.was_right_first, a.is_right or a.attempts >= 2,
  array(select gen_random_uuid() from generate_series(1, least(a.attempts, 10))), a.first_at, a.answered_at
from courses.exercise_answer a join courses.exercise x on x.id = a.exercise_id
join exercises.question q on q.id = a.exercise_id;

drop table courses.exercise_answer;
drop table courses.exercise;
drop function courses.html_of(text);
drop function courses.with_one_blank(text);
