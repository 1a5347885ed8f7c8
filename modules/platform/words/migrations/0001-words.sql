-- Sensitive words of a company, the phrases in which they are meant otherwise, and which disguises are seen through.
-- `key` is the word with every disguise taken off: two spellings of one word are one row. The words are searched for by
-- an automaton that each server process builds for itself; `lexicon.revision` changes with every change of the words,
-- the phrases or the options, in the same transaction, and tells whether the built one still holds.
create table words.lexicon (
  company_id uuid primary key,
  revision uuid not null,
  options jsonb not null,
  updated_by uuid not null,
  updated_at instant not null
);

create table words.word (
  id uuid primary key,
  company_id uuid not null,
  word text not null check (char_length(word) between 1 and 50),
  key text not null check (key <> ''),
  category text not null default '',
  level text not null default 'refuse' check (level in ('refuse', 'review')),
  enabled boolean not null default true,
  updated_by uuid not null,
  updated_at instant not null,
  unique (company_id, key)
);
create index word_newest on words.word (company_id, updated_at desc, id);
create index word_of_category on words.word (company_id, category, updated_at desc, id);

create table words.phrase (
  id uuid primary key,
  company_id uuid not null,
  phrase text not null check (char_length(phrase) between 1 and 100),
  key text not null check (key <> ''),
  updated_by uuid not null,
  updated_at instant not null,
  unique (company_id, key)
);
create index phrase_newest on words.phrase (company_id, updated_at desc, id);
