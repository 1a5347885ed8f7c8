/** Builders for tests and demo data: learning paths with an outline, their learners. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { PathStatus } from '../contract/wire.ts'
import { pathsTables } from './db.ts'

export interface SectionInput {
  readonly businessType: number
  readonly businessId: string
  readonly name?: string
  readonly require?: 0 | 1
  readonly needsReview?: boolean
  /** The place of its choice among those of the chapter. */
  readonly choice?: number
}

export interface ChapterInput {
  readonly title?: string
  readonly summary?: string
  readonly opensAfterDays?: number
  readonly opensAt?: number
  readonly closesAt?: number
  readonly choices?: readonly { readonly title: string; readonly neededCount: number }[]
  readonly sections: readonly SectionInput[]
}

export interface PathInput {
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId?: string }
  readonly id?: string
  readonly name?: string
  readonly summary?: string
  readonly coverFileId?: string
  readonly channelId?: string
  readonly learnSequence?: 0 | 1
  readonly isOpen?: boolean
  /** On the shelf unless said. */
  readonly status?: PathStatus
  readonly chapters: readonly ChapterInput[]
  /** The id of a chapter, choice or section by what it is in the path; a new one where nothing is said. */
  readonly idOf?: (name: string) => string
  readonly now?: number
}

export interface BuiltPath {
  readonly id: string
  readonly chapters: readonly { readonly id: string; readonly sectionIds: readonly string[] }[]
}

export async function buildPath(connection: Connection, input: PathInput): Promise<BuiltPath> {
  const db = pathsTables(connection)
  const { author, now = Date.now(), idOf = () => uuid() } = input
  const id = input.id ?? uuid()
  const common = { company_id: author.companyId, path_id: id }
  await db
    .insertInto('paths.path')
    .values({
      id,
      company_id: author.companyId,
      organization_id: author.organizationId ?? author.companyId,
      author_id: author.id,
      channel_id: input.channelId ?? null,
      name: input.name ?? '门店店长成长路径',
      summary: input.summary ?? '',
      cover_file_id: input.coverFileId ?? null,
      learn_sequence: input.learnSequence ?? 1,
      is_open: input.isOpen ?? false,
      status: input.status ?? 'on-shelf',
      created_at: now,
      updated_at: now,
    })
    .execute()
  const chapters: { id: string; sectionIds: string[] }[] = []
  for (const [sort, chapter] of input.chapters.entries()) {
    const chapterId = idOf(`chapter ${sort}`)
    await db
      .insertInto('paths.chapter')
      .values({
        ...common,
        id: chapterId,
        sort,
        title: chapter.title ?? `第 ${sort + 1} 章`,
        summary: chapter.summary ?? '',
        opens_after_days: chapter.opensAfterDays ?? null,
        opens_at: chapter.opensAt ?? null,
        closes_at: chapter.closesAt ?? null,
      })
      .execute()
    const choices = (chapter.choices ?? []).map((choice, index) => ({
      ...common,
      id: idOf(`choice ${sort}.${index}`),
      chapter_id: chapterId,
      sort: index,
      title: choice.title,
      needed_count: choice.neededCount,
    }))
    if (choices.length > 0) await db.insertInto('paths.choice').values(choices).execute()
    const sections = chapter.sections.map((section, index) => ({
      ...common,
      id: idOf(`section ${sort}.${index}`),
      chapter_id: chapterId,
      choice_id: section.choice === undefined ? null : (choices[section.choice]?.id ?? null),
      sort: index,
      business_type: section.businessType,
      business_id: section.businessId,
      name: section.name ?? '学习内容',
      require: section.choice === undefined ? (section.require ?? 1) : 0,
      needs_review: section.needsReview ?? false,
    }))
    if (sections.length > 0) await db.insertInto('paths.section').values(sections).execute()
    chapters.push({ id: chapterId, sectionIds: sections.map((section) => section.id) })
  }
  return { id, chapters }
}

export interface LearnerInput {
  readonly member: { readonly id: string; readonly companyId: string }
  readonly pathId: string
  readonly registeredAt?: number
  readonly touchedAt?: number
  readonly lessonLocation?: string
  readonly percent?: number
  readonly finishedAt?: number
  readonly source?: 'rule' | 'self' | 'staff'
}

export async function buildPathLearner(connection: Connection, input: LearnerInput): Promise<void> {
  const { member, pathId, registeredAt = Date.now() } = input
  await pathsTables(connection)
    .insertInto('paths.registration')
    .values({
      member_id: member.id,
      path_id: pathId,
      company_id: member.companyId,
      source: input.source ?? 'staff',
      registered_at: registeredAt,
      touched_at: input.touchedAt ?? null,
      lesson_location: input.lessonLocation ?? null,
      percent: input.percent ?? 0,
      finished_at: input.finishedAt ?? null,
    })
    .execute()
}

export async function buildChannel(
  connection: Connection,
  input: {
    readonly id?: string
    readonly companyId: string
    readonly name: string
    readonly parentId?: string
    readonly positionIds?: readonly string[]
    readonly now?: number
  },
): Promise<string> {
  const db = pathsTables(connection)
  const id = input.id ?? uuid()
  await db
    .insertInto('paths.channel')
    .values({
      id,
      company_id: input.companyId,
      parent_id: input.parentId ?? null,
      name: input.name,
      created_at: input.now ?? Date.now(),
    })
    .execute()
  await sql`insert into paths.channel_position (position_id, channel_id, company_id)
    select unnest(${[...(input.positionIds ?? [])]}::uuid[]), ${id}, ${input.companyId}`.execute(db)
  return id
}
