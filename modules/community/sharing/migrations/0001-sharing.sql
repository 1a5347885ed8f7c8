-- Short links and what was shared. A short link keeps the part of an address behind the platform's own origin, so that it
-- still leads somewhere when the platform moves to another name, and can never lead away from it.
create table sharing.short_link (
  code text primary key check (code ~ '^[0-9A-Za-z]{8}$'),
  company_id uuid not null,
  path text not null check (path like '/%' and path not like '//%'),
  path_sha256 bytea not null,
  created_by uuid not null,
  created_at instant not null,
  expires_at instant not null,
  opened_count bigint not null default 0,
  unique (company_id, path_sha256)
);
create index short_link_expiry on sharing.short_link (expires_at);

-- One row an action: who shared what, how. Counted by an index alone.
create table sharing.share_action (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  business_id uuid not null,
  -- A number of the map business-type, where the caller said it.
  item_type smallint,
  action_type smallint not null check (action_type in (2, 3)),
  channel text,
  created_at instant not null
);
create index share_action_of_item on sharing.share_action (company_id, business_id, action_type);
create index share_action_of_member on sharing.share_action (company_id, member_id, created_at desc);
