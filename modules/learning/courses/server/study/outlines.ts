/** Chapters and sections of a version, with the progress of a member where one is asked for. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { keptMany } from '#server/db/kept.ts'
import type { LearnerSection } from '../../contract/learning.ts'
import type { SectionKind, SectionOutline } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { type SectionFacts, type StudyFacts, sectionProgress, unitOf } from './completion-rules.ts'
import { earnedMsSql } from './retakes.ts'

export interface SectionRow {
  readonly id: string
  readonly chapter_id: string
  readonly title: string
  readonly kind: SectionKind
  readonly required: boolean
  readonly duration_ms: number
  readonly page_count: number
  readonly unit_count: number
  readonly needs_review: boolean
  readonly review_deadline: number | null
  readonly free_preview: boolean
}

/** What `sectionOutline` shows of a section `s`. */
export const outlineColumns = sql`s.id, s.title, s.kind, s.required, s.duration_ms, s.page_count, s.unit_count,
  s.needs_review, s.review_deadline, s.free_preview`

export function sectionOutline(row: SectionRow): SectionOutline {
  return {
    id: row.id,
    chapterId: row.chapter_id,
    title: row.title,
    kind: row.kind,
    isRequired: row.required ? 1 : 0,
    needsReview: row.needs_review ? 1 : 0,
    reviewDeadline: row.review_deadline,
    freePreview: row.free_preview,
    unit: unitOf(row.kind),
    unitCount: row.unit_count,
    durationSeconds: Math.round(row.duration_ms / 1000),
    pageCount: row.page_count,
  }
}

interface Chapter<Section> {
  readonly id: string
  readonly title: string
  readonly sections: Section[]
}

interface ChapterRow {
  readonly chapter_id: string
  readonly chapter_title: string
  readonly id: string | null
}

/** Rows in order, one a section, and one with an empty section for a chapter without any. */
export function chaptersOf<Row extends ChapterRow, Section>(
  rows: readonly Row[],
  sectionOf: (row: Row) => Section,
): Chapter<Section>[] {
  const chapters = new Map<string, Chapter<Section>>()
  for (const row of rows) {
    const known = chapters.get(row.chapter_id)
    const chapter = known ?? { id: row.chapter_id, title: row.chapter_title, sections: [] }
    if (!known) chapters.set(row.chapter_id, chapter)
    if (row.id !== null) chapter.sections.push(sectionOf(row))
  }
  return [...chapters.values()]
}

/** The outline of a version as everybody reads it. */
export interface Outline {
  readonly number: number | null
  readonly chapters: readonly Chapter<SectionOutline>[]
  readonly sections: readonly SectionOutline[]
}

type OutlineRow = SectionRow & ChapterRow & { readonly version_id: string; readonly number: number | null }

/** The outlines of these versions, drafts too, by version. */
export async function readOutlines(db: CoursesDb, versionIds: readonly string[]): Promise<Map<string, Outline>> {
  if (versionIds.length === 0) return new Map()
  const { rows } = await sql<OutlineRow>`
    select v.id as version_id, v.number, ch.id as chapter_id, ch.title as chapter_title, ${outlineColumns}
    from unnest(${[...versionIds]}::uuid[]) asked (id) join courses.course_version v on v.id = asked.id
    join courses.chapter ch on ch.version_id = v.id
    left join courses.section s on s.version_id = ch.version_id and s.chapter_id = ch.id
    order by v.id, ch.sort, ch.id, s.sort, s.id`.execute(db)
  const versions = [...Map.groupBy(rows, ({ version_id: id }) => id)]
  return new Map(
    versions.map(([id, own]) => {
      const chapters = chaptersOf(own, sectionOutline)
      const sections = chapters.flatMap((chapter) => chapter.sections)
      return [id, { number: own[0]?.number ?? null, chapters, sections }] as const
    }),
  )
}

/** The outlines of these published versions of the caller's company. Drafts change without an edit: they are not kept. */
export function knownOutlines(
  db: CoursesDb,
  caller: Caller,
  versionIds: Iterable<string>,
): Promise<ReadonlyMap<string, Outline>> {
  return keptMany(db, caller, 'courses.outline', versionIds, (missing) => readOutlines(db, missing))
}

export interface StudiedOutline {
  readonly chapters: Chapter<LearnerSection>[]
  readonly sections: readonly LearnerSection[]
  readonly studySeconds: number
}

/** What is stored about a member and a section of the course, of whichever version. */
export interface SectionRecord extends StudyFacts {
  readonly section_id: string
  readonly study_ms: number
}

/** The records of the member and course named, as json; null without any. */
export function sectionRecordsSql(
  memberId: RawBuilder<unknown>,
  courseId: RawBuilder<unknown>,
): RawBuilder<SectionRecord[] | null> {
  return sql<SectionRecord[] | null>`(
    select json_agg(json_build_object('section_id', p.section_id, 'study_ms', p.study_ms, 'status', p.status,
      'covered', p.covered, 'unit_count', p.unit_count, 'needed', p.needed, 'position', p.position,
      'studied_at', p.studied_at, 'finished_at', p.finished_at, 'waits_ms', p.waits_ms))
    from courses.section_progress p where p.member_id = ${memberId} and p.course_id = ${courseId})`
}

const factsOf = ({ kind, unitCount, needsReview }: SectionOutline): SectionFacts => ({
  kind,
  unit_count: unitCount,
  needs_review: needsReview === 1,
})

/** The outline with a member's records; `earnedMs` is what was studied before. */
export function studied(
  outline: Outline | undefined,
  records: readonly SectionRecord[],
  earnedMs: number,
  completionPercent: number,
): StudiedOutline {
  const facts = new Map(records.map((record) => [record.section_id, record]))
  const chapters = (outline?.chapters ?? []).map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => ({
      ...section,
      progress: sectionProgress(factsOf(section), facts.get(section.id), completionPercent),
    })),
  }))
  const sections = chapters.flatMap((chapter) => chapter.sections)
  const studyMs = sections.reduce((sum, { id }) => sum + (facts.get(id)?.study_ms ?? 0), earnedMs)
  return { chapters, sections, studySeconds: Math.floor(studyMs / 1000) }
}

/** The outline of a version with a member's progress. */
export async function studiedOutline(
  db: CoursesDb,
  course: { readonly id: string; readonly versionId: string },
  memberId: string,
  completionPercent: number,
): Promise<StudiedOutline> {
  const outlines = await readOutlines(db, [course.versionId])
  const [member, id] = [sql`${memberId}::uuid`, sql`${course.id}::uuid`]
  const { rows } = await sql<{ records: SectionRecord[] | null; earned_ms: number }>`
    select ${sectionRecordsSql(member, id)} as records, ${earnedMsSql(member, id)} as earned_ms`.execute(db)
  const [row] = rows
  return studied(outlines.get(course.versionId), row?.records ?? [], row?.earned_ms ?? 0, completionPercent)
}
