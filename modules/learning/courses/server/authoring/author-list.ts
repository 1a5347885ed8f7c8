/** Courses as their authors see them: the list, and the whole of one for its editor. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { PublicationApproval, StoredApproval } from '#modules/content/catalog/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import { type Counted, countedPage, foundSql, type Paging } from '#server/db/page.ts'
import type { AuthoredCourse, EditedCourse } from '../../contract/authoring.ts'
import { businessType, type CourseStatus, type Person } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { coursePolicy } from '../policy.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { newestVersion } from '../publishing/draft-versions.ts'
import { inCategorySql, nameMatchesSql } from '../study/course-filters.ts'
import { categoryPathSql } from '../study/list-items.ts'
import { chaptersOf, outlineColumns, type SectionRow, sectionOutline } from '../study/outlines.ts'
import { coverAddress } from '../study/section-contents.ts'
import { actionsOf } from '../transitions.ts'
import { activityTypes, offeredKinds } from './activities.ts'
import { chosenPrerequisites } from './prerequisites.ts'

interface AuthoredRow {
  readonly id: string
  readonly name: string
  readonly cover_file_id: string | null
  readonly category_id: string | null
  readonly category_name: string | null
  readonly category_path: string | null
  readonly organization_id: string
  readonly organization_name: string
  readonly author: Person | null
  readonly lecturer: Person | null
  readonly status: CourseStatus
  readonly publish_client: 0 | 1 | 2
  readonly learner_count: number
  readonly section_count: number
  readonly updated_at: number
  readonly published_at: number | null
  readonly draft_version_id: string | null
  readonly published_version_id: string | null
  readonly approval: StoredApproval
}

const personSql = (alias: string) => sql`case when ${sql.ref(`${alias}.id`)} is not null then
  json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)},
    'avatarPath', ${sql.ref(`${alias}.avatar_path`)}) end`

const authoredColumns = sql`c.id, c.name, c.cover_file_id, cat.id as category_id, cat.name as category_name,
  ${categoryPathSql} as category_path, o.id as organization_id, o.name as organization_name,
  ${personSql('a')} as author, ${personSql('l')} as lecturer, c.status, c.publish_client, 
  coalesce((select k.learner_count from courses.course_counter k where k.course_id = c.id), 0) as learner_count,
  (select count(*)::int from courses.section s
    where s.version_id = coalesce(c.draft_version_id, c.published_version_id)) as section_count,
  c.updated_at, c.published_at, c.draft_version_id, c.published_version_id,
  c.approval`

const authoredSources = (caller: Caller, from: RawBuilder<unknown> = sql`courses.course c`) => sql`${from}
  join ${organizationsSql(caller.companyId)} o on o.id = c.organization_id
  left join ${directorySql(caller.companyId)} a on a.id = c.author_id
  left join ${directorySql(caller.companyId)} l on l.id = coalesce(c.lecturer_id, c.author_id)
  left join courses.category cat on cat.id = c.category_id`

function authoredCourse(row: AuthoredRow, approval: PublicationApproval | undefined): AuthoredCourse {
  const { category_id: categoryId } = row
  return {
    id: row.id,
    name: row.name,
    coverUrl: coverAddress(row.cover_file_id),
    category: categoryId ? { id: categoryId, name: row.category_name ?? '', pathName: row.category_path ?? '' } : null,
    organization: { id: row.organization_id, name: row.organization_name },
    author: row.author,
    status: row.status,
    approval: approval ?? null,
    publishClient: row.publish_client,
    hasUnpublishedChanges: row.draft_version_id !== null && row.published_version_id !== null,
    learnerCount: row.learner_count,
    sectionCount: row.section_count,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    actions: actionsOf({
      status: row.status,
      hasDraft: row.draft_version_id !== null,
      approval: approval?.state ?? null,
    }),
  }
}

export interface AuthoredQuery extends Paging {
  readonly status?: CourseStatus
  readonly approval?: 'waiting' | 'refused'
  readonly search?: string
  readonly categoryId?: string
  readonly mine?: boolean
}

export async function listAuthored(db: CoursesDb, caller: Caller, query: AuthoredQuery) {
  const status = query.status === undefined ? sql`true` : sql`c.status = ${query.status}`
  const approval = query.approval === undefined ? sql`true` : sql`c.approval = ${query.approval}`
  const matching = sql`from courses.course c
    where c.company_id = ${caller.companyId} and c.deleted_at is null and ${coursePolicy.editableSql(caller, 'c', query.mine)}
      and ${status} and ${approval}
      and ${inCategorySql(query.categoryId)} and ${nameMatchesSql(query.search)}`
  const page = sql`unnest((select ids from found)) page(id) join courses.course c on c.id = page.id`
  const { rows } = await sql<Counted<AuthoredRow>>`
    with ${foundSql(sql`id`, sql`updated_at desc, id`, matching, query)},
    full_rows as (select ${authoredColumns} from ${authoredSources(caller, page)})
    select found.record_count, f.* from found left join full_rows f on true
    order by f.updated_at desc, f.id`.execute(db)
  const full = rows.filter((row): row is AuthoredRow & { record_count: number } => row.id !== null)
  const approvals = await courseLifecycle.approvals(db, caller.companyId, full)
  return countedPage(rows, (row: AuthoredRow) => authoredCourse(row, approvals.get(row.id)))
}

type EditedRow = AuthoredRow & {
  readonly summary: string
  readonly description: string
  readonly revision: number
  readonly version_number: number
  readonly watermark: boolean
  readonly no_forward_seeking: boolean
  readonly presence_check_minutes: number
  readonly visible_organizations: { id: string; name: string }[] | null
}

type EditedSectionRow = SectionRow & {
  readonly chapter_title: string
  readonly file_id: string | null
  readonly url: string | null
  readonly package_id: string | null
}

async function editedOutline(db: CoursesDb, versionId: string) {
  const { rows } = await sql<EditedSectionRow>`
    select ch.id as chapter_id, ch.title as chapter_title, ${outlineColumns}, s.file_id, s.url, s.package_id
    from courses.chapter ch left join courses.section s on s.version_id = ch.version_id and s.chapter_id = ch.id
    where ch.version_id = ${versionId}
    order by ch.sort, ch.id, s.sort, s.id`.execute(db)
  return chaptersOf(rows, (row) => ({
    ...sectionOutline(row),
    fileId: row.file_id,
    url: row.url,
    packageId: row.package_id,
  }))
}

/** Why publishing the outline would be refused (COURSE-070). */
function publishHints(sections: readonly { isRequired: 0 | 1 }[]): EditedCourse['publishHints'] {
  if (sections.length === 0) return ['no-section']
  return sections.some((section) => section.isRequired === 1) ? [] : ['no-required-section']
}

