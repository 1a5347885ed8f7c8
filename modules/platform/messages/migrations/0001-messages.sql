-- Notifications, what was sent of them outside the platform, what members want to be told, to-dos and reminders.

-- What was told, once, whoever was told: the texts stand here in both languages, rendered by the template of that
-- moment, so that a fan-out to a whole company writes short rows and a template changed later changes no history.
create table messages.message (
  id uuid primary key,
  company_id uuid not null,
  type text not null,
  group_key text not null,
  title_cn text not null,
  body_cn text not null,
  title_en text not null,
  body_en text not null,
  link text,
  actor_id uuid,
  -- The same, told again while it is unread, is one row with a count.
  collapse_key text,
  -- How many were told; grows while a fan-out is under way.
  recipient_count integer not null default 0,
  created_at instant not null
);
create index message_age on messages.message (created_at);
create index message_of_actor on messages.message (actor_id) where actor_id is not null;

-- A message in a member's notification centre. No foreign keys: a fan-out would check the same message and company for
-- every row; `messages.forget` takes away what has lost its message.
create table messages.notification (
  message_id uuid not null,
  member_id uuid not null,
  company_id uuid not null,
  group_key text not null,
  collapse_key text,
  repeats integer not null default 1,
  -- When it was first told since it was last read: what went out since then is not sent once more.
  since instant not null,
  at instant not null,
  read_at instant,
  primary key (message_id, member_id)
);
create index notification_newest on messages.notification (member_id, at desc, message_id desc);
create index notification_unread on messages.notification (member_id, group_key) where read_at is null;
create unique index notification_collapse on messages.notification (member_id, collapse_key)
  where read_at is null and collapse_key is not null;
create index notification_age on messages.notification using brin (at);

-- Where a member departs from what the types do by themselves.
create table messages.preference (
  member_id uuid not null,
  type text not null,
  channel text not null,
  company_id uuid not null,
  enabled boolean not null,
  -- Chosen by the link at the foot of an e-mail: the log says so.
  by_link boolean not null default false,
  changed_at instant not null,
  primary key (member_id, type, channel)
);

create table messages.member_setting (
  member_id uuid primary key,
  company_id uuid not null,
  -- Channels that are off for everything that is not mandatory.
  channels_off text[] not null default '{}',
  -- Minutes of the company's day; null: no quiet hours.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  quiet_enabled boolean not null default false,
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  digest_weekday smallint not null default 1 check (digest_weekday between 1 and 7),
  language text check (language in ('cn', 'en')),
  -- Signs the member's links for unsubscribing; a new one ends all earlier links.
  link_key bytea not null,
  changed_at instant not null
);

-- What goes out, has gone out, or deliberately has not: one row a message, member and channel, or message and webhook.
create table messages.delivery (
  id uuid primary key,
  company_id uuid not null,
  message_id uuid not null,
  type text not null,
  channel text not null check (channel in ('mail', 'sms', 'wecom', 'dingtalk', 'webhook')),
  member_id uuid,
  webhook_id uuid,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'suppressed')),
  reason text,
  error text,
  attempts smallint not null default 0,
  -- Goes out with others of the member in one mail.
  digest boolean not null default false,
  -- The mail that it went out with.
  batch_id uuid,
  collapse_key text,
  provider_id text,
  created_at instant not null,
  due_at instant not null,
  -- When a process took it; one that is held for long belongs to a process that is gone.
  claimed_at instant,
  finished_at instant,
  check ((member_id is null) = (channel = 'webhook')),
  check ((webhook_id is null) = (channel <> 'webhook'))
);
create unique index delivery_once on messages.delivery (message_id, channel, coalesce(member_id, webhook_id));
create index delivery_due on messages.delivery (channel, due_at) where state = 'queued';
create index delivery_claimed on messages.delivery (claimed_at) where state = 'sending';
create index delivery_newest on messages.delivery (company_id, created_at desc, id desc);
create index delivery_of_state on messages.delivery (company_id, state, created_at desc, id desc);
create index delivery_of_member on messages.delivery (member_id, created_at desc, id desc);
create index delivery_of_collapse on messages.delivery (member_id, collapse_key) where collapse_key is not null;
create index delivery_of_webhook on messages.delivery (webhook_id, created_at desc) where webhook_id is not null;
create index delivery_age on messages.delivery using brin (created_at);

