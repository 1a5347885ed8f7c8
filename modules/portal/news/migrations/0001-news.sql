-- News of a company and its branches. An article belongs to one organization: the company's root, or a branch, whose members
-- and those below are its readers, narrowed down by the keys of audiences. It is published from a time on and until another;
-- both are looked at when it is read, so that nothing has to run at that minute. A receipt is kept apart from the article:
-- many members read one article at the same time, and none of them waits for another.
create table news.article (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  title text not null,
  summary text not null,
  cover_file_id uuid,
  content text not null,
  -- The text without its marks: what is searched, and what stands for a missing summary.
  plain text not null,
  source text not null,
  audiences text[] not null,
  is_pinned boolean not null,
  status text not null check (status in ('draft', 'published', 'withdrawn')),
  published_at instant,
  expires_at instant,
  author_id uuid not null,
  updated_at instant not null,
  revision int not null default 0,
  check (status <> 'published' or published_at is not null)
);
create index article_managed on news.article (company_id, updated_at desc, id desc);
create index article_shown on news.article (company_id, is_pinned desc, published_at desc, id desc)
  where status = 'published';

create table news.receipt (
  article_id uuid not null references news.article (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  read_at instant not null,
  primary key (article_id, member_id)
);
create index receipt_member on news.receipt (company_id, member_id);
