-- An author who wrote without a name stays without one for moderators: the case knows the author for messages and mutes alone.
alter table moderation.content_case add column is_anonymous boolean not null default false;
