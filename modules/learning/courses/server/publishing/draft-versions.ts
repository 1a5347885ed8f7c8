/** The draft version of a course, which changes of its outline go to. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { CourseRecord } from '../course-record.ts'
import type { CoursesDb } from '../db.ts'

/** What the editor shows and changes: the draft where there is one. */
export function newestVersion(course: CourseRecord): string {
  const id = course.draftVersionId ?? course.publishedVersionId
  if (id === null) throw new Error(`course ${course.id} has no version`)
  return id
}

/** The draft version of a locked course; a copy of what is published is made where there is none yet. */
export async function draftVersion(db: CoursesDb, caller: Caller, course: CourseRecord, now: number): Promise<string> {
  if (course.draftVersionId !== null) return course.draftVersionId
  const draftId = uuid()
  await insertDraft(db, caller.companyId, course.id, draftId, now)
  const from = course.publishedVersionId
  await sql`
    insert into courses.chapter (version_id, id, company_id, title, sort)
    select ${draftId}, id, company_id, title, sort from courses.chapter where version_id = ${from}`.execute(db)
  await sql`
    insert into courses.section (version_id, id, chapter_id, company_id, course_id, title, kind, required, sort, file_id,
      url, body, duration_ms, page_count, unit_count, package_id, activity_id, needs_review, review_guide, review_deadline,
      free_preview)
    select ${draftId}, id, chapter_id, company_id, course_id, title, kind, required, sort, file_id,
      url, body, duration_ms, page_count, unit_count, package_id, activity_id, needs_review, review_guide, review_deadline,
      free_preview
    from courses.section where version_id = ${from}`.execute(db)
  return draftId
}

export async function insertDraft(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  draftId: string,
  now: number,
): Promise<void> {
  await sql`
    with version as (
      insert into courses.course_version (id, course_id, company_id, created_at)
      values (${draftId}, ${courseId}, ${companyId}, ${now}) returning id, course_id
    )
    update courses.course c set draft_version_id = v.id from version v where c.id = v.course_id`.execute(db)
}