export async function editedCourse(db: CoursesDb, caller: Caller, courseId: string): Promise<EditedCourse> {
  const course = await courseLifecycle.getEditable(db, caller, courseId)
  const { rows } = await sql<EditedRow>`
    select ${authoredColumns}, c.summary, c.description, c.revision, c.version_number, c.watermark,
      c.no_forward_seeking, c.presence_check_minutes,
      (select json_agg(json_build_object('id', vo.id, 'name', vo.name) order by vo.name)
        from courses.course_visibility v join ${organizationsSql(caller.companyId)} vo on vo.id = v.organization_id
        where v.course_id = c.id) as visible_organizations
    from ${authoredSources(caller)} where c.id = ${courseId}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  const chapters = await editedOutline(db, newestVersion(course))
  const approvals = await courseLifecycle.approvals(db, caller.companyId, [row])
  const topics = await topicsOf(db, caller.companyId, businessType, [courseId])
  return {
    ...authoredCourse(row, approvals.get(courseId)),
    needsApproval: await courseLifecycle.needsApproval(db, course),
    watermark: row.watermark,
    noForwardSeeking: row.no_forward_seeking,
    presenceCheckMinutes: row.presence_check_minutes,
    prerequisites: await chosenPrerequisites(db, courseId),
    ...(await completionAwardsOf(db, caller.companyId, { businessType, businessId: courseId })),
    sectionKinds: offeredKinds(),
    activityTypes: activityTypes(),
    topics: (topics.get(courseId) ?? []).map(({ id, name }) => ({ id, name })),
    summary: row.summary,
    description: row.description,
    coverFileId: row.cover_file_id,
    categoryId: row.category_id,
    lecturer: row.lecturer,
    visibleOrganizations: row.visible_organizations ?? [],
    revision: row.revision,
    versionNumber: row.version_number,
    publishHints: publishHints(chapters.flatMap((chapter) => chapter.sections)),
    chapters,
  }
}
