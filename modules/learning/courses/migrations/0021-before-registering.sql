-- A section that its author opens to members who have not registered yet. What counts when it is opened (a package, an activity
-- of another module) cannot be one.
alter table courses.section
  add column free_preview boolean not null default false,
  add constraint section_free_preview_check check (not free_preview or kind in ('video', 'audio', 'pdf', 'text', 'link'));
drop trigger note_edit_of_rows on courses.section;
drop trigger note_edit_of_columns on courses.section;
select server.watch_edits('courses.section', '{title,kind,required,duration_ms,page_count,unit_count,needs_review,
  review_deadline,chapter_id,sort,free_preview}',
  $$select company_id from courses.course_version where id = ($1 ->> 'version_id')::uuid and number is not null$$);

-- Learners who let their colleagues see that they study the course.
alter table courses.registration add column is_shown boolean not null default false;
create index registration_shown on courses.registration (course_id, registered_at desc) where is_shown;

-- Chapters without sections are not published any more. Applications that wait for a decision cannot be changed by their authors:
-- their empty chapters go, and the decision stands.
delete from courses.chapter ch using courses.course c
where c.approval = 'waiting' and ch.version_id = c.draft_version_id
  and not exists (select from courses.section s where s.version_id = ch.version_id and s.chapter_id = ch.id);
