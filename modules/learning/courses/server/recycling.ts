/** Deleting a course: it lies in the recycle bin for 15 days, as it was, before it is gone. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { recycle, recycleKind } from '#modules/platform/operations/server.ts'
import { type CoursesDb, coursesTables } from './db.ts'
import { getEditable, type HeldCourse, lockCourse } from './drafts.ts'
import { statusAfter } from './transitions.ts'

const kind = 'course'

/** Nobody finds the course any more, whoever studied it; its progress is kept as long as it can be restored. */
export async function deleteCourse(db: CoursesDb, caller: Caller, courseId: string, now: number): Promise<HeldCourse> {
  const course = await getEditable(db, caller, courseId, true)
  statusAfter(course, 'delete')
  await db.updateTable('courses.course').set({ deleted_at: now }).where('id', '=', courseId).execute()
  const { companyId, memberId } = caller
  await recycle(db, { companyId, kind, itemId: courseId, name: course.name, deletedBy: memberId, now })
  return course
}

/** Deleted courses by the recycle bin (SYSTEM-244 to SYSTEM-246). */
export const courseRecycling = recycleKind({
  kind,
  label: { cn: '课程', en: 'Course' },
  async restore(connection, { companyId, itemId, now }) {
    const db = coursesTables(connection)
    await lockCourse(db, companyId, itemId, 'deleted')
    await db.updateTable('courses.course').set({ deleted_at: null, updated_at: now }).where('id', '=', itemId).execute()
  },
  async purge(connection, { companyId, itemId }) {
    const db = coursesTables(connection)
    const { rows } = await sql`
      delete from courses.course where id = ${itemId} and company_id = ${companyId} and deleted_at is not null
      returning id`.execute(db)
    // Time that was spent stays in the members' sums; how far they were has nothing left to refer to.
    if (rows.length > 0) await db.deleteFrom('courses.section_progress').where('course_id', '=', itemId).execute()
  },
})
