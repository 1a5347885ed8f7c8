/** Builders for tests and demo data: courses with an outline, registrations, progress. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { defaultTimeZone } from '#kit/time-zone.ts'
import type { Connection } from '#server/db/connection.ts'
import type { CourseStatus, SectionKind } from '../contract/wire.ts'
import { isActivityKind } from './authoring/activities.ts'
import { coursesTables } from './db.ts'
import { neededOf, unitOf } from './study/completion-rules.ts'

export interface SectionInput {
  readonly kind?: SectionKind
  readonly title?: string
  readonly required?: boolean
  /** Of a video, audio or pdf; a file of its own is not made. */
  readonly fileId?: string
  readonly durationMs?: number
  readonly pages?: number
  readonly url?: string
  readonly body?: string
  readonly packageId?: string
  readonly activityId?: string
  /** Finished by proof. */
  readonly needsReview?: boolean
  readonly reviewGuide?: string
  readonly reviewDeadline?: number | null
  readonly freePreview?: boolean
}

export interface ChapterInput {
  readonly title?: string
  readonly sections: readonly SectionInput[]
}

export interface CourseInput {
  /** Where the ids of the course and its parts come from; chance where nothing is said. */
  readonly newId?: () => string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly id?: string
  readonly name?: string
  readonly summary?: string
  readonly description?: string
  readonly categoryId?: string | null
  readonly coverFileId?: string | null
  readonly lecturerId?: string | null
  readonly publishClient?: 0 | 1 | 2
  readonly visibleOrganizationIds?: readonly string[]
  /** On the shelf unless said. */
  readonly status?: CourseStatus
  readonly chapters?: readonly ChapterInput[]
  readonly now?: number
}

export interface BuiltSection {
  readonly id: string
  readonly kind: SectionKind
  readonly required: boolean
  /** Length in the section's unit. */
  readonly unitCount: number
}

export interface BuiltCourse {
  readonly id: string
  readonly versionId: string
  readonly chapterIds: readonly string[]
  /** Of all chapters, in order. */
  readonly sections: readonly BuiltSection[]
}

const minuteMs = 60_000

function sectionRow(input: SectionInput, id: string) {
  const kind = input.kind ?? 'text'
  const unit = unitOf(kind)
  const unitCount = { ms: input.durationMs ?? minuteMs, page: input.pages ?? 3, whole: 1, percent: 100 }[unit]
  return {
    id,
    title: input.title ?? '安全第一',
    kind,
    required: input.required ?? true,
    file_id: unit === 'ms' || unit === 'page' ? (input.fileId ?? uuid()) : null,
    url: kind === 'link' ? (input.url ?? 'https://example.com/') : null,
    body: kind === 'text' ? (input.body ?? '<p>安全第一，预防为主。</p>') : null,
    package_id: kind === 'package' ? (input.packageId ?? uuid()) : null,
    activity_id: isActivityKind(kind) ? (input.activityId ?? uuid()) : null,
    needs_review: input.needsReview ?? false,
    review_guide: input.reviewGuide ?? '',
    review_deadline: input.reviewDeadline ?? null,
    free_preview: input.freePreview ?? false,
    duration_ms: unit === 'ms' ? unitCount : 0,
    page_count: unit === 'page' ? unitCount : 0,
    unit_count: unitCount,
  }
}

/** A course with its outline; published as version 1 unless it is to be a draft. */
export async function buildCourse(connection: Connection, input: CourseInput): Promise<BuiltCourse> {
  const db = coursesTables(connection)
  const { author, now = Date.now(), status = 'on-shelf', chapters = [{ sections: [{}] }], newId = uuid } = input
  const [id, versionId] = [input.id ?? newId(), newId()]
  const isDraft = status === 'draft'
  const numbered = chapters.map((chapter, sort) => ({
    ...chapter,
    id: newId(),
    sort,
    rows: chapter.sections.map((section) => sectionRow(section, newId())),
  }))
  const rows = numbered.flatMap((chapter) => chapter.rows.map((row) => ({ ...row, chapter_id: chapter.id })))
  const common = { company_id: author.companyId }
  await db
    .insertInto('courses.course')
    .values({
      ...common,
      id,
      organization_id: author.organizationId,
      author_id: author.id,
      lecturer_id: input.lecturerId ?? null,
      category_id: input.categoryId ?? null,
      name: input.name ?? '消防安全基础',
      summary: input.summary ?? '',
      description: input.description ?? '',
      cover_file_id: input.coverFileId ?? null,
      publish_client: input.publishClient ?? 0,
      status,
      visible_to_all: (input.visibleOrganizationIds ?? []).length === 0,
      draft_version_id: isDraft ? versionId : null,
      published_version_id: isDraft ? null : versionId,
      version_number: isDraft ? 0 : 1,
      section_count: isDraft ? 0 : rows.length,
      duration_ms: isDraft ? 0 : rows.reduce((sum, row) => sum + row.duration_ms, 0),
      published_at: isDraft ? null : now,
      off_shelf_at: status === 'off-shelf' ? now : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('courses.course_version')
    .values({
      ...common,
      id: versionId,
      course_id: id,
      number: isDraft ? null : 1,
      created_at: now,
      published_at: isDraft ? null : now,
    })
    .execute()
  await sql`
    insert into courses.course_visibility (course_id, organization_id)
    select ${id}, unnest(${[...(input.visibleOrganizationIds ?? [])]}::uuid[])`.execute(db)
  for (const chapter of numbered) {
    const title = chapter.title ?? `第 ${chapter.sort + 1} 章`
    await db
      .insertInto('courses.chapter')
      .values({ ...common, version_id: versionId, id: chapter.id, title, sort: chapter.sort })
      .execute()
  }
  if (rows.length > 0) {
    const values = rows.map((row, sort) => ({ ...common, ...row, version_id: versionId, course_id: id, sort }))
    // One statement a hundred sections: a statement takes 65,535 parameters.
    for (let start = 0; start < values.length; start += 100) {
      await db
        .insertInto('courses.section')
        .values(values.slice(start, start + 100))
        .execute()
    }
  }
  const sections = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    required: row.required,
    unitCount: row.unit_count,
  }))
  return { id, versionId, chapterIds: numbered.map((chapter) => chapter.id), sections }
}

