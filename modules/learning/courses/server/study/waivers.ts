/** Waivers by whoever may edit the course, with a reason; and giving a course up oneself. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { acceptWaiting } from '#modules/content/submissions/server.ts'
import { waivePackage } from '#modules/learning/packages/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { ALREADY_FINISHED, NOT_REGISTERED } from '../../contract/errors.ts'
import type { CourseProgress } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { proofKind } from '../proofs/proof-kind.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { finishSection } from './completion.ts'
import { courseDetail } from './details.ts'
import { placeSql } from './retakes.ts'
import { enqueueReward } from './rewards.ts'

interface Waived {
  readonly courseId: string
  readonly memberId: string
  readonly sectionId?: string
  readonly reason: string
}

/** A learner of a course that the caller may edit. */
async function getLearner(db: CoursesDb, caller: Caller, { courseId, memberId }: Waived) {
  const course = await courseLifecycle.getEditable(db, caller, courseId)
  const member = (await membersByIds(db, caller.companyId, [memberId])).get(memberId)
  const registration = await db
    .selectFrom('courses.registration as r')
    .select(['status', 'version_id', placeSql.as('place')])
    .where('member_id', '=', memberId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  if (!registration || !member) throw refuse(NOT_FOUND)
  return { course, member, ...registration }
}

async function keepWaiver(db: CoursesDb, caller: Caller, waived: Waived, now: number): Promise<void> {
  await db
    .insertInto('courses.waiver')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      course_id: waived.courseId,
      section_id: waived.sectionId ?? null,
      member_id: waived.memberId,
      by_id: caller.memberId,
      reason: waived.reason.trim(),
      created_at: now,
    })
    .execute()
}

/** Waives a section for a learner, in the version that the learner is on. */
export async function waiveSection(
  db: CoursesDb,
  waived: Waived & { readonly sectionId: string },
  { caller, now, audit, outside }: Context,
): Promise<void> {
  const { courseId, memberId, sectionId, reason } = waived
  const { course, member, version_id, place } = await getLearner(db, caller, waived)
  const section = await db
    .selectFrom('courses.section')
    .select(['title', 'package_id'])
    .where('version_id', '=', version_id)
    .where('id', '=', sectionId)
    .executeTakeFirst()
  if (!section) throw refuse(NOT_FOUND)
  const target = { companyId: caller.companyId, memberId, courseId, sectionId }
  // Before the section, in the order of a decision: otherwise the two could wait for each other.
  const proof = { kind: proofKind.key, memberId, subjectId: courseId, partId: sectionId }
  await acceptWaiting(db, proof, { decidedBy: caller.memberId, now })
  if (!(await finishSection(db, target, { status: 4, by: 'waiver', at: now }))) throw refuse(ALREADY_FINISHED)
  const { package_id: packageId } = section
  const registrationKey = { courseId: place, sectionId }
  if (packageId !== null) await waivePackage(db, outside, { ...target, packageId, registrationKey, now })
  await keepWaiver(db, caller, waived, now)
  const after = { learner: member.fullName, section: section.title, reason: reason.trim() }
  audit({ type: 'course', id: courseId, name: course.name, before: {}, after })
}

/** Marks the whole course done (COURSE-059). */
export async function markCourseDone(db: CoursesDb, waived: Waived, { caller, now, audit }: Context): Promise<void> {
  const { courseId, memberId, reason } = waived
  const { course, member, status } = await getLearner(db, caller, waived)
  const { numAffectedRows } = await sql`
    update courses.registration set status = 4, finished_at = ${now}
    where member_id = ${memberId} and course_id = ${courseId} and status not in (2, 4)`.execute(db)
  if (!numAffectedRows) throw refuse(ALREADY_FINISHED)
  await enqueueReward(db, { courseId, finishedAt: now, memberId })
  await keepWaiver(db, caller, waived, now)
  audit({
    type: 'course',
    id: courseId,
    name: course.name,
    before: { status },
    after: { status: 4, learner: member.fullName, reason: reason.trim() },
  })
}

/** The caller gives the course up; studying it takes it back, with all that was studied (COURSE-059). */
export async function abandonCourse(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  now: number,
): Promise<CourseProgress> {
  const { progress } = await courseDetail(db, caller, courseId, 1, now)
  if (!progress.registered) throw refuse(NOT_REGISTERED)
  const { numAffectedRows } = await sql`
    update courses.registration set status = 3
    where member_id = ${caller.memberId} and course_id = ${courseId} and status not in (2, 4)`.execute(db)
  if (!numAffectedRows) throw refuse(ALREADY_FINISHED)
  return (await courseDetail(db, caller, courseId, 1, now)).progress
}
