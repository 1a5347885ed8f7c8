-- Class hours and credits count in the rankings; those that were given before count as well.
create function study.rank_credit() returns trigger language plpgsql as $$
declare
  credit study.credit_record := case when tg_op = 'DELETE' then old else new end;
begin
  perform server.note_figure(credit.company_id, case credit.kind when 1 then 'class-hour' else 'credit' end, 'credits',
    credit.id::text, 0, credit.member_id, credit.member_id, case when tg_op = 'DELETE' then 0 else credit.score end,
    credit.created_at, credit.source);
  return null;
end $$;
create trigger rank_credit after insert or delete on study.credit_record
  for each row execute function study.rank_credit();
create trigger rank_credit_changed after update on study.credit_record
  for each row when ((old.score, old.source) is distinct from (new.score, new.source)) execute function study.rank_credit();
select server.note_figure(c.company_id, case c.kind when 1 then 'class-hour' else 'credit' end, 'credits', c.id::text, 0,
  c.member_id, c.member_id, c.score, c.created_at, c.source) from study.credit_record c;
