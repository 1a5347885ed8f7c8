-- The chapters in which the member has done all that is required, as they were last evaluated: to-dos are due when a window of
-- another one closes.
alter table paths.registration add column done_chapters uuid[] not null default '{}';
