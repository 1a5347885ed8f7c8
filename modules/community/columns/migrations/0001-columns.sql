-- Columns: series of an account’s contents, in an order of their own, to which members subscribe. The numbers of contents and
-- subscribers stand beside the column and change in the same transaction, because lists show them of many columns.
create table columns.special_column (
  id uuid primary key,
  company_id uuid not null,
  account_id uuid not null,
  title text not null,
  -- The title in small letters and plain forms, without spaces: what may stand once only in an account.
  title_key text not null,
  introduction text not null default '',
  cover_file_id uuid,
  state text not null default 'active' check (state in ('active', 'closed')),
  content_count int not null default 0 check (content_count >= 0),
  subscriber_count int not null default 0 check (subscriber_count >= 0),
  created_by uuid,
  created_at instant not null,
  -- When something was last released, or the column was made.
  released_at instant not null,
  -- A place in a random order, from which some are proposed.
  shuffle double precision not null default random(),
  removed_at instant
);
create unique index column_title on columns.special_column (account_id, title_key) where removed_at is null;
create index columns_of_account on columns.special_column (account_id, released_at desc, id desc) where removed_at is null;
create index columns_most_subscribed on columns.special_column (company_id, subscriber_count desc, id)
  where removed_at is null and state = 'active';
create index columns_shuffled on columns.special_column (company_id, shuffle) where removed_at is null and state = 'active';

create table columns.column_content (
  column_id uuid not null references columns.special_column (id) on delete cascade,
  content_id uuid not null,
  company_id uuid not null,
  sort int not null,
  released_by uuid,
  released_at instant not null,
  primary key (column_id, content_id)
);
create index column_order on columns.column_content (column_id, sort, content_id);
create index column_newest on columns.column_content (column_id, released_at desc, content_id desc);
create index columns_of_content on columns.column_content (content_id);

create table columns.subscription (
  column_id uuid not null references columns.special_column (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  created_at instant not null,
  -- What was released before is not new to the subscriber.
  opened_at instant not null,
  primary key (column_id, member_id)
);
create index subscriptions_of_member on columns.subscription (member_id, created_at desc, column_id);

-- What a member has opened in a column, subscribed or not: where reading goes on.
create table columns.opened_content (
  column_id uuid not null references columns.special_column (id) on delete cascade,
  member_id uuid not null,
  content_id uuid not null,
  company_id uuid not null,
  opened_at instant not null,
  primary key (column_id, member_id, content_id)
);
create index opened_of_member on columns.opened_content (member_id, opened_at desc);

-- Whose names are taken out when a member is erased.
create index columns_made_by on columns.special_column (created_by);
create index released_by on columns.column_content (released_by);
