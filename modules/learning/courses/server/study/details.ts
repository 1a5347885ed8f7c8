/** A course as one learner sees it: outline, progress, and why what is not finished is not. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { mustBuy } from '#modules/commerce/prices/server.ts'
import { together } from '#server/db/transaction.ts'
import { COURSE_TAKEN_DOWN, NOT_REGISTERED } from '../../contract/errors.ts'
import type { CourseDetail } from '../../contract/learning.ts'
import { businessType, type CourseProgress, type VersionNotice } from '../../contract/wire.ts'
import { prerequisitesOf } from '../authoring/prerequisites.ts'
import type { CoursesDb } from '../db.ts'
import { type CourseAsSeen, closedBecause, openingOf } from '../policy.ts'
import { versionDifference } from '../publishing/versions.ts'
import { courseProgress, type RegistrationFacts } from './completion-rules.ts'
import { coursePage, isMadeFor, type KnownCourse, knownCourses } from './known-courses.ts'
import {
  knownOutlines,
  readOutlines,
  type SectionRecord,
  type StudiedOutline,
  sectionRecordsSql,
  studied,
} from './outlines.ts'
import { meanPercent, type OwnRow, ownColumns, ownFieldsOf, ownSources } from './own-study.ts'
import { insertRegistrations } from './registrations.ts'
import { earnedMsSql, retrainingOf } from './retakes.ts'
import { studyRules } from './study-rules.ts'

interface DetailRow extends OwnRow {
  readonly registered_at: number | null
  readonly finished_at: number | null
  readonly assigned: boolean | null
  readonly records: readonly SectionRecord[] | null
  readonly earned_ms: number
}

/** A course with the caller's registration, where there is one. */
interface OpenCourse {
  readonly id: string
  readonly course: KnownCourse
  readonly row: DetailRow
  readonly visible: boolean
}

async function readOwnRow(db: CoursesDb, caller: Caller, courseId: string): Promise<DetailRow> {
  const [member, id] = [sql`${caller.memberId}::uuid`, sql`page.id`]
  const { rows } = await sql<DetailRow>`
    select page.id, ${ownColumns}, r.registered_at, r.finished_at, r.assigned,
      ${sectionRecordsSql(member, id)} as records, ${earnedMsSql(member, id)} as earned_ms
    from (values (${courseId}::uuid)) page (id) ${ownSources(caller, id)}`.execute(db)
  return rows[0] as DetailRow
}

async function findCourse(db: CoursesDb, caller: Caller, courseId: string): Promise<OpenCourse> {
  const [row, courses, isMade] = await together(db, (shared) => [
    readOwnRow(shared, caller, courseId),
    knownCourses(shared, caller, [courseId]),
    isMadeFor(shared, caller, courseId),
  ])
  const course = courses.get(courseId)
  if (!course || course.isDeleted) throw refuse(NOT_FOUND)
  return { id: courseId, course, row, visible: row.assigned === true || isMade }
}

function asSeen({ course, row, visible }: OpenCourse): CourseAsSeen & { registered: boolean } {
  const { status, card } = course
  return { status, publishClient: card.publishClient, visible, registered: row.study_status !== null }
}

/** Refuses a learner who may not open the course. */
export function assertOpen(course: CourseAsSeen): void {
  const opening = openingOf(course)
  if (opening === 'missing') throw refuse(NOT_FOUND)
  if (opening === 'hidden') throw refuse(NO_PERMISSION)
  if (opening === 'taken-down') throw refuse(COURSE_TAKEN_DOWN)
}

async function openDetail(db: CoursesDb, caller: Caller, courseId: string): Promise<OpenCourse> {
  const open = await findCourse(db, caller, courseId)
  assertOpen(asSeen(open))
  return open
}

function registrationOf(row: DetailRow): RegistrationFacts | undefined {
  if (row.study_status === null || row.registered_at === null || row.touched_at === null) return undefined
  return { ...row, status: row.study_status, registered_at: row.registered_at, touched_at: row.touched_at }
}

/** What stands in the newest version that is not in the learner's own. */
async function versionNotice(db: CoursesDb, { id, course, row }: OpenCourse): Promise<VersionNotice | null> {
  const { publishedVersionId: newest, versionNumber } = course
  const { publishedAt } = course.card
  if (row.version_id === null || newest === null || publishedAt === null || row.version_id === newest) return null
  const { addedCount, removedCount, replacedCount, changedCount } = await versionDifference(
    db,
    id,
    row.version_id,
    newest,
  )
  return { versionNumber, publishedAt, addedCount, removedCount, replacedCount, changedCount }
}

type CoursePage = Awaited<ReturnType<typeof coursePage>>

/** The answer but for whether the course can be studied now. */
function detailOf({ course, row }: OpenCourse, outline: StudiedOutline, { rules, topics, finishGives }: CoursePage) {
  const percents = outline.sections.flatMap((one) => (one.isRequired === 1 ? [one.progress.percent] : []))
  const registration = registrationOf(row)
  const progress = courseProgress(registration, outline.sections, outline.studySeconds)
  const round = row.opened_at === null ? undefined : { opened_at: row.opened_at, due_at: row.due_at }
  return {
    ...course.card,
    ...ownFieldsOf(row, meanPercent(percents)),
    // Of the outline that follows: the card counts what is published, which a preview or an earlier version is not.
    sectionCount: outline.sections.length,
    durationSeconds: outline.sections.reduce((sum, section) => sum + (section.durationSeconds ?? 0), 0),
    description: course.description,
    status: course.status,
    settings: course.settings,
    ...{ topics, finishGives, ...rules },
    chapters: outline.chapters,
    progress,
    retraining: retrainingOf(round, outline.sections),
  }
}

