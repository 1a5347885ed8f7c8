-- A package that says after a second that it is completed is not believed at once: the result is kept, and counts when the
-- package has been open for as long as its author thinks that studying it takes at the least. 0: it counts at once.
alter table packages.package
  add column shortest_ms bigint not null default 15000 check (shortest_ms between 0 and 14400000),
  -- What the manifest declares as the typical learning time; null: nothing.
  add column typical_ms bigint check (typical_ms > 0);

alter table packages.attempt
  -- How long the package was open until its result counted, by the server's clock.
  add column open_ms bigint not null default 0 check (open_ms >= 0),
  -- The last sign of life of a player of this attempt, and of which launch it was.
  add column seen_at instant,
  add column seen_launch_id uuid,
  -- Since when the results count. null: there are none, or they wait.
  add column counts_since instant,
  -- The result arrived too early, and waits or waited for so much open time.
  add column awaited_ms bigint check (awaited_ms > 0);

-- What has counted before stays.
update packages.attempt set counts_since = coalesce(completed_at, updated_at), open_ms = total_ms
where completed_at is not null or passed;

create index attempt_waiting on packages.attempt (id) where awaited_ms is not null and counts_since is null;
