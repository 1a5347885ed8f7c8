-- Share scope 4: only the chosen organizations, with all below them, and the chosen members see the live session. The
-- audience is kept as organizations and not as their members, because a member who moves sees what is made for the new
-- organization and no longer what was made for the old one.
alter table live.live drop constraint live_share_scope_check;
alter table live.live add constraint live_share_scope_check check (share_scope in (1, 2, 3, 4));

create table live.audience_organization (
  live_id uuid not null references live.live on delete cascade,
  organization_id uuid not null,
  company_id uuid not null,
  primary key (live_id, organization_id)
);

create table live.audience_member (
  live_id uuid not null references live.live on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  primary key (live_id, member_id)
);
create index audience_of_member on live.audience_member (company_id, member_id);

-- The live session that this one was copied from: the settings of its room are taken over when the room is made.
alter table live.live add column copied_from uuid;
