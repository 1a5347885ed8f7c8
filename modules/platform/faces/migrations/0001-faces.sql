-- Faces: the picture of a member that others are compared with, kept with the member's consent and for as long as that lasts, and
-- what came of each comparison. A compared picture belongs to whoever asked for the comparison and is deleted there; here stays its
-- id alone.
create table faces.reference (
  member_id uuid primary key,
  company_id uuid not null,
  file_id uuid not null,
  consented_at instant not null
);

create table faces.comparison (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  file_id uuid not null,
  -- busy: the service did not answer. unusable: the picture shows no face.
  outcome text not null check (outcome in ('same', 'other', 'unusable', 'busy')),
  at instant not null
);
create index comparison_of_member on faces.comparison (member_id, at desc);
