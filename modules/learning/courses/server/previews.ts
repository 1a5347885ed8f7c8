/** Who may look at a course that is not published: its authors, and who has to decide about it. */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { mayReadByApplication } from '#modules/platform/approvals/server.ts'
import { businessType } from '../contract/wire.ts'
import type { CoursesDb } from './db.ts'
import { getCourse, type HeldCourse } from './drafts.ts'
import { mayEdit } from './policy.ts'

export async function getPreviewable(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  now: number,
): Promise<HeldCourse> {
  const course = await getCourse(db, caller, courseId)
  if (mayEdit(caller, course)) return course
  const decides = await mayReadByApplication(db, caller, { businessType, businessId: courseId }, now)
  if (!decides) throw refuse(NO_PERMISSION)
  return course
}
