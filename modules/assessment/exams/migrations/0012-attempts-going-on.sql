-- Whether an exam is over is asked for each paper that ends with its time: thousands in the same minute.
create index attempt_going_on on exams.attempt (exam_id, ends_at) where state = 'in-progress' and reset_at is null;
create index accommodation_later on exams.accommodation (company_id) where later_minutes > 0;

-- Totals from before parts of groups were counted are made anew.
insert into exams.statistics_due (exam_id, company_id) select exam_id, company_id from exams.statistics;
