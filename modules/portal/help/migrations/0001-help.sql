-- Help: articles in directories for audiences, votes on them, and feedback with the conversation about it. An audience is
-- stored as a key (`role:admin`, `organization:{id}`) and not as members: a member who changes the role or the
-- organization reads what is for the new one. Texts are stored in both languages beside each other.
create table help.directory (
  id uuid primary key,
  company_id uuid not null,
  parent_id uuid references help.directory (id),
  name_cn text not null,
  name_en text not null,
  position int not null
);
create index directory_order on help.directory (company_id, position, id);
create index directory_parent on help.directory (parent_id);

create table help.article (
  id uuid primary key,
  company_id uuid not null,
  directory_id uuid not null references help.directory (id),
  title_cn text not null,
  title_en text not null,
  content_cn text not null,
  content_en text not null,
  -- What a reader reads of both texts, for the search and the excerpts.
  plain_cn text not null,
  plain_en text not null,
  audiences text[] not null check (cardinality(audiences) > 0),
  paths text[] not null,
  is_published boolean not null default false,
  position int not null,
  author_id uuid not null,
  updated_at instant not null,
  revision int not null default 0
);
create index article_order on help.article (company_id, position, id);
create index article_directory on help.article (directory_id, position, id);

create table help.vote (
  article_id uuid not null references help.article (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  is_helpful boolean not null,
  voted_at instant not null,
  primary key (article_id, member_id)
);
create index vote_member on help.vote (company_id, member_id);

create table help.feedback (
  id uuid primary key,
  company_id uuid not null,
  sender_id uuid not null,
  category text not null,
  content text not null,
  contact text,
  page text,
  browser text not null,
  picture_ids uuid[] not null,
  state text not null check (state in ('new', 'in-progress', 'answered', 'closed')),
  handler_id uuid,
  message_count int not null default 0,
  created_at instant not null,
  first_answer_at instant,
  updated_at instant not null
);
create index feedback_managed on help.feedback (company_id, updated_at desc, id desc);
create index feedback_sender on help.feedback (sender_id, updated_at desc, id desc);

create table help.message (
  id uuid primary key,
  feedback_id uuid not null references help.feedback (id) on delete cascade,
  company_id uuid not null,
  author_id uuid not null,
  is_answer boolean not null,
  content text not null,
  created_at instant not null
);
create index message_feedback on help.message (feedback_id, created_at, id);
create index message_author on help.message (company_id, author_id);
