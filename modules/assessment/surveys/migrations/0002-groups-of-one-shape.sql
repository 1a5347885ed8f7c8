-- Answers to an anonymous survey wait with those to the same questions and options alone: a version that one person has met would
-- tell what this person answered. And reports read the completed responses in pages, in the order of their submission.
alter table surveys.answer_pool add column shape text not null default '';
alter table surveys.answer_pool drop constraint answer_pool_pkey;
alter table surveys.answer_pool add primary key (survey_id, shape);
create index response_submitted on surveys.response (survey_id, submitted_at, id) where outcome = 'completed';
drop index surveys.answer_batch_survey;
create index answer_batch_survey on surveys.answer_batch (survey_id, id);
