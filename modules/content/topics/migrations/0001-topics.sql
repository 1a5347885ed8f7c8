-- Topics (tags) and what a member does to any item: collect, comment, score. An item is named by its business type and
-- its id; the module that registered the type owns it and says who may see it. Figures that lists show of many items
-- (comments, collections, scores) are kept beside them in item_figures, written in the transaction that changes them.
create extension if not exists pg_trgm with schema public;

create table topics.topic_type (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  status smallint not null default 1 check (status in (0, 1)),
  -- Its topics are offered to learners.
  shown boolean not null default true,
  sort integer not null default 0,
  created_at instant not null,
  unique (company_id, name)
);

create table topics.topic (
  id uuid primary key,
  company_id uuid not null,
  type_id uuid references topics.topic_type (id),
  name text not null check (char_length(name) between 1 and 10),
  -- The name in small letters and plain forms: what may stand once only, however it is typed.
  key text not null,
  use_count integer not null default 0 check (use_count >= 0),
  created_by uuid,
  created_at instant not null,
  unique (company_id, key)
);
create index topic_hot on topics.topic (company_id, use_count desc, id);
create index topic_of_type on topics.topic (company_id, type_id, use_count desc, id);
create index topic_type_of_topic on topics.topic (type_id);
create index topic_newest on topics.topic (company_id, created_at desc, id);
create index topic_key on topics.topic using gin (key gin_trgm_ops);

create table topics.item_topic (
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  topic_id uuid not null references topics.topic (id),
  sort smallint not null,
  primary key (company_id, business_type, business_id, topic_id)
);
create index item_of_topic on topics.item_topic (topic_id, business_type);

create table topics.item_figures (
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  comment_count integer not null default 0 check (comment_count >= 0),
  collect_count integer not null default 0 check (collect_count >= 0),
  score_count integer not null default 0 check (score_count >= 0),
  score_sum integer not null default 0 check (score_sum >= 0),
  primary key (company_id, business_id, business_type)
);

create table topics.collected (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  -- The item's name at the time: what is left of an item that is gone.
  name text not null,
  created_at instant not null,
  unique (member_id, business_type, business_id)
);
create index collected_newest on topics.collected (member_id, created_at desc, id);
create index collected_item on topics.collected (company_id, business_type, business_id);

create table topics.score (
  id uuid primary key,
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  -- Null where the account was erased: the score counts on without a name.
  member_id uuid,
  stars smallint not null check (stars between 1 and 5),
  created_at instant not null,
  unique (company_id, business_type, business_id, member_id)
);
create index score_of_member on topics.score (member_id);

create table topics.comment (
  id uuid primary key,
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  -- The comment that a reply stands under, and the reply that it answers where it answers one.
  parent_id uuid references topics.comment (id),
  replied_to_id uuid references topics.comment (id),
  -- Null where the account was erased: the words stay without a name.
  member_id uuid,
  -- The author's organization when it was written: who moderates it.
  organization_id uuid not null,
  content text not null,
  like_count integer not null default 0 check (like_count >= 0),
  -- Replies that are shown.
  reply_count integer not null default 0 check (reply_count >= 0),
  -- Has words that a moderator is to look at.
  flagged boolean not null default false,
  removed text check (removed in ('author', 'moderator')),
  removed_by uuid,
  removed_reason text,
  removed_at instant,
  created_at instant not null
);
create index comment_newest on topics.comment (company_id, business_type, business_id, created_at desc, id desc)
  where parent_id is null;
create index comment_hottest on topics.comment (company_id, business_type, business_id, like_count desc, id desc)
  where parent_id is null;
create index comment_reply on topics.comment (parent_id, created_at, id);
create index comment_replied_to on topics.comment (replied_to_id);
create index comment_moderated on topics.comment (company_id, created_at desc, id);
create index comment_flagged on topics.comment (company_id, created_at desc, id) where flagged and removed is null;
create index comment_of_member on topics.comment (member_id, created_at desc);
create index comment_content on topics.comment using gin (content gin_trgm_ops);

create table topics.comment_like (
  comment_id uuid not null references topics.comment (id),
  member_id uuid not null,
  company_id uuid not null,
  created_at instant not null,
  primary key (comment_id, member_id)
);
create index comment_like_of_member on topics.comment_like (member_id);

-- Members whom a moderator lets write again at a time to come.
create table topics.mute (
  company_id uuid not null,
  member_id uuid not null,
  until instant not null,
  reason text not null default '',
  muted_by uuid not null,
  created_at instant not null,
  primary key (company_id, member_id)
);
create index mute_until on topics.mute (company_id, until desc, member_id);

-- Items about whose comments a member wants no notifications.
create table topics.quiet_thread (
  member_id uuid not null,
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  primary key (member_id, business_type, business_id)
);
