/** The versions of a course: how two of them differ, and who moves from one to the next. */
import { sql } from 'kysely'
import type { DifferenceCounts, VersionChange, VersionDifference } from '../../contract/versions.ts'
import type { SectionKind } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'

export interface VersionSection {
  readonly id: string
  readonly chapter_id: string
  readonly chapter_title: string
  readonly title: string
  readonly kind: SectionKind
  readonly required: boolean
  readonly needs_review: boolean
  readonly review: string
  readonly free_preview: boolean
  /** Stands for what is learned in it: two that are alike show the same. */
  readonly content: string
}

/** The sections of both versions in their order. One statement. */
async function outlinesOf(db: CoursesDb, courseId: string, versionIds: readonly [string, string]) {
  const { rows } = await sql<VersionSection & { version_id: string }>`
    select s.version_id, s.id, s.chapter_id, ch.title as chapter_title, s.title, s.kind, s.required, s.needs_review, s.free_preview,
      concat_ws('|', s.review_guide, s.review_deadline) as review,
      md5(concat_ws('|', s.file_id, s.url, s.body, s.package_id, s.activity_id)) as content
    from courses.section s join courses.chapter ch on ch.version_id = s.version_id and ch.id = s.chapter_id
    where s.course_id = ${courseId} and s.version_id = any(${[...versionIds]}::uuid[])
    order by ch.sort, ch.id, s.sort, s.id`.execute(db)
  const [before, after] = versionIds.map((id) => rows.filter((row) => row.version_id === id))
  return { before: before ?? [], after: after ?? [] }
}

/** What is different about a section that is in both. */
function changedFields(before: VersionSection, after: VersionSection): VersionChange['fields'] {
  const fields: VersionChange['fields'] = []
  if (before.title !== after.title) fields.push('title')
  if (before.content !== after.content) fields.push('content')
  if (before.required !== after.required) fields.push('required')
  if (before.needs_review !== after.needs_review || before.review !== after.review) fields.push('review')
  if (before.chapter_id !== after.chapter_id) fields.push('chapter')
  if (before.free_preview !== after.free_preview) fields.push('preview')
  return fields
}

function change(
  kind: VersionChange['change'],
  section: VersionSection,
  more: Partial<Pick<VersionChange, 'titleBefore' | 'fields'>> = {},
): VersionChange {
  return {
    change: kind,
    sectionId: section.id,
    title: section.title,
    titleBefore: null,
    chapterTitle: section.chapter_title,
    kind: section.kind,
    isRequired: section.required ? 1 : 0,
    fields: [],
    ...more,
  }
}

/**
 * The section of `gone` that a new one stands in for: of the same kind, and of the same name, in the same chapter. That
 * is what remains when an author takes another file.
 */
function takeReplaced(gone: Map<string, VersionSection>, section: VersionSection): VersionSection | undefined {
  for (const candidate of gone.values()) {
    const alike = candidate.kind === section.kind && candidate.title === section.title
    if (!alike || candidate.chapter_id !== section.chapter_id) continue
    gone.delete(candidate.id)
    return candidate
  }
  return undefined
}

const orderOf = (sections: readonly VersionSection[], common: ReadonlySet<string>) =>
  sections.filter(({ id }) => common.has(id)).map(({ id }) => id)

/** What an author, or a learner, sees of the way from one outline to another. Pure. */
export function differenceOf(before: readonly VersionSection[], after: readonly VersionSection[]): VersionDifference {
  const known = new Map(before.map((section) => [section.id, section]))
  const kept = new Set(after.filter(({ id }) => known.has(id)).map(({ id }) => id))
  const gone = new Map(before.filter(({ id }) => !kept.has(id)).map((section) => [section.id, section]))
  const changes = after.flatMap((section): VersionChange[] => {
    const earlier = known.get(section.id)
    if (!earlier) return [change(takeReplaced(gone, section) ? 'replaced' : 'added', section)]
    const fields = changedFields(earlier, section)
    const titleBefore = earlier.title === section.title ? null : earlier.title
    return fields.length === 0 ? [] : [change('changed', section, { fields, titleBefore })]
  })
  changes.push(...[...gone.values()].map((section) => change('removed', section)))
  const reordered = orderOf(before, kept).join() !== orderOf(after, kept).join()
  return { ...countsOf(changes), reordered, changes }
}

function countsOf(changes: readonly VersionChange[]): DifferenceCounts {
  const count = (kind: VersionChange['change']) => changes.filter((one) => one.change === kind).length
  return {
    addedCount: count('added'),
    removedCount: count('removed'),
    replacedCount: count('replaced'),
    changedCount: count('changed'),
  }
}

export async function versionDifference(
  db: CoursesDb,
  courseId: string,
  fromId: string,
  toId: string,
): Promise<VersionDifference> {
  const { before, after } = await outlinesOf(db, courseId, [fromId, toId])
  return differenceOf(before, after)
}
