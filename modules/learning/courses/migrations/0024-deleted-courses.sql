-- What a member has registered for is listed without courses in the recycle bin. These are few: the index finds them
-- without looking at the course of each registration.
create index course_deleted on courses.course (id) where deleted_at is not null;
