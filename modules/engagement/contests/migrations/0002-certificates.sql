-- An award may give a certificate. The work keeps how far that is, so that each winner gets one, and an award that is taken
-- back keeps its reason for the winner.
update contests.contest set awards = coalesce((
  select jsonb_agg('{"certificateTemplateId": null}'::jsonb || one order by at)
  from jsonb_array_elements(awards) with ordinality each(one, at)), '[]');

alter table contests.contest add column certificate_task_id uuid;
create unique index contest_certificate_task on contests.contest (certificate_task_id) where certificate_task_id is not null;

-- gone: the winner may not sign in any more.
alter table contests.work add column certificate text check (certificate in ('waiting', 'issued', 'gone'));
alter table contests.work add column award_taken_back text not null default '';
create index work_certificate_waiting on contests.work (contest_id, number) where certificate = 'waiting';
