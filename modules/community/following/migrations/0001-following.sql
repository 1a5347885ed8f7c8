-- Who follows what, of any kind. A follow is a row, so that it exists at most once; the number of followers stands beside it
-- and changes in the same transaction, because lists show it of many things at once.
create table following.follow (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  -- Map business-type, and the numbers of modules beyond it.
  business_type smallint not null,
  business_id uuid not null,
  created_at instant not null,
  unique (member_id, business_type, business_id)
);
-- The lists of a member, and their counts by kind.
create index follows_of_member on following.follow (member_id, business_type, created_at desc, id desc);
-- The followers of one thing, in batches.
create index followers on following.follow (company_id, business_type, business_id, member_id);

create table following.followed (
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  follower_count int not null default 0 check (follower_count >= 0),
  primary key (company_id, business_type, business_id)
);
create index followed_most on following.followed (company_id, business_type, follower_count desc, business_id)
  where follower_count > 0;

-- Followers won and lost by days of the company (counted from 1970-01-01), of the kinds that ask for it.
create table following.followed_day (
  company_id uuid not null,
  business_type smallint not null,
  business_id uuid not null,
  day int not null,
  won int not null default 0,
  lost int not null default 0,
  primary key (company_id, business_type, business_id, day)
);
