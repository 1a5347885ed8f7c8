-- The learning record store. Statements are kept as the text that was sent, with what the LRS adds; what they are searched
-- by stands beside them. They are never changed: a voided one is marked.
create table xapi.credential (
  id uuid primary key,
  company_id uuid not null,
  name text not null check (char_length(name) between 1 and 60),
  username text not null unique,
  -- Of 32 random bytes: nothing that could be guessed, so a plain digest is enough.
  password_sha256 bytea not null,
  created_by uuid not null,
  created_at instant not null,
  revoked_at instant,
  statement_count bigint not null default 0
);
create index credential_list on xapi.credential (company_id, created_at desc);

create table xapi.statement (
  company_id uuid not null,
  id uuid not null,
  -- In the order of storing, also within a millisecond: writers of a company take turns.
  position bigint generated always as identity,
  stored_at instant not null,
  content text not null,
  -- Of what was sent, without what the LRS adds: a repeat is told from a conflict.
  sent_sha256 bytea not null,
  verb text not null,
  activity text,
  registration uuid,
  -- Keys of actor and object; with members, authority, instructor, team and those of a statement within: related.
  agents text[] not null,
  related_agents text[] not null,
  related_activities text[] not null,
  refers_to uuid,
  is_voiding boolean not null,
  voided_at instant,
  primary key (company_id, id)
);
create index statement_order on xapi.statement (company_id, position);
create index statement_of_verb on xapi.statement (company_id, verb, position);
create index statement_of_activity on xapi.statement (company_id, activity, position) where activity is not null;
create index statement_of_registration on xapi.statement (company_id, registration, position) where registration is not null;
create index statement_references on xapi.statement (company_id, position) where refers_to is not null;
create index statement_referring on xapi.statement (company_id, refers_to) where refers_to is not null;
create index statement_agents on xapi.statement using gin (agents);
create index statement_related_agents on xapi.statement using gin (related_agents);
create index statement_related_activities on xapi.statement using gin (related_activities);

-- What was last said of an activity.
create table xapi.activity (
  company_id uuid not null,
  id text not null,
  definition text not null,
  primary key (company_id, id)
);

-- The names under which an agent was seen.
create table xapi.agent_name (
  company_id uuid not null,
  agent_key text not null,
  name text not null,
  primary key (company_id, agent_key, name)
);

-- Agents that are members of the company: by the address they had when they were seen, or by their id as an account.
create table xapi.known_agent (
  company_id uuid not null,
  agent_key text not null,
  member_id uuid not null,
  primary key (company_id, agent_key)
);
create index known_agent_of_member on xapi.known_agent (member_id);

create table xapi.attachment (
  company_id uuid not null,
  sha2 text not null,
  content_type text not null,
  content bytea not null,
  primary key (company_id, sha2)
);

create table xapi.document (
  company_id uuid not null,
  kind text not null check (kind in ('state', 'agent-profile', 'activity-profile')),
  -- SHA-256 over activity and agent: addresses may be longer than an index takes.
  scope bytea not null,
  document_id text not null,
  -- Of states; all noughts: none was said.
  registration uuid not null default '00000000-0000-0000-0000-000000000000',
  agent_key text,
  content bytea not null,
  content_type text not null,
  etag text not null,
  updated_at instant not null,
  primary key (company_id, kind, scope, document_id, registration)
);
create index document_of_agent on xapi.document (company_id, agent_key) where agent_key is not null;
