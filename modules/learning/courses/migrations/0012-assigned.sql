-- Whether somebody else's decision (a push, a learning path, a subject) registered the member: the course is then open
-- to them, whomever it is made for. Who registered by themselves follows the course's visibility.
alter table courses.registration add column assigned boolean not null default false;
