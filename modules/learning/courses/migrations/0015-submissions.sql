-- Proofs of courses are submissions: the rows move with their ids, and the table of their own ends.
insert into submissions.submission (id, company_id, kind, subject_id, part_id, member_id, round, title, content, file_ids,
  submitted_at, state, opinion, decided_by, decided_at)
select p.id, p.company_id, 'course', p.course_id, p.section_id, p.member_id,
  row_number() over (partition by p.course_id, p.section_id, p.member_id order by p.handed_in_at, p.id),
  p.section_title, p.content, p.file_ids, p.handed_in_at,
  case p.state when 'agreed' then 'accepted' when 'rejected' then 'returned' else 'waiting' end,
  p.opinion, p.decided_by, p.decided_at
from courses.proof p;
drop table courses.proof;
