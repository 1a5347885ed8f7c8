-- What a member has finished since a day: asked for each member of a team, who may be the whole company. It changes once in
-- the life of a registration; what is not finished is not in it.
create index registration_finished on courses.registration (member_id, finished_at) where finished_at is not null;
