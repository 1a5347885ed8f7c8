-- Accounts and topics whose contents a member hides in the own feed. The feed itself is no table: it is read from the indexes of
-- what is followed (decision 155).
create table feed.hidden (
  member_id uuid not null,
  kind text not null check (kind in ('account', 'topic')),
  hidden_id uuid not null,
  company_id uuid not null,
  created_at instant not null,
  primary key (member_id, kind, hidden_id)
);
