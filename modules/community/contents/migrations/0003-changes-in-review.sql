-- A change of a published content waits for its review beside it: readers keep the published text until a moderator agrees. The
-- version says what became of what was sent in; the change holds everything else that the author has chosen.
alter table contents.version add column state text not null default 'published'
  check (state in ('published', 'waiting', 'returned'));

create table contents.change (
  -- A content has one change: a newer one takes the place of the one that waits or was returned.
  content_id uuid primary key references contents.content (id) on delete cascade,
  company_id uuid not null,
  version_id uuid not null references contents.version (id) on delete cascade,
  -- The draft that it was sent from: the same call a second time is one change.
  draft_id uuid,
  written_by uuid,
  state text not null default 'waiting' check (state in ('waiting', 'returned')),
  -- Why a moderator has returned it.
  reason text,
  fields jsonb not null,
  written_at instant not null
);
create unique index change_version on contents.change (version_id);
create index change_draft on contents.change (draft_id);
create index change_written_by on contents.change (written_by);
