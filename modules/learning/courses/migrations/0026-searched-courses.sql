-- What the search shows of a course. Sections of drafts are not watched: they are found once their version is published, which
-- changes the course.
select server.watch_items('courses.course', 'course',
  '{name,summary,description,cover_file_id,category_id,status,deleted_at,published_version_id,author_id}');
select server.watch_items('courses.caption', 'course', '{cues}', item => 'course_id');
