/** A learning path as its editor shows it, and its outline as it is to be. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { openContained } from '#modules/commerce/entitlements/server.ts'
import { findStudyKind, keyOf, type StudyItem, studyItems } from '#modules/content/study/server.ts'
import { completionAwardsOf } from '#modules/learning/certificates/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { AuthoredChapter, ChapterInput, EditedPath, SectionInput } from '../contract/authoring.ts'
import { CHOICE_TOO_SMALL, CONTENT_DOES_NOT_FIT, TOO_MANY, WINDOW_EMPTY } from '../contract/errors.ts'
import { businessType as ownType, sectionsMax } from '../contract/wire.ts'
import { coverAddress } from './covers.ts'
import type { PathsDb } from './db.ts'
import { kindName } from './learning.ts'
import { managedPath } from './managed.ts'
import { type ChapterRow, outlineOf } from './outlines.ts'
import { assertPublishable, pathLifecycle } from './path-lifecycle.ts'
import { rulesOf } from './rules.ts'

const chaptersMax = 100

function authoredChapter(chapter: ChapterRow, items: ReadonlyMap<string, StudyItem>): AuthoredChapter {
  const { id, title, summary, opensAfterDays, opensAt, closesAt } = chapter
  const choices = chapter.choices.map((choice) => ({ ...choice }))
  const sections = chapter.sections.map((section) => {
    const item = items.get(keyOf(section.businessType, section.businessId))
    const choice = choices.findIndex((one) => one.id === section.choiceId)
    return {
      id: section.id,
      businessType: section.businessType,
      businessId: section.businessId,
      kind: { ...kindName(section.businessType) },
      name: item?.name ?? section.name,
      isAvailable: item?.isAvailable ?? false,
      require: section.require,
      needsReview: section.needsReview,
      choice: choice === -1 ? null : choice,
    }
  })
  return { id, title, summary, opensAfterDays, opensAt, closesAt, choices, sections }
}

export async function editedPath(db: PathsDb, caller: Caller, pathId: string): Promise<EditedPath> {
  const { companyId } = caller
  const { record, item } = await managedPath(db, caller, pathId)
  const { summary, coverFileId, channelId, isOpen } = record
  const outline = await outlineOf(db, pathId)
  const items = await studyItems(
    db,
    companyId,
    outline.flatMap(({ sections }) => sections),
  )
  const chapters = outline.map((chapter) => authoredChapter(chapter, items))
  const rules = await rulesOf(db, companyId, pathId)
  const requires = chapters.some(
    ({ choices, sections }) => choices.length > 0 || sections.some((one) => one.require === 1),
  )
  const hints: EditedPath['hints'] = []
  if (!requires) hints.push('nothing-required')
  if (requires && chapters.some(({ sections }) => sections.length === 0)) hints.push('empty-chapter')
  if (chapters.some(({ sections }) => sections.some((section) => !section.isAvailable))) hints.push('content-away')
  if (rules.length === 0 && !isOpen) hints.push('nobody-assigned')
  const awards = await completionAwardsOf(db, companyId, { businessType: ownType, businessId: pathId })
  const coverUrl = coverAddress(coverFileId)
  return { ...item, summary, coverUrl, channelId, gives: awards, chapters, rules, hints }
}

function assertShape(chapters: readonly ChapterInput[]): void {
  if (chapters.length > chaptersMax) throw refuse(TOO_MANY, { max: chaptersMax })
  const sections = chapters.flatMap((chapter) => chapter.sections)
  if (sections.length > sectionsMax) throw refuse(TOO_MANY, { max: sectionsMax })
  const seen = new Set<string>()
  for (const { businessType, businessId } of sections) {
    const key = keyOf(businessType, businessId)
    if (seen.has(key)) throw refuse(CONTENT_DOES_NOT_FIT, { reason: 'twice', businessType, businessId })
    seen.add(key)
  }
  for (const chapter of chapters) assertChapter(chapter)
}

function assertChapter({ title, opensAt, closesAt, choices, sections }: ChapterInput): void {
  if (closesAt !== null && opensAt !== null && closesAt <= opensAt) throw refuse(WINDOW_EMPTY, { title })
  for (const [index, choice] of choices.entries()) {
    const sectionCount = sections.filter((section) => section.choice === index).length
    if (choice.neededCount > sectionCount) {
      throw refuse(CHOICE_TOO_SMALL, { title: choice.title, neededCount: choice.neededCount, sectionCount })
    }
  }
  const unknown = sections.find(({ choice }) => choice !== null && choice >= choices.length)
  if (unknown) throw refuse(NOT_FOUND)
}

/** Those of the new sections' contents that the author may open: a path opens them to others, so nothing else goes in. */
async function openToAuthor(db: PathsDb, caller: Caller, sections: readonly SectionInput[]): Promise<Set<string>> {
  const open = new Set<string>()
  const added = sections.filter(({ id }) => id === undefined)
  for (const [businessType, ofKind] of Map.groupBy(added, (section) => section.businessType)) {
    const ids = ofKind.map(({ businessId }) => businessId)
    const visible = await findStudyKind(businessType)?.visible(db, caller, ids)
    for (const id of visible ?? []) open.add(keyOf(businessType, id))
  }
  return open
}

