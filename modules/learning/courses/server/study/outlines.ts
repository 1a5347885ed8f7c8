/** Chapters and sections of a version, with the progress of a member where one is asked for. */
import { sql } from 'kysely'
import type { LearnerSection } from '../../contract/learning.ts'
import type { SectionKind, SectionOutline } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { type StudyFacts, sectionProgress, unitOf } from './completion-rules.ts'
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
}

/** What `sectionOutline` shows of a section `s`. */
export const outlineColumns = sql`s.id, s.title, s.kind, s.required, s.duration_ms, s.page_count, s.unit_count,
  s.needs_review, s.review_deadline`

export function sectionOutline(row: SectionRow): SectionOutline {
  return {
    id: row.id,
    chapterId: row.chapter_id,
    title: row.title,
    kind: row.kind,
    isRequired: row.required ? 1 : 0,
    needsReview: row.needs_review ? 1 : 0,
    reviewDeadline: row.review_deadline,
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

type StudyRow = SectionRow &
  ChapterRow & {
    readonly id: string
    readonly facts: StudyFacts | null
    readonly study_ms: number
    /** Of earlier rounds; the same in each row. */
    readonly earned_ms: number
  }

export interface StudiedOutline {
  readonly chapters: Chapter<LearnerSection>[]
  readonly sections: readonly LearnerSection[]
  readonly studySeconds: number
}

/** The outline of a version with a member's progress; nobody's where `memberId` is null (preview). */
export async function studiedOutline(
  db: CoursesDb,
  course: { readonly id: string; readonly versionId: string },
  memberId: string | null,
  completionPercent: number,
): Promise<StudiedOutline> {
  const { rows } = await sql<StudyRow>`
    select ch.id as chapter_id, ch.title as chapter_title, ${outlineColumns}, coalesce(p.study_ms, 0) as study_ms,
      ${earnedMsSql(sql`${memberId}::uuid`, sql`${course.id}`)} as earned_ms,
      case when p.member_id is not null then json_build_object('status', p.status, 'covered', p.covered,
        'unit_count', p.unit_count, 'needed', p.needed, 'position', p.position, 'studied_at', p.studied_at,
        'finished_at', p.finished_at) end as facts
    from courses.chapter ch
    left join courses.section s on s.version_id = ch.version_id and s.chapter_id = ch.id
    left join courses.section_progress p
      on p.member_id = ${memberId}::uuid and p.course_id = ${course.id} and p.section_id = s.id
    where ch.version_id = ${course.versionId}
    order by ch.sort, ch.id, s.sort, s.id`.execute(db)
  const chapters = chaptersOf(rows, (row) => ({
    ...sectionOutline(row),
    progress: sectionProgress(row, row.facts ?? undefined, completionPercent),
  }))
  const studyMs = rows.reduce((sum, row) => sum + row.study_ms, rows[0]?.earned_ms ?? 0)
  return {
    chapters,
    sections: chapters.flatMap((chapter) => chapter.sections),
    studySeconds: Math.floor(studyMs / 1000),
  }
}
