-- Learners and shares are counted in a row of their own: an author who edits a course holds its row, and a member who
-- registers or shares must not wait for that.
create table courses.course_counter (
  course_id uuid primary key references courses.course (id) on delete cascade,
  company_id uuid not null,
  learner_count integer not null default 0,
  share_count integer not null default 0
);
insert into courses.course_counter (course_id, company_id, learner_count, share_count)
select id, company_id, learner_count, share_count from courses.course where learner_count > 0 or share_count > 0;
alter table courses.course drop column learner_count, drop column share_count;