-- Texts of a company's own, in place of a type's.
create table messages.template (
  company_id uuid not null,
  type text not null,
  title_cn text not null,
  body_cn text not null,
  title_en text not null,
  body_en text not null,
  changed_by uuid not null,
  changed_at instant not null,
  primary key (company_id, type)
);

create table messages.webhook (
  id uuid primary key,
  company_id uuid not null,
  kind text not null check (kind in ('wecom-robot', 'dingtalk-robot', 'generic')),
  name text not null,
  url text not null,
  secret text,
  -- Empty: all types.
  types text[] not null,
  enabled boolean not null,
  created_by uuid not null,
  created_at instant not null
);
create index webhook_of_company on messages.webhook (company_id, created_at, id);

-- To be told at a time. Taken away in the transaction that tells, so that each is told once.
create table messages.reminder (
  company_id uuid not null,
  key text not null,
  at instant not null,
  type text not null,
  recipients jsonb not null,
  variables jsonb not null,
  link text,
  collapse_key text,
  primary key (company_id, key)
);
create index reminder_due on messages.reminder (at);

create table messages.todo (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  kind text not null,
  business_type integer not null,
  business_id text not null,
  title text not null,
  link text not null,
  starts_at instant,
  due_at instant,
  begun_at instant,
  closed_at instant,
  created_at instant not null,
  -- Without a term: after everything that has one. A column, so that one index gives the order.
  sort_at bigint not null generated always as (coalesce(due_at, 9007199254740991)) stored,
  unique (company_id, kind, business_id, member_id)
);
-- With the kind, so that counting reads the index alone.
create index todo_open on messages.todo (member_id, sort_at, created_at, id) include (kind) where closed_at is null;
create index todo_closed on messages.todo (closed_at) where closed_at is not null;

-- The secret address of a member's calendar; only its hash is kept.
create table messages.calendar_feed (
  member_id uuid primary key,
  company_id uuid not null,
  token_hash bytea not null unique,
  language text not null check (language in ('cn', 'en')),
  created_at instant not null,
  last_read_at instant
);

-- The end of a member's quiet hours, if `now_ms` lies within them; else `now_ms`. Hours of the zone, over midnight too.
create function messages.after_quiet(now_ms bigint, zone text, quiet_from integer, quiet_to integer) returns bigint
language sql stable parallel safe as $$
  select case
    when quiet_from is null or quiet_to is null or quiet_from = quiet_to then now_ms
    when quiet_from < quiet_to and minute_now >= quiet_from and minute_now < quiet_to
      then (extract(epoch from (day_now + make_interval(mins => quiet_to)) at time zone zone) * 1000)::bigint
    when quiet_from > quiet_to and minute_now >= quiet_from
      then (extract(epoch from (day_now + interval '1 day' + make_interval(mins => quiet_to)) at time zone zone) * 1000)::bigint
    when quiet_from > quiet_to and minute_now < quiet_to
      then (extract(epoch from (day_now + make_interval(mins => quiet_to)) at time zone zone) * 1000)::bigint
    else now_ms
  end
  from (select date_trunc('day', local) as day_now,
      extract(hour from local)::integer * 60 + extract(minute from local)::integer as minute_now
    from (select to_timestamp(now_ms / 1000.0) at time zone zone as local) clock) today
$$;

-- When a member's next digest leaves, after `now_ms`.
create function messages.next_digest(now_ms bigint, zone text, frequency text, at_hour integer, on_weekday integer)
returns bigint
language sql stable parallel safe as $$
  select (extract(epoch from (case
    when frequency = 'daily' then case when today_at > local then today_at else today_at + interval '1 day' end
    else case
      when today_at + days_ahead * interval '1 day' > local then today_at + days_ahead * interval '1 day'
      else today_at + (days_ahead + 7) * interval '1 day' end
    end) at time zone zone) * 1000)::bigint
  from (select local, date_trunc('day', local) + make_interval(hours => at_hour) as today_at,
      (on_weekday - extract(isodow from local)::integer + 7) % 7 as days_ahead
    from (select to_timestamp(now_ms / 1000.0) at time zone zone as local) clock) today
$$;
