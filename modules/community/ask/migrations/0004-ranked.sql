-- What makes a question hot: answers of others count 3, votes for it 1. Followers are counted where they follow.
create function ask.rank_answer() returns trigger language plpgsql as $$
declare
  answer ask.answer := case when tg_op = 'DELETE' then old else new end;
begin
  perform server.note_figure(answer.company_id, 'hot-questions', 'answer', answer.id::text, 12, answer.question_id,
    answer.author_id, case when tg_op = 'DELETE' or answer.removed_at is not null or exists (select from ask.question q
      where q.id = answer.question_id and q.author_id = answer.author_id) then 0 else 3 end, answer.created_at);
  return null;
end $$;
create trigger rank_answer after insert or delete on ask.answer for each row execute function ask.rank_answer();
create trigger rank_answer_changed after update on ask.answer
  for each row when (old.removed_at is distinct from new.removed_at) execute function ask.rank_answer();
create function ask.rank_vote() returns trigger language plpgsql as $$
declare
  vote ask.vote := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from ask.question q where q.id = vote.subject_id) then
    perform server.note_figure(vote.company_id, 'hot-questions', 'vote', vote.member_id::text || ':' ||
      vote.subject_id::text, 12, vote.subject_id, vote.member_id,
      case when tg_op = 'DELETE' or vote.value < 0 then 0 else 1 end, vote.created_at);
  end if;
  return null;
end $$;
create trigger rank_vote after insert or delete or update on ask.vote for each row execute function ask.rank_vote();
select server.note_figure(a.company_id, 'hot-questions', 'answer', a.id::text, 12, a.question_id, a.author_id, 3, a.created_at)
  from ask.answer a join ask.question q on q.id = a.question_id
  where a.removed_at is null and q.author_id is distinct from a.author_id;
select server.note_figure(v.company_id, 'hot-questions', 'vote', v.member_id::text || ':' || v.subject_id::text, 12,
    v.subject_id, v.member_id, 1, v.created_at)
  from ask.vote v join ask.question q on q.id = v.subject_id where v.value = 1;
