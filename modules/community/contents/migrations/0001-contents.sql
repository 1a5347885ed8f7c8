-- Contents: articles, videos and files that accounts publish. What an author types is a draft first; a publication copies it
-- into the content and keeps a version. Counters stand beside the content: likes change with their row, reads are counted by a
-- job in batches, so that no reader waits for another one, and the hot score is computed by a job (decision 153).
create table contents.content (
  id uuid primary key,
  company_id uuid not null,
  account_id uuid not null,
  -- Of the account: whose administrators review it.
  organization_id uuid not null,
  -- The draft that it was first published from: the same publication sent twice makes one content.
  draft_id uuid,
  published_by uuid,
  type smallint not null check (type in (1, 2, 3)),
  title text not null,
  -- The title in small letters and plain forms, without spaces: what may stand once only in an account.
  title_key text not null,
  html text not null default '',
  -- What a reader reads of it, for the search; and its beginning.
  plain_text text not null default '',
  excerpt text not null default '',
  cover_file_id uuid,
  file_id uuid,
  chapters jsonb not null,
  source text not null default '',
  license text not null default '',
  comments_open boolean not null default true,
  -- 0 everybody, 1 organizations, 2 circles.
  visibility smallint not null default 0 check (visibility in (0, 1, 2)),
  state text not null default 'active' check (state in ('active', 'closed')),
  review_state text not null default 'none' check (review_state in ('none', 'waiting', 'rejected')),
  review_reason text,
  -- Until when a publication waits.
  publish_at instant,
  -- Null until readers have seen it.
  published_at instant,
  pinned_at instant,
  highlighted_at instant,
  revision int not null default 1,
  version_count int not null default 0,
  read_count int not null default 0 check (read_count >= 0),
  like_count int not null default 0 check (like_count >= 0),
  share_count int not null default 0 check (share_count >= 0),
  hot_score double precision not null default 0,
  created_at instant not null,
  updated_at instant not null,
  removed_at instant,
  -- Readers find it.
  is_listed boolean not null generated always as (removed_at is null and state = 'active' and published_at is not null) stored
);
create unique index content_title on contents.content (account_id, title_key) where removed_at is null;
create unique index content_of_draft on contents.content (draft_id);
create index content_newest on contents.content (company_id, published_at desc, id desc) where is_listed;
create index content_hottest on contents.content (company_id, hot_score desc, id desc) where is_listed;
create index content_of_account on contents.content (account_id, published_at desc, id desc) where is_listed;
create index content_pinned on contents.content (account_id, pinned_at desc) where pinned_at is not null and removed_at is null;
create index content_managed on contents.content (account_id, updated_at desc, id desc) where removed_at is null;
create index content_scheduled on contents.content (publish_at) where publish_at is not null and removed_at is null;
create index content_scored on contents.content (published_at, id) where is_listed;
create index content_text on contents.content using gin (title gin_trgm_ops);
create index content_published_by on contents.content (published_by);

create table contents.content_organization (
  content_id uuid not null references contents.content (id) on delete cascade,
  organization_id uuid not null,
  company_id uuid not null,
  primary key (content_id, organization_id)
);
create table contents.content_circle (
  content_id uuid not null references contents.content (id) on delete cascade,
  circle_id uuid not null,
  company_id uuid not null,
  primary key (content_id, circle_id)
);
create table contents.coauthor (
  content_id uuid not null references contents.content (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  sort smallint not null,
  primary key (content_id, member_id)
);
create index coauthor_member on contents.coauthor (member_id);

-- What was published, each time: to compare and to go back to.
create table contents.version (
  id uuid primary key,
  company_id uuid not null,
  content_id uuid not null references contents.content (id) on delete cascade,
  number int not null,
  title text not null,
  html text not null,
  written_by uuid,
  written_at instant not null,
  unique (content_id, number)
);
create index version_written_by on contents.version (written_by, written_at);

-- What one author writes, on all devices: a revision that another device has raised is not overwritten.
create table contents.draft (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  account_id uuid not null,
  content_id uuid references contents.content (id) on delete cascade,
  type smallint not null check (type in (1, 2, 3)),
  revision int not null default 1,
  fields jsonb not null,
  created_at instant not null,
  updated_at instant not null
);
create index draft_of_member on contents.draft (member_id, updated_at desc, id desc);
create index draft_of_content on contents.draft (content_id);
create unique index draft_of_change on contents.draft (member_id, content_id) where content_id is not null;

-- A read counts once a member and day of the company (counted from 1970-01-01).
create table contents.reading (
  content_id uuid not null references contents.content (id) on delete cascade,
  member_id uuid not null,
  day int not null,
  company_id uuid not null,
  -- It is in `read_count`.
  is_counted boolean not null default false,
  primary key (content_id, member_id, day)
);
create index reading_uncounted on contents.reading (content_id) where not is_counted;
create index reading_of_member on contents.reading (member_id, day desc);
create index reading_of_day on contents.reading (content_id, day);

create table contents.liking (
  content_id uuid not null references contents.content (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  created_at instant not null,
  primary key (content_id, member_id)
);
create index liking_of_member on contents.liking (member_id, created_at desc);
create index liking_newest on contents.liking (content_id, created_at);
