-- The ask bar. A question keeps its author even where it is anonymous, because moderators may have to know; expert_id is
-- empty then, so that no list by expert finds it. The scores and counts of a question stand in its row and change in the
-- transaction of the vote or answer. hot_score needs no job: each half day that a question is newer counts as much as ten
-- times the votes (decision 149).
create table ask.question (
  id uuid primary key,
  company_id uuid not null,
  -- Null once the account was erased.
  author_id uuid,
  -- Of the client: the same question sent again is the same row.
  request_key uuid not null,
  expert_id uuid,
  is_anonymous boolean not null,
  experts_only boolean not null,
  title text not null,
  content text not null,
  excerpt text not null,
  -- Pairs of characters of the title, for similar questions.
  grams text[] not null,
  source jsonb,
  state text not null default 'open' check (state in ('open', 'duplicate', 'withdrawn', 'removed')),
  duplicate_of_id uuid references ask.question (id) on delete set null,
  removed_reason text,
  accepted_answer_id uuid,
  answer_count int not null default 0,
  up_count int not null default 0,
  down_count int not null default 0,
  score int generated always as (up_count - down_count) stored,
  hot_score double precision generated always as (
    log(greatest(up_count - down_count + 2 * answer_count, 0)::double precision + 1) + created_at / 43200000.0::double precision
  ) stored,
  -- In hundredths; the coins lie in the reservation until the bounty is paid or returned.
  bounty bigint,
  bounty_state text not null default 'none' check (bounty_state in ('none', 'reserved', 'paid', 'returned')),
  bounty_reservation_id uuid,
  bounty_expires_at instant,
  bounty_reminded_at instant,
  -- When the job looks at the bounty next.
  bounty_check_at instant,
  bounty_paid_to uuid,
  bounty_paid_at instant,
  revision int not null default 0,
  created_at instant not null,
  edited_at instant,
  unique (company_id, author_id, request_key),
  check ((bounty_state = 'none') = (bounty is null))
);
create index question_newest on ask.question (company_id, created_at desc, id desc) where state in ('open', 'duplicate');
create index question_hot on ask.question (company_id, hot_score desc, id desc) where state in ('open', 'duplicate');
create index question_unanswered on ask.question (company_id, created_at desc, id desc)
  where state = 'open' and answer_count = 0;
create index question_bounty on ask.question (company_id, bounty desc, id desc)
  where state = 'open' and bounty_state = 'reserved';
create index question_author on ask.question (company_id, author_id, created_at desc, id desc);
create index question_expert on ask.question (expert_id, created_at desc, id desc) where expert_id is not null;
create index question_title on ask.question using gin (title gin_trgm_ops);
create index question_grams on ask.question using gin (grams);
create index question_duplicate on ask.question (duplicate_of_id) where duplicate_of_id is not null;
create index question_bounty_due on ask.question (bounty_check_at) where bounty_state = 'reserved';
create index question_bounty_paid on ask.question (company_id, author_id, bounty_paid_at) where bounty_state = 'paid';

create table ask.answer (
  id uuid primary key,
  company_id uuid not null,
  question_id uuid not null references ask.question (id) on delete cascade,
  author_id uuid,
  -- The personal share account of an expert when the answer was written.
  expert_id uuid,
  content text not null,
  excerpt text not null,
  accepted_at instant,
  up_count int not null default 0,
  down_count int not null default 0,
  score int generated always as (up_count - down_count) stored,
  removed_at instant,
  removed_reason text,
  revision int not null default 0,
  created_at instant not null,
  edited_at instant
);
-- A member answers a question once.
create unique index answer_once on ask.answer (question_id, author_id) where removed_at is null;
create index answer_best on ask.answer (question_id, score desc, created_at, id) where removed_at is null;
create index answer_newest on ask.answer (question_id, created_at desc, id desc) where removed_at is null;
create index answer_author on ask.answer (company_id, author_id, created_at desc, id desc);
create index answer_expert on ask.answer (expert_id, created_at desc, id desc)
  where removed_at is null and expert_id is not null;

-- Among the latest answers, experts are found who could answer a question.
create index answer_recent on ask.answer (company_id, created_at desc)
  where removed_at is null and expert_id is not null;

-- What a question or an answer said before an edit. Who edited is its author, always.
create table ask.revision (
  subject_id uuid not null,
  number int not null,
  company_id uuid not null,
  title text,
  content text not null,
  created_at instant not null,
  primary key (subject_id, number)
);

create table ask.vote (
  subject_id uuid not null,
  member_id uuid not null,
  company_id uuid not null,
  value smallint not null check (value in (-1, 1)),
  created_at instant not null,
  primary key (subject_id, member_id)
);
create index vote_member on ask.vote (company_id, member_id);

create table ask.invitation (
  question_id uuid not null references ask.question (id) on delete cascade,
  expert_id uuid not null,
  company_id uuid not null,
  member_id uuid not null,
  invited_at instant not null,
  due_at instant not null,
  answered_at instant,
  primary key (question_id, expert_id)
);
create index invitation_open on ask.invitation (company_id, member_id) where answered_at is null;
create index invitation_load on ask.invitation (expert_id) where answered_at is null;

create table ask.expert_setting (
  expert_id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  promise_hours int not null,
  takes_invitations boolean not null
);
create index expert_setting_member on ask.expert_setting (company_id, member_id);

-- A knowledge card shows what its answer says now; the owner looks at it by the date of review.
create table ask.card (
  id uuid primary key,
  company_id uuid not null,
  answer_id uuid not null unique references ask.answer (id) on delete cascade,
  title text not null,
  owner_id uuid,
  review_at instant not null,
  reviewed_at instant not null
);
create index card_newest on ask.card (company_id, reviewed_at desc, id desc);
create index card_review on ask.card (company_id, owner_id, review_at);
