-- Stages without contents are not published any more. Applications that wait for a decision cannot be changed by their
-- authors: their empty stages go, and the decision stands.
delete from subjects.stage g using subjects.subject s
where s.approval = 'waiting' and g.subject_id = s.id and g.edition = 'draft'
  and not exists (select from subjects.content c
    where c.subject_id = g.subject_id and c.edition = g.edition and c.stage_id = g.id);
