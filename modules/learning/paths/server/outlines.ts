/** The outline of a learning path as it stands in the tables, whoever looks at it. */
import { sql } from 'kysely'
import type { PathsDb } from './db.ts'

export interface SectionRow {
  readonly id: string
  readonly choiceId: string | null
  readonly businessType: number
  readonly businessId: string
  readonly name: string
  readonly require: 0 | 1
  readonly needsReview: boolean
}

export interface ChoiceRow {
  readonly id: string
  readonly title: string
  readonly neededCount: number
}

export interface ChapterRow {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly opensAfterDays: number | null
  readonly opensAt: number | null
  readonly closesAt: number | null
  readonly choices: readonly ChoiceRow[]
  readonly sections: readonly SectionRow[]
}

interface OwnedBy {
  readonly chapterId: string
}

/** The chapters of a path in their order, each with its choices and all its sections. Three statements. */
export async function outlineOf(db: PathsDb, pathId: string): Promise<ChapterRow[]> {
  const chapters = await sql<Omit<ChapterRow, 'choices' | 'sections'>>`
    select id, title, summary, opens_after_days as "opensAfterDays", opens_at as "opensAt", closes_at as "closesAt"
    from paths.chapter where path_id = ${pathId} order by sort, id`.execute(db)
  const choices = await sql<ChoiceRow & OwnedBy>`
    select id, chapter_id as "chapterId", title, needed_count as "neededCount"
    from paths.choice where path_id = ${pathId} order by sort, id`.execute(db)
  const sections = await sql<SectionRow & OwnedBy>`
    select id, chapter_id as "chapterId", choice_id as "choiceId", business_type as "businessType",
      business_id as "businessId", name, require, needs_review as "needsReview"
    from paths.section where path_id = ${pathId} order by sort, id`.execute(db)
  const choicesOf = Map.groupBy(choices.rows, ({ chapterId }) => chapterId)
  const sectionsOf = Map.groupBy(sections.rows, ({ chapterId }) => chapterId)
  return chapters.rows.map((chapter) => ({
    ...chapter,
    choices: choicesOf.get(chapter.id) ?? [],
    sections: sectionsOf.get(chapter.id) ?? [],
  }))
}
