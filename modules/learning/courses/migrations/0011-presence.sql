-- When a member last showed that somebody sits in front of the film, and the question that is open. One row a member: they
-- study one thing at a time.
create table courses.presence (
  member_id uuid primary key,
  company_id uuid not null,
  confirmed_at instant not null,
  check_id uuid,
  asked_at instant,
  check ((check_id is null) = (asked_at is null))
);
