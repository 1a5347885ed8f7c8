-- Circles with a life of their own: how one joins, what stands at the top, what administrators announce, and figures by which
-- circles are found. A circle that was dissolved waits in the recycle bin and shows nowhere; its name is free meanwhile.
alter table community.circle
  add column cover_file_id uuid,
  -- 0 everybody joins, 1 administrators agree, 2 administrators add.
  add column join_mode smallint not null default 0 check (join_mode in (0, 1, 2)),
  -- Kept by the triggers below.
  add column member_count int not null default 0,
  add column share_count int not null default 0,
  -- By the job: what its members did in the last 30 days.
  add column popular_num int not null default 0,
  -- When something was last shared or announced.
  add column newest_at instant not null default 0,
  add column removed_at instant;
alter table community.circle drop constraint circle_company_id_name_key_key;
create unique index circle_name on community.circle (company_id, name_key) where removed_at is null;
create index circle_popular on community.circle (company_id, popular_num desc, member_count desc, id desc)
  where removed_at is null;
create index circle_largest on community.circle (company_id, member_count desc, id desc) where removed_at is null;

-- Until when the member has seen the circle.
alter table community.circle_member add column read_until instant not null default 0;
create index members_of_circle on community.circle_member (circle_id, is_administrator desc, joined_at, member_id);

alter table community.circle_share
  add column pinned_at instant,
  add column highlighted_at instant,
  -- Time in steps of 12.5 hours, and what readers did in powers of ten: decision 148.
  add column hot_score double precision not null default 0;
create index hot_shares_of_circle on community.circle_share (circle_id, hot_score desc, id desc);
create index pins_of_circle on community.circle_share (circle_id, pinned_at desc) where pinned_at is not null;
create index highlights_of_circle on community.circle_share (circle_id, created_at desc, id desc)
  where highlighted_at is not null;
create index circle_share_fresh on community.circle_share (item_type, created_at);

create table community.circle_request (
  id uuid primary key,
  circle_id uuid not null references community.circle on delete cascade,
  company_id uuid not null,
  member_id uuid not null,
  message text not null default '',
  -- Map approval-result: 0 refused, 1 agreed, 2 withdrawn, 4 waits.
  result smallint not null default 4 check (result in (0, 1, 2, 4)),
  answer text not null default '',
  decided_by uuid,
  created_at instant not null,
  decided_at instant
);
create unique index circle_request_waiting on community.circle_request (circle_id, member_id) where result = 4;
create index requests_of_circle on community.circle_request (circle_id, created_at) where result = 4;
create index circle_requests_of_member on community.circle_request (company_id, member_id);

create table community.circle_announcement (
  id uuid primary key,
  circle_id uuid not null references community.circle on delete cascade,
  company_id uuid not null,
  title text not null,
  content text not null,
  published_by uuid not null,
  pinned_at instant,
  reminded_at instant,
  created_at instant not null,
  updated_at instant not null
);
create unique index circle_announcement_pin on community.circle_announcement (circle_id) where pinned_at is not null;
create index announcements_of_circle on community.circle_announcement
  (circle_id, (pinned_at is not null) desc, created_at desc, id desc);

create table community.announcement_read (
  announcement_id uuid not null references community.circle_announcement on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  read_at instant not null,
  primary key (announcement_id, member_id)
);
create index announcements_read_by on community.announcement_read (company_id, member_id);

create function community.count_circle_members() returns trigger language plpgsql as $$
declare
  step int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  -- Always in this order: two who change the same circles then wait for each other, and never both.
  perform from community.circle where id in (select circle_id from changed) order by id for no key update;
  update community.circle c set member_count = c.member_count + step * n.amount
  from (select circle_id, count(*)::int as amount from changed group by circle_id) n where c.id = n.circle_id;
  return null;
end $$;
create trigger members_joined after insert on community.circle_member
  referencing new table as changed for each statement execute function community.count_circle_members();
create trigger members_left after delete on community.circle_member
  referencing old table as changed for each statement execute function community.count_circle_members();

create function community.count_circle_shares() returns trigger language plpgsql as $$
declare
  step int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from community.circle where id in (select circle_id from changed) order by id for no key update;
  update community.circle c set share_count = c.share_count + step * n.amount,
    newest_at = case when step = 1 then greatest(c.newest_at, n.newest) else c.newest_at end
  from (select circle_id, count(*)::int as amount, max(created_at) as newest from changed group by circle_id) n
  where c.id = n.circle_id;
  return null;
end $$;
create trigger items_shared after insert on community.circle_share
  referencing new table as changed for each statement execute function community.count_circle_shares();
create trigger items_removed after delete on community.circle_share
  referencing old table as changed for each statement execute function community.count_circle_shares();

update community.circle c set
  member_count = (select count(*) from community.circle_member m where m.circle_id = c.id),
  share_count = (select count(*) from community.circle_share s where s.circle_id = c.id),
  newest_at = coalesce((select max(s.created_at) from community.circle_share s where s.circle_id = c.id), 0);
update community.circle_share set hot_score = created_at / 45000000.0;