export async function buildCategory(
  connection: Connection,
  input: { companyId: string; name: string; parent?: { id: string; path: string[] }; sort?: number; now?: number },
): Promise<{ id: string; path: string[] }> {
  const id = uuid()
  const path = [...(input.parent?.path ?? []), id]
  await coursesTables(connection)
    .insertInto('courses.category')
    .values({
      id,
      company_id: input.companyId,
      parent_id: input.parent?.id ?? null,
      name: input.name,
      sort: input.sort ?? 0,
      path,
      created_at: input.now ?? Date.now(),
    })
    .execute()
  return { id, path }
}

export interface LearnerInput {
  readonly member: { readonly id: string; readonly companyId: string }
  readonly course: BuiltCourse
  /** What has been watched of which section: a share from 0 to 1 from the beginning. Nothing unless said. */
  readonly watched?: readonly { readonly section: BuiltSection; readonly share: number; readonly studyMs?: number }[]
  readonly clientType?: 1 | 2
  readonly registeredAt?: number
  /** When the member studied last; everything watched is counted to that day. */
  readonly studiedAt?: number
  readonly completionPercent?: number
  /** Colleagues see that they study it. */
  readonly isShown?: boolean
}

/** A registration with progress that agrees with itself: sections, course status, study time, learner count. */
export async function buildLearner(connection: Connection, input: LearnerInput): Promise<void> {
  const db = coursesTables(connection)
  const { member, course, watched = [], clientType = 1, completionPercent = 90 } = input
  const registeredAt = input.registeredAt ?? Date.now()
  const studiedAt = input.studiedAt ?? registeredAt
  const progress = watched.map(({ section, share, studyMs }) => {
    const covered = Math.min(section.unitCount, Math.floor(section.unitCount * share))
    const needed = neededOf(section.kind, section.unitCount, completionPercent)
    const finished = covered >= needed
    const spentMs = studyMs ?? (unitOf(section.kind) === 'ms' ? covered : covered * 30_000)
    return { section, covered, needed, finished, spentMs }
  })
  const done = new Set(progress.filter((entry) => entry.finished).map((entry) => entry.section.id))
  const courseDone = course.sections.every((section) => !section.required || done.has(section.id))
  const started = progress.length > 0
  await db
    .insertInto('courses.registration')
    .values({
      member_id: member.id,
      course_id: course.id,
      company_id: member.companyId,
      version_id: course.versionId,
      status: started ? (courseDone ? 2 : 1) : 0,
      last_section_id: progress.at(-1)?.section.id ?? null,
      registered_at: registeredAt,
      started_at: started ? registeredAt : null,
      touched_at: studiedAt,
      finished_at: started && courseDone ? studiedAt : null,
      is_shown: input.isShown ?? false,
    })
    .execute()
  await sql`insert into courses.course_counter as c (course_id, company_id, learner_count)
    values (${course.id}, ${member.companyId}, 1)
    on conflict (course_id) do update set learner_count = c.learner_count + 1`.execute(db)
  if (!started) return
  await db
    .insertInto('courses.section_progress')
    .values(
      progress.map(({ section, covered, needed, finished, spentMs }) => ({
        member_id: member.id,
        course_id: course.id,
        section_id: section.id,
        company_id: member.companyId,
        kind: section.kind,
        status: finished ? 2 : 1,
        watched: covered > 0 ? `{[0,${covered})}` : '{}',
        covered,
        unit_count: section.unitCount,
        needed,
        position: covered,
        study_ms: spentMs,
        started_at: registeredAt,
        studied_at: studiedAt,
        finished_at: finished ? studiedAt : null,
        credited_until: studiedAt,
        client_type: clientType,
      })),
    )
    .execute()
  const studyMs = progress.reduce((sum, entry) => sum + entry.spentMs, 0)
  await sql`
    insert into courses.study_time as t (member_id, day, course_id, client_type, company_id, study_ms, last_at)
    values (${member.id}, (to_timestamp(${studiedAt}::bigint / 1000.0) at time zone ${defaultTimeZone})::date, ${course.id},
      ${clientType}, ${member.companyId}, ${studyMs}, ${studiedAt})
    on conflict (member_id, day, course_id, client_type) do update set study_ms = t.study_ms + excluded.study_ms`.execute(
    db,
  )
}
