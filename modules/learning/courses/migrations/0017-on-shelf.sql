-- The catalogue counts what a member may see of it. With its conditions in an index, it does so without looking at 2,000
-- courses one by one.
create index course_on_shelf on courses.course (company_id, publish_client) include (visible_to_all, id)
  where status = 'on-shelf';
