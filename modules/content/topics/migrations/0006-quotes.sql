-- A comment may quote another one of its item and name colleagues, and one comment of an item may be marked as the best.
alter table topics.comment add column quoted_id uuid, add column is_best boolean not null default false;
create unique index comment_best on topics.comment (company_id, business_type, business_id) where is_best;

create table topics.mention (
  comment_id uuid not null references topics.comment (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  primary key (comment_id, member_id)
);
create index mention_member on topics.mention (member_id);
