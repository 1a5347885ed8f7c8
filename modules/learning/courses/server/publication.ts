/**
 * Publishing a course: at once, or by an application where approval is switched on for the course's organization. The
 * application is always locked before the course, by whoever decides as by us: two at once never wait in a circle.
 */
import type { Caller, Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { apply, approvalSubject, isApprovalOn, withdraw } from '#modules/platform/approvals/server.ts'
import { COURSE_CHANGED } from '../contract/errors.ts'
import type { VersionMoves } from '../contract/versions.ts'
import { businessType } from '../contract/wire.ts'
import { type CoursesDb, coursesTables } from './db.ts'
import {
  bumpRevision,
  getEditable,
  type HeldCourse,
  holdForChange,
  holdRevision,
  lockCourse,
  newestVersion,
} from './drafts.ts'
import { publishableFigures, putOnShelf } from './shelf.ts'
import { statusAfter } from './transitions.ts'

interface Moment {
  readonly now: number
  readonly language: Language
}

interface PublishWish {
  readonly revision: number
  readonly moveLearners?: VersionMoves
}

/** Whether publishing the course takes an application. */
export function needsApproval(db: CoursesDb, course: Pick<HeldCourse, 'companyId' | 'organizationId'>) {
  return isApprovalOn(db, course.companyId, businessType, course.organizationId)
}

/** Publishes, or applies for it: `applied` says which. */
export async function publishCourse(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  wish: PublishWish,
  moment: Moment,
) {
  const seen = await getEditable(db, caller, courseId)
  if (await needsApproval(db, seen)) return applyToPublish(db, caller, seen, wish, moment)
  const course = await holdForChange(db, caller, courseId, wish.revision, 'publish')
  const versionMoves = wish.moveLearners ?? 'nobody'
  return { ...(await putOnShelf(db, { ...course, versionMoves }, moment.now)), applied: false }
}

async function applyToPublish(
  db: CoursesDb,
  caller: Caller,
  seen: HeldCourse,
  { revision, moveLearners = 'nobody' }: PublishWish,
  moment: Moment,
) {
  if (seen.revision !== revision) throw refuse(COURSE_CHANGED, { revision: seen.revision })
  statusAfter(seen, 'publish')
  await applyFor(db, caller, seen, moment)
  // Whoever changed it since it was read has lost: the application is about what was read.
  const course = await holdRevision(db, caller, seen.id, revision)
  const waiting = { approval: 'waiting', version_moves: moveLearners }
  await db.updateTable('courses.course').set(waiting).where('id', '=', course.id).execute()
  const changed = await bumpRevision(db, course.id, moment.now)
  return { id: course.id, versionNumber: course.versionNumber, revision: changed, applied: true }
}

const labels: Readonly<Record<Language, { sections: string; minutes: string; version: string }>> = {
  cn: { sections: '节数', minutes: '时长（分钟）', version: '版本' },
  en: { sections: 'Sections', minutes: 'Minutes', version: 'Version' },
}

async function applyFor(db: CoursesDb, caller: Caller, course: HeldCourse, { now, language }: Moment): Promise<void> {
  const figures = await publishableFigures(db, newestVersion(course))
  const label = labels[language]
  await apply(db, {
    companyId: course.companyId,
    organizationId: course.organizationId,
    businessType,
    businessId: course.id,
    name: course.name,
    applicantId: caller.memberId,
    summary: {
      [label.sections]: String(figures.section_count),
      [label.minutes]: String(Math.round(figures.duration_ms / 60_000)),
      [label.version]: String(course.versionNumber + (course.hasDraft ? 1 : 0)),
    },
    now,
  })
}

/** Takes the application back; the course can be changed again. */
export async function withdrawPublication(db: CoursesDb, caller: Caller, courseId: string, now: number) {
  const seen = await getEditable(db, caller, courseId)
  statusAfter(seen, 'withdraw')
  const { companyId, memberId } = caller
  await withdraw(db, { companyId, businessType, businessId: courseId, memberId, now })
  return { id: courseId, revision: await bumpRevision(db, courseId, now) }
}

/** What approvals asks us about: the publication of a course. Called in the transaction of the decision. */
export const coursePublication = approvalSubject({
  businessType,
  key: 'course-publication',
  label: { cn: '课程发布', en: 'Publishing a course' },
  async decided(connection, { companyId, businessId, result, now }) {
    const db = coursesTables(connection)
    const course = await lockCourse(db, companyId, businessId)
    if (result === 'agreed') {
      await putOnShelf(db, course, now)
      return
    }
    const approval = result === 'refused' ? 'refused' : null
    await db.updateTable('courses.course').set({ approval }).where('id', '=', businessId).execute()
    await bumpRevision(db, businessId, now)
  },
  link: (courseId) => `/study/course/preview/${courseId}`,
  reviseLink: (courseId) => `/admin/courses/${courseId}`,
})
