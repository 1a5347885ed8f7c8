-- Followers of topics and of questions count in the rankings while they follow.
create function following.rank_follow() returns trigger language plpgsql as $$
declare
  follow following.follow := case when tg_op = 'DELETE' then old else new end;
begin
  perform server.note_figure(follow.company_id, case follow.business_type when 105 then 'topic-watch' else 'hot-questions' end,
    'follow', follow.member_id::text || ':' || follow.business_id::text, follow.business_type, follow.business_id,
    follow.member_id, case when tg_op = 'DELETE' then 0 when follow.business_type = 105 then 1 else 2 end, follow.created_at);
  return null;
end $$;
create trigger rank_follow after insert on following.follow
  for each row when (new.business_type in (12, 105)) execute function following.rank_follow();
create trigger rank_unfollow after delete on following.follow
  for each row when (old.business_type in (12, 105)) execute function following.rank_follow();
select server.note_figure(f.company_id, case f.business_type when 105 then 'topic-watch' else 'hot-questions' end, 'follow',
    f.member_id::text || ':' || f.business_id::text, f.business_type, f.business_id, f.member_id,
    case f.business_type when 105 then 1 else 2 end, f.created_at)
  from following.follow f where f.business_type in (12, 105);
