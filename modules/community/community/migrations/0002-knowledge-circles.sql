-- Knowledge circles: colleagues with an interest in common, and what has been shared into each. A thing stands in a
-- circle once; who shared it takes it out again, or an administrator of the circle does.
create table community.circle (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  name_key text not null,
  description text not null default '',
  created_at instant not null,
  unique (company_id, name_key)
);
create index circle_newest on community.circle (company_id, created_at desc, id desc);

create table community.circle_member (
  circle_id uuid not null references community.circle on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  is_administrator boolean not null default false,
  joined_at instant not null,
  primary key (circle_id, member_id)
);
create index circles_of_member on community.circle_member (company_id, member_id) include (is_administrator);

create table community.circle_share (
  id uuid primary key,
  circle_id uuid not null references community.circle on delete cascade,
  company_id uuid not null,
  -- Map business-type, and the id in that kind.
  item_type smallint not null,
  item_id uuid not null,
  shared_by uuid not null,
  created_at instant not null,
  unique (circle_id, item_id)
);
create index shares_of_circle on community.circle_share (circle_id, created_at desc, id desc);
create index circle_share_of_item on community.circle_share (company_id, item_id);
