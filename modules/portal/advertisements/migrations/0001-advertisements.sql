-- Advertisements of home pages and contents on top. Both belong to one organization: the company's root, or a branch, whose
-- members and those below see them. Their periods are looked at when they are read, so that nothing has to run at that minute.
create table advertisements.advertisement (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  kind text not null check (kind in ('popup', 'banner')),
  title text not null,
  text text not null,
  picture_file_id uuid,
  link text,
  frequency text not null check (frequency in ('once', 'daily', 'always')),
  audiences text[] not null,
  starts_at instant,
  ends_at instant,
  is_enabled boolean not null,
  position int not null,
  author_id uuid not null,
  updated_at instant not null,
  revision int not null default 0,
  check (starts_at is null or ends_at is null or ends_at > starts_at)
);
create index advertisement_order on advertisements.advertisement (company_id, position, id);

-- What one member did with one advertisement, on whichever device: so that what was closed on one stays closed on another.
create table advertisements.reaction (
  advertisement_id uuid not null references advertisements.advertisement (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  view_count int not null,
  click_count int not null,
  close_count int not null,
  closed_at instant,
  last_at instant not null,
  primary key (advertisement_id, member_id)
);
create index reaction_member on advertisements.reaction (company_id, member_id);

create table advertisements.top_content (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  business_type int not null,
  content_id uuid not null,
  starts_at instant,
  ends_at instant,
  position int not null,
  added_by uuid not null,
  check (starts_at is null or ends_at is null or ends_at > starts_at)
);
create unique index top_content_once on advertisements.top_content (organization_id, business_type, content_id);
create index top_content_order on advertisements.top_content (company_id, position, id);
