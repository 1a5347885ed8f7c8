-- Proofs of learning paths are submissions about a member's progress: the rows move with their ids, and the table of their
-- own ends. A decision of which no time is known counts as made when the member handed in.
insert into submissions.submission (id, company_id, kind, subject_id, part_id, member_id, round, title, content, file_ids,
  submitted_at, state, opinion, decided_by, decided_at)
select f.id, f.company_id, 'path', p.path_id, p.id, p.member_id,
  row_number() over (partition by p.id order by f.handed_in_at, f.id),
  coalesce((select s.name from paths.section s where s.path_id = p.path_id and s.business_type = p.business_type
    and s.business_id = p.business_id limit 1), ''),
  f.content, f.file_ids, f.handed_in_at,
  case f.state when 2 then 'accepted' when 6 then 'returned' else 'waiting' end,
  f.opinion, f.decided_by, case when f.state <> 5 then coalesce(f.decided_at, f.handed_in_at) end
from paths.proof f join paths.progress p on p.id = f.progress_id;
drop table paths.proof;
