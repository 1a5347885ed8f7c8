-- What a marker has written and not given yet: neither a closed browser nor a session that ends loses it, and it counts nowhere.
create table exams.mark_draft (
  attempt_id uuid not null,
  place int not null,
  member_id uuid not null,
  company_id uuid not null,
  tenths int check (tenths >= 0),
  -- One of each criterion of the rubric; -1: not chosen yet.
  levels int[],
  comment text not null,
  saved_at instant not null,
  primary key (attempt_id, place, member_id),
  foreign key (attempt_id, place) references exams.mark (attempt_id, place) on delete cascade
);
create index mark_draft_of_member on exams.mark_draft (company_id, member_id);
