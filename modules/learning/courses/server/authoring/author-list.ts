/** Courses as their authors see them: the list, and the whole of one for its editor. */
import { sql } from 'kysely'
import type { AuthoredQuery } from '#kit/authored-content.ts'
import type { Caller } from '#kit/caller.ts'
import { getAuthored, listAuthored } from '#modules/content/catalog/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import type { EditedCourse } from '../../contract/authoring.ts'
import { businessType, type Person } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { newestVersion } from '../publishing/draft-versions.ts'
import { inCategorySql } from '../study/course-filters.ts'
import { categoryPathSql } from '../study/known-courses.ts'
import { chaptersOf, outlineColumns, type SectionRow, sectionOutline } from '../study/outlines.ts'
import { coverAddress } from '../study/section-contents.ts'
import { activityTypes, offeredKinds } from './activities.ts'
import { chosenPrerequisites } from './prerequisites.ts'

interface DetailsRow {
  readonly cover_file_id: string | null
  readonly category_id: string | null
  readonly category_name: string | null
  readonly category_path: string | null
  readonly publish_client: 0 | 1 | 2
  readonly learner_count: number
  readonly section_count: number
}

const kind = {
  lifecycle: courseLifecycle,
  details: {
    columns: sql`c.cover_file_id, cat.id as category_id, cat.name as category_name, ${categoryPathSql} as category_path,
      c.publish_client, coalesce(k.learner_count, 0) as learner_count,
      (select count(*)::int from courses.section s
        where s.version_id = coalesce(c.draft_version_id, c.published_version_id)) as section_count`,
    joins: sql`left join courses.category cat on cat.id = c.category_id
      left join courses.course_counter k on k.course_id = c.id`,
    of: ({ category_id: id, ...row }: DetailsRow) => ({
      coverUrl: coverAddress(row.cover_file_id),
      category: id === null ? null : { id, name: row.category_name ?? '', pathName: row.category_path ?? '' },
      publishClient: row.publish_client,
      learnerCount: row.learner_count,
      sectionCount: row.section_count,
    }),
  },
}

export function listCourses(
  db: CoursesDb,
  caller: Caller,
  { categoryId, ...query }: AuthoredQuery & { readonly categoryId?: string },
) {
  return listAuthored(db, kind, caller, query, inCategorySql(categoryId))
}

interface EditedRow {
  readonly summary: string
  readonly description: string
  readonly version_number: number
  readonly watermark: boolean
  readonly no_forward_seeking: boolean
  readonly presence_check_minutes: number
  readonly cover_file_id: string | null
  readonly category_id: string | null
  readonly lecturer: Person | null
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
function publishHints(chapters: EditedCourse['chapters']): EditedCourse['publishHints'] {
  const sections = chapters.flatMap((chapter) => chapter.sections)
  if (sections.length === 0) return ['no-section']
  const isRequired = sections.some((section) => section.isRequired === 1)
  const isEmpty = chapters.some((chapter) => chapter.sections.length === 0)
  return [...(isRequired ? [] : ['no-required-section' as const]), ...(isEmpty ? ['empty-chapter' as const] : [])]
}

export async function editedCourse(db: CoursesDb, caller: Caller, courseId: string): Promise<EditedCourse> {
  const { record, item } = await getAuthored(db, kind, caller, courseId)
  const { companyId } = caller
  const { rows } = await sql<EditedRow>`
    select c.summary, c.description, c.version_number, c.watermark, c.no_forward_seeking, c.presence_check_minutes,
      c.cover_file_id, c.category_id,
      case when l.id is not null then
        json_build_object('id', l.id, 'fullName', l.full_name, 'avatarPath', l.avatar_path) end as lecturer,
      (select json_agg(json_build_object('id', vo.id, 'name', vo.name) order by vo.name)
        from courses.course_visibility v join ${organizationsSql(companyId)} vo on vo.id = v.organization_id
        where v.course_id = c.id) as visible_organizations
    from courses.course c left join ${directorySql(companyId)} l on l.id = coalesce(c.lecturer_id, c.author_id)
    where c.id = ${courseId}`.execute(db)
  const row = rows[0] as EditedRow
  const chapters = await editedOutline(db, newestVersion(record))
  const topics = await topicsOf(db, companyId, businessType, [courseId])
  return {
    ...item,
    watermark: row.watermark,
    noForwardSeeking: row.no_forward_seeking,
    presenceCheckMinutes: row.presence_check_minutes,
    prerequisites: await chosenPrerequisites(db, courseId),
    ...(await completionAwardsOf(db, companyId, { businessType, businessId: courseId })),
    sectionKinds: offeredKinds(),
    activityTypes: activityTypes(),
    topics: (topics.get(courseId) ?? []).map(({ id, name }) => ({ id, name })),
    summary: row.summary,
    description: row.description,
    coverFileId: row.cover_file_id,
    categoryId: row.category_id,
    lecturer: row.lecturer,
    visibleOrganizations: row.visible_organizations ?? [],
    versionNumber: row.version_number,
    publishHints: publishHints(chapters),
    chapters,
  }
}
