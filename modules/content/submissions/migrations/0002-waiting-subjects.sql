-- The subjects for which something waits are found one after the other, and what waits for each of them oldest first: the number
-- of to-dos is read by every page.
create index submission_waiting_subject on submissions.submission (company_id, kind, subject_id, submitted_at, id)
  where state = 'waiting';
