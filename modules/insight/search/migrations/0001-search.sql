-- Search: one index over what members may find, whatever module it lies in. A document is what is known of one item; who may
-- open it is not stored here but asked of the module of its kind, inside the query, so a right that ends counts at once.
-- Chinese has no spaces, so words are pairs of neighbouring characters and single characters (`words.ts`): they find every
-- text that contains what was typed. Each of them also carries `@company`, because one company must not pay for the texts
-- of another one.
create table search.document (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  kind text not null,
  item_id uuid not null,
  filter text not null,
  business_type int,
  category_id uuid,
  title text not null,
  summary text not null,
  -- What a reader reads of it, for excerpts and quoted phrases; without what only some may read.
  content text not null,
  link text not null,
  cover_file_id uuid,
  author_id uuid,
  published_at instant,
  starts_at instant,
  ends_at instant,
  heat int not null default 0,
  -- Title, keywords and summary, weighted A, B and C.
  head_words tsvector not null,
  words tsvector not null,
  -- Only where passages are for some readers alone: the words that everybody who may open the item may know of.
  open_words tsvector,
  -- Of the title: syllables and pairs of them, and pairs of initials. Below everything that is written as it was typed.
  pinyin tsvector not null,
  initials tsvector not null,
  -- The title in small letters and its usual form, for what begins with the typed text.
  title_key text not null,
  indexed_at instant not null,
  unique (kind, item_id)
);
create index document_head_words on search.document using gin (head_words) with (fastupdate = off);
create index document_words on search.document using gin (words) with (fastupdate = off);
create index document_pinyin on search.document using gin (pinyin) with (fastupdate = off);
create index document_initials on search.document using gin (initials) with (fastupdate = off);
create index document_title_key on search.document (company_id, title_key text_pattern_ops);
create index document_hottest on search.document (company_id, heat desc, id);
-- The most used of one filter: a filter without a match is known at once.
create index document_filter on search.document (company_id, filter, heat desc, id);
create index document_newest on search.document (company_id, kind, coalesce(published_at, starts_at, 0) desc, id);
create index document_hot on search.document (company_id, kind, heat desc, id);
create index document_soon on search.document (company_id, kind, starts_at, id) where starts_at is not null;
create index document_author on search.document (company_id, author_id) where author_id is not null;
create index document_category on search.document (category_id) where category_id is not null;

-- Where in an item a text stands: a second of a video, a page of a document, a section. `marks` are pairs of a position in
-- the text and the second that is spoken there.
create table search.passage (
  document_id bigint not null references search.document (id) on delete cascade,
  place int not null,
  company_id uuid not null,
  text text not null,
  source text not null,
  link text not null,
  kind text not null check (kind in ('second', 'page', 'text')),
  at int not null,
  marks int[] not null,
  primary key (document_id, place)
);

-- Who works on which part of the changed items: one row a shard, locked while its items are indexed.
create table search.shard (
  number int primary key
);
insert into search.shard select generate_series(0, 7);

-- Groups of words that mean the same. `keys` are the words as they are compared; a word is in one group of its company.
create table search.synonym_group (
  id uuid primary key,
  company_id uuid not null,
  words text[] not null,
  updated_at instant not null,
  updated_by uuid not null
);
create index synonym_group_order on search.synonym_group (company_id, updated_at desc, id);

create table search.synonym (
  company_id uuid not null,
  key text not null,
  group_id uuid not null references search.synonym_group (id) on delete cascade,
  primary key (company_id, key)
);
create index synonym_of_group on search.synonym (group_id);

-- Names and terms of the company.
create table search.dictionary_word (
  id uuid primary key,
  company_id uuid not null,
  word text not null,
  key text not null,
  updated_at instant not null,
  unique (company_id, key)
);
create index dictionary_word_order on search.dictionary_word (company_id, updated_at desc, id);

-- Searches, for the earlier texts of a member and for the quality page. A month later nobody knows whose they were; the
-- rows go after half a year (`search.remove-old-searches`).
create table search.searched (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid,
  text text not null,
  key text not null,
  filter text not null,
  found int not null,
  is_exact boolean not null,
  took_ms int not null,
  at instant not null,
  is_recent boolean not null
);
create index searched_recent on search.searched (member_id, at desc) where is_recent;
create index searched_member on search.searched (company_id, member_id) where member_id is not null;
create index searched_company on search.searched (company_id, at desc, id);
create index searched_at on search.searched (at);

create table search.click (
  searched_id uuid not null references search.searched (id) on delete cascade,
  kind text not null,
  item_id uuid not null,
  company_id uuid not null,
  place int not null,
  at instant not null,
  primary key (searched_id, kind, item_id)
);

-- Counted once an hour, because a day may have a million searches.
create table search.hot_word (
  company_id uuid not null,
  key text not null,
  text text not null,
  count int not null,
  is_hidden boolean not null default false,
  primary key (company_id, key)
);
create index hot_word_order on search.hot_word (company_id, is_hidden, count desc, key);

create table search.rebuild (
  task_id uuid primary key,
  company_id uuid not null,
  started_at instant not null,
  ended_at instant
);
create unique index rebuild_running on search.rebuild (company_id) where ended_at is null;
