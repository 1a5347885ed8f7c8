-- Lives as something that is studied: who has been through one, decided when it has ended and as replays are watched,
-- and kept whatever becomes of the room's rules and figures since.
create table live.completion (
  live_id uuid not null references live.live on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  finished_at instant not null,
  -- When the modules that go on from there were told.
  told_at instant,
  primary key (live_id, member_id)
);
create index completion_of_member on live.completion (company_id, member_id);
create index completion_untold on live.completion (live_id) where told_at is null;

alter table live.live
  -- When it was looked who has been through it, after its end.
  add column settled_at instant;
create index live_unsettled on live.live (ended_at) where status = 3 and settled_at is null;
