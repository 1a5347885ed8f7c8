-- Whoever makes, manages or teaches a course answers the questions that learners ask at points of its videos. A question has one
-- answer, which can be replaced. `answered_by` is null after the erasure of whoever answered.
alter table courses.barrage_question
  add column answer text,
  add column answered_by uuid,
  add column answered_at instant,
  add constraint barrage_question_answer_check check ((answer is null) = (answered_at is null)
    and (answered_by is null or answer is not null));

-- Finds the courses in which a question waits one after the other, and the questions of each in the order in which they were asked.
create index barrage_question_waiting on courses.barrage_question (company_id, course_id, created_at, id)
  where answered_at is null;
-- The newest answers of a course.
create index barrage_question_answered on courses.barrage_question (course_id, answered_at desc, id)
  where answered_at is not null;
create index barrage_question_answerer on courses.barrage_question (answered_by) where answered_by is not null;
