-- Study pushes: what members are told to study until when, who has got it, and how far each one is. A push is a learning
-- package with an audience. Its rows by member are written when it is published, so that a delivery that was killed goes
-- on where it was, and so that everybody is counted once, whatever becomes of the organizations.
create table pushes.push (
  id uuid primary key,
  company_id uuid not null,
  -- The author's organization when it was made: who manages pushes there, or above, manages this one.
  organization_id uuid not null,
  author_id uuid not null,
  name text not null,
  description text not null default '',
  -- Whom it is for, as chosen: organizations with all below them, and single members.
  organization_ids uuid[] not null default '{}',
  member_ids uuid[] not null default '{}',
  -- Who joins one of the organizations later gets it too, until the cut-off.
  includes_newcomers boolean not null default false,
  starts_at instant,
  cut_off_at instant,
  -- Who is not done is reminded so many days before the cut-off.
  remind_days smallint[] not null default '{}',
  published_at instant,
  -- When nobody was left to deliver to.
  sent_at instant,
  revoked_at instant,
  revoke_reason text not null default '',
  member_count integer not null default 0,
  -- Members who got it, and those whom it could not be delivered to.
  finish_push_count integer not null default 0,
  failed_count integer not null default 0,
  -- When the states of its members were last asked for.
  refreshed_at instant,
  created_at instant not null,
  updated_at instant not null,
  check (cardinality(remind_days) <= 5)
);
create index push_newest on pushes.push (company_id, created_at desc, id desc);
create index push_of_author on pushes.push (author_id, created_at desc, id desc);
create index push_name on pushes.push using gin (name gin_trgm_ops);
create index push_for_newcomers on pushes.push (published_at) where includes_newcomers and revoked_at is null;

create table pushes.content (
  push_id uuid not null references pushes.push (id) on delete cascade,
  business_type smallint not null,
  business_id uuid not null,
  company_id uuid not null,
  position smallint not null,
  -- As it was called when it was chosen: shown where its module no longer knows it.
  name text not null,
  required boolean not null,
  primary key (push_id, business_type, business_id)
);
create index content_of_item on pushes.content (business_type, business_id, push_id);

create table pushes.push_member (
  push_id uuid not null references pushes.push (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- 1 not started, 2 success, 3 failed (COURSE-035).
  push_status smallint not null default 1 check (push_status between 1 and 3),
  fail_reason text check (fail_reason in ('disabled', 'content-gone', 'error')),
  pushed_at instant,
  -- 1 not started, 2 learning, 3 done (COURSE-034). What was done once stays done.
  task_status smallint not null default 1 check (task_status between 1 and 3),
  finished_count smallint not null default 0,
  percent smallint not null default 0,
  finished_at instant,
  urged_at instant,
  primary key (push_id, member_id),
  check ((push_status = 3) = (fail_reason is not null)),
  check ((push_status = 2) = (pushed_at is not null)),
  check ((task_status = 3) = (finished_at is not null))
) with (fillfactor = 85);
create index push_member_to_deliver on pushes.push_member (push_id, member_id) where push_status = 1;
create index push_member_by_task on pushes.push_member (push_id, task_status);
create index push_member_newest on pushes.push_member (member_id, pushed_at desc, push_id) where push_status = 2;

-- Who was urged to what by whom: the limits are kept by it, and the recipient's superior sees it.
create table pushes.urge (
  id uuid primary key,
  company_id uuid not null,
  sender_id uuid not null,
  member_id uuid not null,
  -- 0: a push itself; else the kind of item (map business-type).
  business_type smallint not null,
  business_id uuid not null,
  name text not null,
  urged_at instant not null
);
create index urge_of_item on pushes.urge (member_id, business_type, business_id, urged_at desc);
create index urge_of_sender on pushes.urge (sender_id, urged_at desc, id desc);
