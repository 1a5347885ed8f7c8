-- What a member teaches, on the member's homepage: the published courses of a lecturer, the last published first.
create index course_of_lecturer on courses.course (lecturer_id, published_at desc, id)
  where status = 'on-shelf' and lecturer_id is not null;
