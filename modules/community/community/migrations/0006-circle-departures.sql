-- Members who have left a circle, for its figures by day: when they joined and when they left, without who they are.
create table community.circle_departure (
  id uuid primary key,
  circle_id uuid not null references community.circle on delete cascade,
  company_id uuid not null,
  joined_at instant not null,
  left_at instant not null
);
create index departures_of_circle on community.circle_departure (circle_id, left_at);
