/** A course as one learner sees it: outline, progress, and why what is not finished is not. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { together } from '#server/db/transaction.ts'
import { COURSE_TAKEN_DOWN, NOT_REGISTERED } from '../../contract/errors.ts'
import type { CourseDetail } from '../../contract/learning.ts'
import { businessType, type CourseProgress, type VersionNotice } from '../../contract/wire.ts'
import { prerequisitesOf } from '../authoring/prerequisites.ts'
import type { CoursesDb } from '../db.ts'
import { type CourseAsSeen, closedBecause, openingOf } from '../policy.ts'
import { versionDifference } from '../publishing/versions.ts'
import { courseProgress, type RegistrationFacts } from './completion-rules.ts'
import { openSql } from './course-filters.ts'
import { type CardRow, cardColumns, cardSources, courseCard } from './list-items.ts'
import { studiedOutline } from './outlines.ts'
import { insertRegistrations } from './registrations.ts'
import { openRoundOf, retrainingOf } from './retakes.ts'
import { type StudyRules, studyRules } from './study-rules.ts'

interface DetailRow extends CardRow {
  readonly company_id: string
  readonly description: string
  readonly version_number: number
  readonly published_version_id: string | null
  readonly draft_version_id: string | null
  readonly own_version_id: string | null
  readonly own_version_number: number | null
  readonly no_forward_seeking: boolean
  readonly presence_check_minutes: number
  readonly visible: boolean
  readonly registered_at: number | null
  readonly finished_at: number | null
}

async function findDetailRow(db: CoursesDb, caller: Caller, courseId: string): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, c.company_id, c.description, c.version_number, c.published_version_id, c.draft_version_id,
      ${openSql(caller)} as visible, r.registered_at, r.finished_at, r.version_id as own_version_id,
      own.number as own_version_number, c.no_forward_seeking, c.presence_check_minutes
    from ${cardSources(caller)}
    left join courses.course_version own on own.id = r.version_id
    where c.id = ${courseId} and c.company_id = ${caller.companyId} and c.deleted_at is null`.execute(db)
  return rows[0]
}

function asSeen(row: DetailRow): CourseAsSeen & { registered: boolean } {
  const { status, publish_client: publishClient, visible } = row
  return { status, publishClient, visible, registered: row.study_status !== null }
}

/** Refuses a learner who may not open the course. */
export function assertOpen(course: CourseAsSeen): void {
  const opening = openingOf(course)
  if (opening === 'missing') throw refuse(NOT_FOUND)
  if (opening === 'hidden') throw refuse(NO_PERMISSION)
  if (opening === 'taken-down') throw refuse(COURSE_TAKEN_DOWN)
}

async function openDetail(db: CoursesDb, caller: Caller, courseId: string): Promise<DetailRow> {
  const row = await findDetailRow(db, caller, courseId)
  if (!row) throw refuse(NOT_FOUND)
  assertOpen(asSeen(row))
  return row
}

function registrationOf(row: DetailRow): RegistrationFacts | undefined {
  if (row.study_status === null || row.registered_at === null || row.touched_at === null) return undefined
  return { ...row, status: row.study_status, registered_at: row.registered_at, touched_at: row.touched_at }
}

/** What stands in the newest version that is not in the learner's own. */
async function versionNotice(db: CoursesDb, row: DetailRow): Promise<VersionNotice | null> {
  const { own_version_id: own, published_version_id: newest, published_at: publishedAt } = row
  if (own === null || newest === null || publishedAt === null || own === newest) return null
  const { addedCount, removedCount, replacedCount, changedCount } = await versionDifference(db, row.id, own, newest)
  const counts = { addedCount, removedCount, replacedCount, changedCount }
  return { versionNumber: row.version_number, publishedAt, ...counts }
}

