-- One case for a content that waits for a moderator, however many report it; what is reported again after a decision is a new
-- case. The content stays with its module: the case keeps its title and beginning, for those who look at a decision later.
create table moderation.content_case (
  id uuid primary key,
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  -- Whose moderators see it.
  organization_id uuid not null,
  -- Null where the account was erased.
  author_id uuid,
  title text not null,
  excerpt text not null,
  -- Sensitive words, or a review before publishing; null where reports alone have opened it.
  cause text check (cause in ('words', 'review')),
  words text[] not null default '{}',
  report_count integer not null default 0 check (report_count >= 0),
  state text not null default 'open' check (state in ('open', 'appealed', 'decided', 'closed')),
  claimed_by uuid,
  claimed_at instant,
  outcome text check (outcome in ('keep', 'remove', 'restored', 'withdrawn')),
  reason_code text,
  note text not null default '',
  warned boolean not null default false,
  mute_days smallint not null default 0 check (mute_days between 0 and 365),
  decided_by uuid,
  decided_at instant,
  appeal_text text,
  appealed_at instant,
  appeal_outcome text check (appeal_outcome in ('upheld', 'overturned')),
  appeal_note text not null default '',
  appeal_decided_by uuid,
  appeal_decided_at instant,
  queued_at instant not null,
  created_at instant not null,
  revision integer not null default 0
);
create unique index content_case_open on moderation.content_case (company_id, business_type, business_id) where state = 'open';
create index content_case_queue on moderation.content_case (company_id, queued_at, id) where state in ('open', 'appealed');
create index content_case_decided on moderation.content_case (company_id, decided_at desc, id desc) where state in ('decided', 'closed');
create index content_case_opened on moderation.content_case (company_id, created_at);
create index content_case_of_author on moderation.content_case (author_id, decided_at desc, id desc);

create table moderation.report (
  id uuid primary key,
  company_id uuid not null,
  case_id uuid not null references moderation.content_case (id),
  business_type smallint not null,
  business_id uuid not null,
  -- Null where the account was erased: the report counts on without a name.
  member_id uuid,
  reason_code text not null,
  reason text not null,
  created_at instant not null,
  unique (company_id, business_id, business_type, member_id)
);
create index report_of_case on moderation.report (case_id, created_at, id);
create index report_of_member on moderation.report (member_id, created_at);
create index report_at on moderation.report (company_id, created_at);

-- Members whom a moderator lets write again at a time to come.
create table moderation.mute (
  company_id uuid not null,
  member_id uuid not null,
  until instant not null,
  reason text not null default '',
  muted_by uuid not null,
  -- The decision that it belongs to: it ends where the decision is overturned.
  case_id uuid,
  created_at instant not null,
  primary key (company_id, member_id)
);
create index mute_until on moderation.mute (company_id, until desc, member_id);
