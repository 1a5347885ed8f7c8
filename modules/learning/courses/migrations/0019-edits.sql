-- What learners read alike of courses is kept in the server processes until one of these is edited (server/db/last-edit.ts).
-- Chapters and sections count once their version was published: drafts are shown to their authors alone, and never kept.
select server.watch_edits('courses.course', '{name,summary,description,cover_file_id,publish_client,status,deleted_at,
  category_id,organization_id,author_id,lecturer_id,visible_to_all,published_version_id,version_number,section_count,
  duration_ms,published_at,off_shelf_at,no_forward_seeking,presence_check_minutes}');
select server.watch_edits('courses.category', '{name,parent_id,path}');
select server.watch_edits('courses.course_visibility', '{}',
  $$select company_id from courses.course where id = ($1 ->> 'course_id')::uuid$$);
select server.watch_edits('courses.prerequisite', '{sort}');
select server.watch_edits('courses.course_version', '{number}');
select server.watch_edits('courses.chapter', '{title,sort}',
  $$select company_id from courses.course_version where id = ($1 ->> 'version_id')::uuid and number is not null$$);
select server.watch_edits('courses.section', '{title,kind,required,duration_ms,page_count,unit_count,needs_review,
  review_deadline,chapter_id,sort}',
  $$select company_id from courses.course_version where id = ($1 ->> 'version_id')::uuid and number is not null$$);
