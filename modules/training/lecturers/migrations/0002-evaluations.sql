-- The evaluations of a lecturer in the order of their list.
create index evaluation_newest on lecturers.evaluation (lecturer_id, created_at desc, survey_id);
