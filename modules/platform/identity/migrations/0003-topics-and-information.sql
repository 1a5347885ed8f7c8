-- What members tell about themselves: the topics that interest them, and the information form.
create table identity.topic (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  name text not null check (length(name) between 1 and 20),
  sort integer not null default 0,
  unique (company_id, name)
);

create table identity.member_topic (
  member_id uuid not null references identity.member (id) on delete cascade,
  topic_id uuid not null references identity.topic (id) on delete cascade,
  company_id uuid not null references identity.company (id),
  primary key (member_id, topic_id)
);
create index member_topic_of_topic on identity.member_topic (topic_id);

create table identity.member_information (
  member_id uuid primary key references identity.member (id) on delete cascade,
  company_id uuid not null references identity.company (id),
  fields jsonb not null,
  committed_at instant not null
);
