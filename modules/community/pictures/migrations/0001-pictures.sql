-- The picture library. The platform's own pictures are drawn by code and have no rows: they are the same in every company
-- and change with the program. Rows are what a company adds, and how far each member has turned the pages of the library.
create table pictures.category (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  position int not null
);
create unique index category_name on pictures.category (company_id, lower(name));
create index category_order on pictures.category (company_id, position, id);

create table pictures.picture (
  id uuid primary key,
  company_id uuid not null,
  -- A category of the company or of the platform: the latter has no row.
  category_id uuid not null,
  name text not null,
  file_id uuid not null,
  width int not null,
  height int not null,
  title_length_max int not null check (title_length_max between 0 and 100),
  -- Grows downwards: a new picture takes a place before the first.
  position int not null,
  -- A retired picture is no longer offered. Its file stays, because covers may show it.
  retired_at instant,
  created_by uuid not null,
  created_at instant not null
);
create index picture_offered on pictures.picture (company_id, position, id) where retired_at is null;
create index picture_managed on pictures.picture (company_id, position, id);
create index picture_category on pictures.picture (company_id, category_id);

-- How many pictures a member has been shown in turn.
create table pictures.turn (
  company_id uuid not null,
  member_id uuid not null,
  is_cloud boolean not null,
  shown bigint not null,
  primary key (member_id, is_cloud)
);
