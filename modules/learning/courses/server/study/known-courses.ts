/** What everybody reads alike of a course: kept in the process until the company's next edit (`server/db/kept.ts`). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import { kept, keptMany } from '#server/db/kept.ts'
import { together } from '#server/db/transaction.ts'
import { type Opened, writesInParts } from '#server/http/written.ts'
import { businessType, CourseCard, type CourseStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { visibleSql } from './course-filters.ts'
import { coverAddress } from './section-contents.ts'
import { studyRules } from './study-rules.ts'

/** Names from the root to the category of `c`, joined by ` / ` (COURSE-028). Needs `cat`. */
export const categoryPathSql = sql`(
  select string_agg(a.name, ' / ' order by cardinality(a.path)) from courses.category a where a.id = any(cat.path))`

interface KnownRow {
  readonly id: string
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly cover_file_id: string | null
  readonly publish_client: 0 | 1 | 2
  readonly status: CourseStatus
  readonly is_deleted: boolean
  readonly published_at: number | null
  readonly published_version_id: string | null
  readonly version_number: number
  readonly no_forward_seeking: boolean
  readonly presence_check_minutes: number
  readonly section_count: number
  readonly duration_ms: number
  readonly category_id: string | null
  readonly category_name: string | null
  readonly category_path: string | null
  readonly organization_id: string
  readonly organization_name: string
  readonly lecturer_id: string | null
  readonly lecturer_name: string | null
  readonly lecturer_avatar: string | null
}

/** Of a card: the figures that change all day, and the caller's own state. */
export const ownFields = ['learnerCount', 'shareCount', 'score', 'commentCount', 'study'] as const
type CommonCard = Omit<CourseCard, (typeof ownFields)[number]>

export const cardParts = writesInParts(CourseCard, ownFields)

export interface KnownCourse {
  readonly card: CommonCard
  readonly writtenCard: Opened<CommonCard>
  readonly description: string
  readonly status: CourseStatus
  readonly isDeleted: boolean
  readonly publishedVersionId: string | null
  readonly versionNumber: number
  readonly settings: { readonly noForwardSeeking: boolean; readonly presenceCheckMinutes: number }
}

function knownCourse(row: KnownRow): KnownCourse {
  const { category_id: categoryId, lecturer_id: lecturerId } = row
  const card = {
    id: row.id,
    name: row.name,
    summary: row.summary,
    coverFileId: row.cover_file_id,
    coverUrl: coverAddress(row.cover_file_id),
    category: categoryId && { id: categoryId, name: row.category_name ?? '', pathName: row.category_path ?? '' },
    organization: { id: row.organization_id, name: row.organization_name },
    lecturer: lecturerId && {
      id: lecturerId,
      fullName: row.lecturer_name ?? '',
      avatarPath: row.lecturer_avatar ?? '',
    },
    publishClient: row.publish_client,
    publishedAt: row.published_at,
    sectionCount: row.section_count,
    durationSeconds: Math.round(row.duration_ms / 1000),
  } as CommonCard
  return {
    card,
    writtenCard: cardParts.common(card),
    description: row.description,
    status: row.status,
    isDeleted: row.is_deleted,
    publishedVersionId: row.published_version_id,
    versionNumber: row.version_number,
    settings: { noForwardSeeking: row.no_forward_seeking, presenceCheckMinutes: row.presence_check_minutes },
  }
}

/** The courses of the caller's company among these, deleted ones too. */
export function knownCourses(
  db: CoursesDb,
  caller: Caller,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, KnownCourse>> {
  return keptMany(db, caller, 'courses.course', ids, async (missing) => {
    const { rows } = await sql<KnownRow>`
      select c.id, c.name, c.summary, c.description, c.cover_file_id, c.publish_client, c.status,
        c.deleted_at is not null as is_deleted, c.published_at, c.published_version_id, c.version_number,
        c.no_forward_seeking, c.presence_check_minutes, c.section_count, c.duration_ms,
        cat.id as category_id, cat.name as category_name, ${categoryPathSql} as category_path,
        o.id as organization_id, o.name as organization_name,
        l.id as lecturer_id, l.full_name as lecturer_name, l.avatar_path as lecturer_avatar
      from unnest(${missing}::uuid[]) asked (id) join courses.course c on c.id = asked.id
      join ${organizationsSql(caller.companyId)} o on o.id = c.organization_id
      left join ${directorySql(caller.companyId)} l on l.id = coalesce(c.lecturer_id, c.author_id)
      left join courses.category cat on cat.id = c.category_id
      where c.company_id = ${caller.companyId}`.execute(db)
    return new Map(rows.map((row) => [row.id, knownCourse(row)]))
  })
}

/** Whether the course is made for the caller's organization. Of a course that does not exist nothing is kept. */
export async function isMadeFor(db: CoursesDb, caller: Caller, courseId: string): Promise<boolean> {
  const key = `${courseId} ${caller.organizationId}`
  const found = await keptMany(db, caller, 'courses.visible', [key], async () => {
    const { rows } = await sql<{ visible: boolean }>`
      select ${visibleSql(caller)} as visible from courses.course c where c.id = ${courseId}`.execute(db)
    return new Map(rows.map(({ visible }) => [key, visible]))
  })
  return found.get(key) === true
}

/** What stands on the page of a course beside its card and its outline. */
export function coursePage(db: CoursesDb, caller: Caller, courseId: string) {
  return kept(db, caller, 'courses.page', courseId, async () => {
    const ref = { businessType, businessId: courseId }
    const [topics, finishGives, rules, { rows }] = await together(db, (shared) => [
      topicsOf(shared, caller.companyId, businessType, [courseId]),
      completionAwardsOf(shared, caller.companyId, ref),
      studyRules(shared, caller.companyId),
      sql`select from courses.prerequisite p where p.course_id = ${courseId} limit 1`.execute(shared),
    ])
    return {
      topics: (topics.get(courseId) ?? []).map(({ id, name }) => ({ id, name })),
      finishGives,
      rules,
      hasPrerequisites: rows.length > 0,
    }
  })
}
