-- Practice. What a member achieves stands in two places: a practice keeps the answers of one run and may lose them when
-- its questions change; cards and reviews keep what the member knows, and outlive every run.

create table practice.practice_set (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  summary text not null,
  -- Both empty: the whole company.
  organization_ids uuid[] not null,
  member_ids uuid[] not null,
  -- [{ directoryId, kind, difficulty, topicId }]: questions that fit one of them are asked.
  rules jsonb not null,
  -- Questions that were chosen by hand.
  question_ids uuid[] not null,
  status text not null default 'draft' check (status in ('draft', 'on-shelf', 'off-shelf')),
  revision int not null default 0,
  updated_at instant not null,
  published_at instant,
  deleted_at instant
);
create index practice_set_authored on practice.practice_set (company_id, updated_at desc, id) where deleted_at is null;
create index practice_set_shown on practice.practice_set (company_id, published_at desc, id)
  where status = 'on-shelf' and deleted_at is null;

-- One run of a member through questions.
create table practice.practice (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  source text not null check (source in ('set', 'exam', 'content', 'book', 'due', 'list')),
  -- The set, exam or content; null where the questions come from the member's own book or from a list.
  source_id uuid,
  name text not null,
  -- What the questions were when they were drawn: another mark means that the bank was updated.
  bank_mark text not null,
  -- Grows when a bank update resets the answers; an answer names the round that it belongs to.
  round int not null default 1,
  started_at instant not null,
  saved_at instant not null,
  finished_at instant
);
create index practice_unfinished on practice.practice (company_id, member_id, saved_at desc, id) where finished_at is null;
create index practice_of_member on practice.practice (company_id, member_id, id desc);
create index practice_of_source on practice.practice (source_id, member_id) where source_id is not null;

create table practice.item (
  practice_id uuid not null references practice.practice (id) on delete cascade,
  place int not null check (place > 0),
  company_id uuid not null,
  question_id uuid not null,
  version_id uuid not null,
  is_answered boolean not null default false,
  -- Null: shown without an answer.
  answer jsonb,
  -- Null until the member has assessed an answer that no rule can.
  verdict text check (verdict in ('right', 'partly', 'wrong')),
  -- Of 1000, what the answer earns.
  share int check (share between 0 and 1000),
  answered_at instant,
  review_id uuid,
  primary key (practice_id, place),
  check (is_answered = (answered_at is not null)),
  check ((verdict is null) = (share is null))
);

-- What a member knows of a question. In the wrong-answer book from the first wrong answer until it is mastered or removed.
create table practice.card (
  member_id uuid not null,
  question_id uuid not null,
  company_id uuid not null,
  kind text not null,
  -- What can be read in the question, in small letters; for the search.
  search_text text not null,
  excerpt text not null,
  answered_count int not null default 0,
  wrong_count int not null default 0,
  -- Right answers since the last one that was not.
  streak int not null default 0,
  -- Of 1000, what the last answer earned.
  last_share int not null,
  last_answered_at instant not null,
  book text not null default 'none' check (book in ('none', 'open', 'mastered', 'removed')),
  entered_at instant,
  last_wrong_at instant,
  last_wrong_answer jsonb,
  -- The version on which the last wrong answer was given.
  wrong_version_id uuid,
  -- Where the last wrong answer was given, in words.
  source_name text not null default '',
  note text not null default '',
  -- The scheduler's memory; days are counted from 1970-01-01 in the company's time zone.
  memory jsonb,
  due_day int,
  last_day int,
  primary key (member_id, question_id),
  check ((book = 'none') = (entered_at is null)),
  check ((book = 'open') = (due_day is not null))
);
create index card_book on practice.card (company_id, member_id, book, last_wrong_at desc, question_id)
  where book in ('open', 'mastered');
create index card_due on practice.card (company_id, member_id, due_day, question_id) where book = 'open';

-- Every answer that was evaluated: history that no bank update resets.
create table practice.review (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  question_id uuid not null,
  version_id uuid not null,
  practice_id uuid,
  share int not null check (share between 0 and 1000),
  rating text not null check (rating in ('again', 'hard', 'good', 'easy')),
  -- The card was due: such a review counts against the member's limit of the day.
  was_due boolean not null,
  day int not null,
  reviewed_at instant not null,
  -- The card as it was before: a changed rating starts from it again.
  before jsonb not null
);
create index review_of_member on practice.review (company_id, member_id, day, id);
create index review_of_question on practice.review (member_id, question_id, id);

-- The attempts at exams whose wrong answers the book has taken already.
create table practice.collected_attempt (
  attempt_id uuid not null,
  member_id uuid not null,
  company_id uuid not null,
  collected_at instant not null,
  primary key (member_id, attempt_id)
);
create index collected_attempt_of_company on practice.collected_attempt (company_id, member_id);

create table practice.preference (
  member_id uuid primary key,
  company_id uuid not null,
  -- So many right answers in a row master a question.
  master_after int not null check (master_after between 1 and 10),
  -- So many due questions a day, at most.
  daily_max int not null check (daily_max between 1 and 200)
);
create index preference_of_company on practice.preference (company_id, member_id);
