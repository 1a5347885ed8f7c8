-- Classes that were made from one another with shifted dates.
create table classes.series (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  created_at instant not null
);
create index series_newest on classes.series (company_id, created_at desc, id);

alter table classes.class
  add series_id uuid references classes.series (id),
  -- From 1 on, in the order in which they were made.
  add series_number smallint,
  -- Kept to make classes from: it is never published.
  add is_template boolean not null default false,
  -- The start of which participants were reminded.
  add reminded_start instant,
  add check ((series_id is null) = (series_number is null)),
  add check (not is_template or status = 'draft');
create unique index class_series on classes.class (series_id, series_number) where series_id is not null;
create index class_beginning on classes.class (starts_at) where status = 'on-shelf' and closed_at is null and deleted_at is null;

-- `form`: registered on the way, by the page for people outside of the company.
alter table classes.enrollment
  drop constraint enrollment_source_check,
  add constraint enrollment_source_check check (source in ('self', 'nominated', 'imported', 'substitute', 'form'));