async function withOutline(
  db: CoursesDb,
  row: DetailRow,
  version: { readonly id: string; readonly memberId: string | null },
  rules: StudyRules,
) {
  const { completionPercent, playbackRateMax } = rules
  const { memberId } = version
  const course = { id: row.id, versionId: version.id }
  const ref = { businessType, businessId: row.id }
  const [outline, topics, newVersion, prerequisites, finishGives, round] = await together(db, (shared) =>
    Promise.all([
      studiedOutline(shared, course, memberId, completionPercent),
      topicsOf(shared, row.company_id, businessType, [row.id]),
      memberId === null ? null : versionNotice(shared, row),
      prerequisitesOf(shared, row.id, memberId),
      completionAwardsOf(shared, row.company_id, ref),
      openRoundOf(shared, memberId, row.id),
    ]),
  )
  const registration = memberId === null ? undefined : registrationOf(row)
  return {
    ...courseCard(row),
    topics: (topics.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    description: row.description,
    status: row.status,
    versionNumber: row.own_version_number ?? row.version_number,
    newVersion,
    settings: { noForwardSeeking: row.no_forward_seeking, presenceCheckMinutes: row.presence_check_minutes },
    prerequisites,
    finishGives,
    completionPercent,
    playbackRateMax,
    chapters: outline.chapters,
    progress: courseProgress(registration, outline.sections, outline.studySeconds),
    retraining: retrainingOf(round, outline.sections),
  }
}

export async function courseDetail(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  clientType: 1 | 2,
): Promise<CourseDetail> {
  const [row, rules] = await together(db, (shared) =>
    Promise.all([openDetail(shared, caller, courseId), studyRules(shared, caller.companyId)]),
  )
  const version = { id: row.own_version_id ?? row.published_version_id ?? '', memberId: caller.memberId }
  const detail = await withOutline(db, row, version, rules)
  const waits = row.started_at === null && detail.prerequisites.some(({ finished }) => !finished)
  const closed = closedBecause({ ...asSeen(row), waits }, clientType) ?? null
  return { ...detail, canStudy: closed === null, closedBecause: closed }
}

/** For one who is registered for a course on the shelf: their version, and the newest. */
export async function openForMoving(db: CoursesDb, caller: Caller, courseId: string) {
  const row = await openDetail(db, caller, courseId)
  if (row.status !== 'on-shelf') throw refuse(COURSE_TAKEN_DOWN)
  const { own_version_id, own_version_number, published_version_id, published_at } = row
  if (own_version_id === null || own_version_number === null) throw refuse(NOT_REGISTERED)
  if (published_version_id === null || published_at === null) throw refuse(NOT_FOUND)
  return {
    versionNumber: row.version_number,
    ownVersionNumber: own_version_number,
    publishedAt: published_at,
    ownVersionId: own_version_id,
    newestVersionId: published_version_id,
  }
}

/** Where the caller would stand in the newest version. */
export async function movedProgress(db: CoursesDb, caller: Caller, courseId: string): Promise<CourseProgress> {
  const row = await openDetail(db, caller, courseId)
  const version = { id: row.published_version_id ?? '', memberId: caller.memberId }
  return (await withOutline(db, row, version, await studyRules(db, caller.companyId))).progress
}

/** The newest outline, published or not, as a learner would see it. The caller has checked that this is an author. */
export async function previewDetail(db: CoursesDb, caller: Caller, courseId: string): Promise<CourseDetail> {
  const row = await findDetailRow(db, caller, courseId)
  if (!row) throw refuse(NOT_FOUND)
  const version = { id: row.draft_version_id ?? row.published_version_id ?? '', memberId: null }
  const detail = await withOutline(db, row, version, await studyRules(db, caller.companyId))
  const versionNumber = row.version_number + (row.draft_version_id === null ? 0 : 1)
  return { ...detail, versionNumber, study: null, canStudy: false, closedBecause: 'preview' }
}

export async function register(db: CoursesDb, caller: Caller, courseId: string, now: number): Promise<CourseProgress> {
  const row = await openDetail(db, caller, courseId)
  if (row.status !== 'on-shelf') throw refuse(COURSE_TAKEN_DOWN)
  await insertRegistrations(db, caller.companyId, [caller.memberId], [courseId], { assigned: false, now })
  return (await courseDetail(db, caller, courseId, 1)).progress
}

/** Counts one share (COURSE-065). */
export async function countShare(db: CoursesDb, caller: Caller, courseId: string): Promise<void> {
  const row = await openDetail(db, caller, courseId)
  if (row.status !== 'on-shelf') throw refuse(COURSE_TAKEN_DOWN)
  await sql`insert into courses.course_counter as c (course_id, company_id, share_count)
    values (${courseId}, ${caller.companyId}, 1)
    on conflict (course_id) do update set share_count = c.share_count + 1`.execute(db)
}
