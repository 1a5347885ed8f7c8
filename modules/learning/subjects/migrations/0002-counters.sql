-- Learners and shares are counted in a row of their own: an author who edits a subject holds its row, and a member who
-- registers or shares must not wait for that.
create table subjects.subject_counter (
  subject_id uuid primary key references subjects.subject (id) on delete cascade,
  company_id uuid not null,
  learner_count integer not null default 0,
  share_count integer not null default 0
);
insert into subjects.subject_counter (subject_id, company_id, learner_count, share_count)
select id, company_id, learner_count, share_count from subjects.subject where learner_count > 0 or share_count > 0;
alter table subjects.subject drop column learner_count, drop column share_count;
