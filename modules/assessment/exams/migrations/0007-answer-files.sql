-- The keys by which answer files are sealed and opened: made at the first start.
alter table exams.exam add column answer_file_keys jsonb;
