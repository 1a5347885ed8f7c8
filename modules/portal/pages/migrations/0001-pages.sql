-- Pages of the portal: a draft, numbered versions that are never changed, and the version that viewers see. What a page
-- consists of is one document, checked by its schema before it is stored: its parts are only read together. Who may open a
-- page is stored as keys of audiences and an organization, not as members: a member who moves opens the pages of the new place.
create table pages.page (
  id uuid primary key,
  company_id uuid not null,
  kind text not null check (kind in ('home', 'branch', 'canvas')),
  parent_id uuid references pages.page (id),
  organization_id uuid,
  audiences text[] not null check (cardinality(audiences) > 0),
  name_cn text not null,
  name_en text not null,
  state text not null check (state in ('draft', 'published', 'hidden', 'archived')),
  document jsonb not null,
  revision int not null default 0,
  -- The published version; 0: none.
  version int not null default 0,
  has_changes boolean not null default true,
  publish_at instant,
  publish_note text not null default '',
  -- Who planned the publication: the right to publish is asked for again when the time has come.
  publish_by uuid,
  position int not null default 0,
  updated_at instant not null,
  updated_by uuid,
  check (kind <> 'branch' or organization_id is not null)
);
create index page_managed on pages.page (company_id, updated_at desc, id desc);
create index page_below on pages.page (company_id, parent_id, position, id);
create index page_parent on pages.page (parent_id) where parent_id is not null;
create index page_kind on pages.page (company_id, kind, position, id) where state = 'published';
select server.watch_edits('pages.page',
  '{kind,parent_id,organization_id,audiences,name_cn,name_en,state,version,position}');

create table pages.version (
  page_id uuid not null references pages.page (id) on delete cascade,
  number int not null,
  company_id uuid not null,
  document jsonb not null,
  note text not null,
  published_at instant not null,
  published_by uuid,
  primary key (page_id, number)
);

-- Members of a branch for whom its page is closed.
create table pages.disabled_member (
  page_id uuid not null references pages.page (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  disabled_at instant not null,
  primary key (page_id, member_id)
);
create index disabled_member_member on pages.disabled_member (company_id, member_id);

-- A visit is one load of a home page; null: the one of the product. Visits are kept for 90 days.
create table pages.visit (
  member_id uuid not null,
  visit_id uuid not null,
  company_id uuid not null,
  page_id uuid,
  visited_at instant not null,
  primary key (member_id, visit_id)
);
create index visit_time on pages.visit (company_id, visited_at);
create index visit_old on pages.visit (visited_at);

create table pages.chosen_columns (
  member_id uuid not null,
  list text not null,
  company_id uuid not null,
  columns text[] not null,
  primary key (member_id, list)
);

-- Whether and how texts are read out; the nearest organization above counts.
create table pages.speech (
  organization_id uuid primary key,
  company_id uuid not null,
  is_on boolean not null,
  voice text not null,
  rate int not null check (rate between 50 and 200)
);
create index speech_company on pages.speech (company_id);