/** Whether the caller has still to buy the course; who was registered before it had a price keeps it. */
export function isUnpaid(
  db: CoursesDb,
  caller: Caller,
  course: { readonly id: string; readonly registeredAt: number | null },
  now: number,
  isStarting = false,
): Promise<boolean> {
  return mustBuy(db, caller, { businessType, id: course.id, hadSince: course.registeredAt, isStarting }, now)
}

/** Refuses one who may not open the course. */
export async function assertMayOpen(db: CoursesDb, caller: Caller, courseId: string): Promise<void> {
  await openDetail(db, caller, courseId)
}

export async function courseDetail(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  clientType: 1 | 2,
  now: number,
): Promise<CourseDetail> {
  const open = await openDetail(db, caller, courseId)
  const { course, row } = open
  const versionId = row.version_id ?? course.publishedVersionId ?? ''
  const [page, outlines, newVersion] = await together(db, (shared) => [
    coursePage(shared, caller, courseId),
    knownOutlines(shared, caller, [versionId]),
    versionNotice(shared, open),
  ])
  const outline = outlines.get(versionId)
  const shown = studied(outline, row.records ?? [], row.earned_ms, page.rules.completionPercent)
  const prerequisites = page.hasPrerequisites ? await prerequisitesOf(db, courseId, caller.memberId) : []
  const waits = row.started_at === null && prerequisites.some(({ finished }) => !finished)
  const unpaid = await isUnpaid(db, caller, { id: courseId, registeredAt: row.registered_at }, now)
  const closed = closedBecause({ ...asSeen(open), unpaid, waits }, clientType) ?? null
  const versionNumber = (row.version_id === null ? null : outline?.number) ?? course.versionNumber
  const detail = detailOf(open, shown, page)
  return { ...detail, versionNumber, newVersion, prerequisites, canStudy: closed === null, closedBecause: closed }
}

/** For one who is registered for a course on the shelf: their version, and the newest. */
export async function openForMoving(db: CoursesDb, caller: Caller, courseId: string) {
  const { course, row } = await openDetail(db, caller, courseId)
  if (course.status !== 'on-shelf') throw refuse(COURSE_TAKEN_DOWN)
  const ownVersionId = row.version_id
  const ownVersionNumber = ownVersionId && (await knownOutlines(db, caller, [ownVersionId])).get(ownVersionId)?.number
  if (ownVersionId === null || typeof ownVersionNumber !== 'number') throw refuse(NOT_REGISTERED)
  const { publishedVersionId: newestVersionId, versionNumber, card } = course
  if (newestVersionId === null || card.publishedAt === null) throw refuse(NOT_FOUND)
  return { versionNumber, ownVersionNumber, publishedAt: card.publishedAt, ownVersionId, newestVersionId }
}

/** Where the caller would stand in the newest version. */
export async function movedProgress(db: CoursesDb, caller: Caller, courseId: string): Promise<CourseProgress> {
  const { course, row } = await openDetail(db, caller, courseId)
  const versionId = course.publishedVersionId ?? ''
  const { completionPercent } = await studyRules(db, caller.companyId)
  const outline = (await knownOutlines(db, caller, [versionId])).get(versionId)
  const moved = studied(outline, row.records ?? [], row.earned_ms, completionPercent)
  return courseProgress(registrationOf(row), moved.sections, moved.studySeconds)
}

/** The newest outline, published or not, as a learner would see it. The caller has checked that this is an author. */
export async function previewDetail(db: CoursesDb, caller: Caller, courseId: string): Promise<CourseDetail> {
  const open = await findCourse(db, caller, courseId)
  const draft = await db
    .selectFrom('courses.course')
    .select('draft_version_id as id')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  const versionId = draft.id ?? open.course.publishedVersionId ?? ''
  const outlines = await readOutlines(db, [versionId])
  const page = await coursePage(db, caller, courseId)
  const shown = studied(outlines.get(versionId), [], 0, page.rules.completionPercent)
  const nobody = { ...open.row, study_status: null, opened_at: null }
  return {
    ...detailOf({ ...open, row: nobody }, shown, page),
    versionNumber: open.course.versionNumber + (draft.id === null ? 0 : 1),
    newVersion: null,
    prerequisites: page.hasPrerequisites ? await prerequisitesOf(db, courseId, null) : [],
    canStudy: false,
    closedBecause: 'preview',
  }
}

export async function register(db: CoursesDb, caller: Caller, courseId: string, now: number): Promise<CourseProgress> {
  const { course, row } = await openDetail(db, caller, courseId)
  if (course.status !== 'on-shelf') throw refuse(COURSE_TAKEN_DOWN)
  if (await isUnpaid(db, caller, { id: courseId, registeredAt: row.registered_at }, now)) throw refuse(NOT_BOUGHT)
  await insertRegistrations(db, caller.companyId, [caller.memberId], [courseId], { assigned: false, now })
  return (await courseDetail(db, caller, courseId, 1, now)).progress
}

/** Counts one share (COURSE-065). */
export async function countShare(db: CoursesDb, caller: Caller, courseId: string): Promise<void> {
  const { course } = await openDetail(db, caller, courseId)
  if (course.status !== 'on-shelf') throw refuse(COURSE_TAKEN_DOWN)
  await sql`insert into courses.course_counter as c (course_id, company_id, share_count)
    values (${courseId}, ${caller.companyId}, 1)
    on conflict (course_id) do update set share_count = c.share_count + 1`.execute(db)
}
