-- What an asker adds to a question later, with its time; the asker’s name stands with the question alone, or nowhere.
create table ask.follow_up (
  id uuid primary key,
  company_id uuid not null,
  question_id uuid not null references ask.question (id) on delete cascade,
  content text not null,
  created_at instant not null
);
create index follow_up_of_question on ask.follow_up (question_id, created_at, id);
