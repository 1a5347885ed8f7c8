-- Whoever has graduated, left, come back and graduated again has a further row: the earlier graduation stays as it was given.
alter table graduation.graduate add column superseded_at instant;
drop index graduation.graduate_current;
create unique index graduate_current on graduation.graduate (class_id, member_id)
  where revoked_at is null and superseded_at is null;
