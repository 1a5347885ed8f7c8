-- A decision mutes beside what other decisions have set: the longest holds, and the shorter ones stand behind it. Where an appeal ends
-- one of them, the longest of the others holds on.
alter table moderation.mute add column shorter jsonb not null default '[]';
alter table moderation.mute alter column shorter drop default;
alter table moderation.mute alter column shorter drop default;