/** The names of what the sections hold. New content must be open to the author, and be no path itself. */
async function namesOf(
  db: PathsDb,
  caller: Caller,
  sections: readonly SectionInput[],
  kept: ReadonlyMap<string, string>,
) {
  const items = await studyItems(db, caller.companyId, sections)
  const open = await openToAuthor(db, caller, sections)
  return sections.map(({ id, businessType, businessId }) => {
    const key = keyOf(businessType, businessId)
    const known = items.get(key)?.name
    const fits = businessType !== ownType && open.has(key)
    if (id === undefined && !(fits && known !== undefined)) {
      const reason = businessType === ownType ? 'path-in-path' : 'unknown'
      throw refuse(CONTENT_DOES_NOT_FIT, { reason, businessType, businessId })
    }
    return known ?? kept.get(id ?? '') ?? ''
  })
}

/** What stands in the outline already, by id: only that may be kept, and a section keeps what it holds. */
function keptOf(outline: readonly ChapterRow[], chapters: readonly ChapterInput[]): Map<string, string> {
  const chapterIds = new Set(outline.map(({ id }) => id))
  const sections = new Map(
    outline.flatMap((chapter) => chapter.sections.map((section) => [section.id, section] as const)),
  )
  const isKnown = chapters.every(
    (chapter) =>
      (chapter.id === undefined || chapterIds.has(chapter.id)) &&
      chapter.sections.every(({ id, businessType, businessId }) => {
        if (id === undefined) return true
        const section = sections.get(id)
        return section?.businessType === businessType && section.businessId === businessId
      }),
  )
  const ids = chapters.flatMap((chapter) => [chapter.id, ...chapter.sections.map(({ id }) => id)].filter((id) => id))
  if (!isKnown || new Set(ids).size !== ids.length) throw refuse(NOT_FOUND)
  return new Map([...sections.values()].map(({ id, name }) => [id, name]))
}

/**
 * Makes the outline what it is to be. Chapters and sections that stay keep their ids, and with them the place of those
 * who study; what members have achieved hangs on the content and is touched by nothing here.
 */
export async function changeOutline(
  db: PathsDb,
  caller: Caller,
  pathId: string,
  input: { readonly revision: number; readonly chapters: readonly ChapterInput[] },
  now: number,
): Promise<void> {
  const path = await pathLifecycle.lockForEdit(db, caller, pathId, input.revision)
  assertShape(input.chapters)
  await assertClean(db, caller.companyId, {
    text: input.chapters
      .flatMap(({ title, summary, choices }) => [title, summary, ...choices.map((one) => one.title)])
      .join('\n'),
  })
  const kept = keptOf(await outlineOf(db, pathId), input.chapters)
  const names = await namesOf(
    db,
    caller,
    input.chapters.flatMap(({ sections }) => sections),
    kept,
  )
  await writeOutline(db, caller.companyId, pathId, input.chapters, names)
  await openContained(db, { companyId: caller.companyId, businessType: ownType, itemId: pathId }, now)
  if (path.status === 'on-shelf') await assertPublishable(db, path)
  await pathLifecycle.bump(db, pathId, now)
}

async function writeOutline(
  db: PathsDb,
  companyId: string,
  pathId: string,
  wished: readonly ChapterInput[],
  names: readonly string[],
): Promise<void> {
  const common = { company_id: companyId, path_id: pathId }
  const chapters = wished.map((chapter, sort) => ({ ...chapter, id: chapter.id ?? uuid(), sort }))
  const choices = chapters.flatMap((chapter) =>
    chapter.choices.map((choice, sort) => ({
      ...common,
      id: uuid(),
      chapter_id: chapter.id,
      sort,
      title: choice.title.trim(),
      needed_count: choice.neededCount,
    })),
  )
  const sections = chapters
    .flatMap((chapter) => chapter.sections.map((section, sort) => ({ section, sort, chapterId: chapter.id })))
    .map(({ section, sort, chapterId }, index) => ({
      ...common,
      id: section.id ?? uuid(),
      chapter_id: chapterId,
      choice_id:
        choices.find((choice) => choice.chapter_id === chapterId && choice.sort === section.choice)?.id ?? null,
      sort,
      business_type: section.businessType,
      business_id: section.businessId,
      name: names[index] ?? '',
      // Of a choice, none is required by itself.
      require: section.choice === null ? section.require : 0,
      needs_review: section.needsReview,
    }))
  const rows = chapters.map((chapter) => ({
    ...common,
    id: chapter.id,
    sort: chapter.sort,
    title: chapter.title.trim(),
    summary: chapter.summary.trim(),
    opens_after_days: chapter.opensAfterDays,
    opens_at: chapter.opensAt,
    closes_at: chapter.closesAt,
  }))
  await sql`delete from paths.section where path_id = ${pathId} and id <> all(${sections.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  await sql`delete from paths.choice where path_id = ${pathId}`.execute(db)
  await upsertRows(db, 'chapter', rows)
  if (choices.length > 0) await db.insertInto('paths.choice').values(choices).execute()
  await upsertRows(db, 'section', sections)
  await sql`delete from paths.chapter where path_id = ${pathId} and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
}

const columnsKept = {
  chapter: sql`sort = excluded.sort, title = excluded.title, summary = excluded.summary,
    opens_after_days = excluded.opens_after_days, opens_at = excluded.opens_at, closes_at = excluded.closes_at`,
  section: sql`chapter_id = excluded.chapter_id, choice_id = excluded.choice_id, sort = excluded.sort,
    name = excluded.name, require = excluded.require, needs_review = excluded.needs_review`,
} as const

/** One statement for all rows, however many. */
async function upsertRows(db: PathsDb, table: keyof typeof columnsKept, rows: readonly object[]): Promise<void> {
  const name = sql.table(`paths.${table}`)
  await sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set ${columnsKept[table]}`.execute(db)
}
