-- Notices of the company. The audience is stored as organizations and not as members, because a member who joins or
-- moves later reads what stands for the new organization. A receipt is kept apart from the notice: many members read one
-- notice at the same time, and none of them waits for another.
create table notices.notice (
  id uuid primary key,
  company_id uuid not null,
  title text not null,
  content text not null,
  -- Empty: the whole company.
  organization_ids uuid[] not null,
  is_pinned boolean not null,
  expires_at instant,
  status text not null check (status in ('draft', 'published', 'withdrawn')),
  author_id uuid not null,
  published_at instant,
  updated_at instant not null,
  revision int not null default 0,
  check (status <> 'published' or published_at is not null)
);
create index notice_managed on notices.notice (company_id, updated_at desc, id desc);
create index notice_shown on notices.notice (company_id, is_pinned desc, published_at desc, id desc)
  where status = 'published';

create table notices.receipt (
  notice_id uuid not null references notices.notice (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  read_at instant not null,
  primary key (notice_id, member_id)
);
create index receipt_member on notices.receipt (company_id, member_id);
