/** Sections of the draft. What a video, an audio or a document is, the files module has found out from its content. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, fileStates, ownsFile } from '#modules/files/server.ts'
import { assertClean } from '#modules/words/server.ts'
import type { AuthoredSection } from '../contract/authoring.ts'
import { FILE_DOES_NOT_FIT, TOO_MANY } from '../contract/errors.ts'
import type { SectionContent } from '../contract/learning.ts'
import type { SectionKind } from '../contract/wire.ts'
import { type ContentRow, sectionContent } from './contents.ts'
import type { CoursesDb } from './db.ts'
import { bumpRevision, draftVersion, getEditable, holdForChange, newestVersion } from './drafts.ts'
import { type SectionRow, sectionOutline } from './outlines.ts'
import { getPreviewable } from './previews.ts'
import { cleanRichText, plainText } from './rich-text.ts'

const sectionsMax = 1000

export interface SectionWish {
  readonly title: string
  readonly isRequired: 0 | 1
  readonly fileId?: string
  readonly url?: string
  readonly text?: string
}

interface Content {
  readonly file_id: string | null
  readonly url: string | null
  readonly body: string | null
  readonly duration_ms: number
  readonly page_count: number
  readonly unit_count: number
}

const noContent = { file_id: null, url: null, body: null, duration_ms: 0, page_count: 0, unit_count: 1 }

function missingField(path: string): never {
  throw refuse(INVALID_INPUT, { fields: [{ path, rule: 'required', message: 'is needed for this kind of section' }] })
}

const contentTypes: Readonly<Record<'video' | 'audio' | 'pdf', RegExp>> = {
  video: /^video\//,
  audio: /^audio\//,
  // Office files are read as the PDF that is made of them.
  pdf: /^application\/(pdf|msword|vnd\.ms-(excel|powerpoint)|vnd\.openxmlformats-officedocument\..+)$/,
}

/** Length and pages of a file, for one who may use it: whoever brought it, or where it is in the course already. */
async function fileContent(
  db: CoursesDb,
  caller: Caller,
  kind: 'video' | 'audio' | 'pdf',
  fileId: string,
  knownFileId: string | null,
): Promise<Content> {
  const file = await fileById(db, caller.companyId, fileId)
  if (!file || (fileId !== knownFileId && !(await ownsFile(db, caller, fileId)))) {
    throw refuse(FILE_DOES_NOT_FIT, { reason: 'missing' })
  }
  if (!contentTypes[kind].test(file.contentType)) throw refuse(FILE_DOES_NOT_FIT, { reason: 'other-kind' })
  const durationMs = kind === 'pdf' ? 0 : (file.durationMs ?? 0)
  const pages = kind === 'pdf' ? (file.pages ?? 0) : 0
  const unitCount = durationMs + pages
  if (unitCount <= 0 && kind === 'pdf') await assertConverted(db, caller.companyId, fileId)
  // Without a length known to the server nobody could prove to have seen the whole.
  if (unitCount <= 0) throw refuse(FILE_DOES_NOT_FIT, { reason: 'length-unknown' })
  return { ...noContent, file_id: fileId, duration_ms: durationMs, page_count: pages, unit_count: unitCount }
}

/** The pages of an office file are known when it has been converted: until then, or never, says the refusal. */
async function assertConverted(db: CoursesDb, companyId: string, fileId: string): Promise<void> {
  const state = (await fileStates(db, companyId, [fileId])).get(fileId)
  const reason = state?.translateType === 0 ? 'converting' : 'not-convertible'
  if (state?.translateType !== 1) throw refuse(FILE_DOES_NOT_FIT, { reason })
}

async function contentOf(
  db: CoursesDb,
  caller: Caller,
  kind: SectionKind,
  wish: SectionWish,
  knownFileId: string | null = null,
): Promise<Content> {
  if (kind === 'link') return { ...noContent, url: wish.url ?? missingField('url') }
  if (kind === 'text') {
    const body = cleanRichText(wish.text ?? '')
    return body === '' ? missingField('text') : { ...noContent, body }
  }
  return fileContent(db, caller, kind, wish.fileId ?? missingField('fileId'), knownFileId)
}

/** What learners will read has no sensitive words. */
function assertCleanSection(db: CoursesDb, caller: Caller, { title, text }: SectionWish) {
  return assertClean(db, caller.companyId, { title, ...(text !== undefined && { text: plainText(text) }) })
}

export async function createSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; chapterId: string },
  wish: SectionWish & { kind: SectionKind; revision: number },
  now: number,
) {
  const course = await holdForChange(db, caller, ids.id, wish.revision)
  const content = await contentOf(db, caller, wish.kind, wish)
  await assertCleanSection(db, caller, wish)
  const versionId = await draftVersion(db, caller, course, now)
  const { rows } = await sql<{ has_chapter: boolean; count: number; sort: number }>`
    select exists (select from courses.chapter where version_id = ${versionId} and id = ${ids.chapterId}) as has_chapter,
      count(*)::int as count, coalesce(max(sort) + 1, 0) as sort
    from courses.section where version_id = ${versionId}`.execute(db)
  if (!rows[0]?.has_chapter) throw refuse(NOT_FOUND)
  if (rows[0].count >= sectionsMax) throw refuse(TOO_MANY, { max: sectionsMax })
  const id = uuid()
  await db
    .insertInto('courses.section')
    .values({
      version_id: versionId,
      id,
      chapter_id: ids.chapterId,
      company_id: caller.companyId,
      course_id: ids.id,
      title: wish.title.trim(),
      kind: wish.kind,
      required: wish.isRequired === 1,
      sort: rows[0].sort,
      ...content,
    })
    .execute()
  return { id, revision: await bumpRevision(db, ids.id, now) }
}

type FullRow = SectionRow & ContentRow

async function getSection(db: CoursesDb, versionId: string, sectionId: string): Promise<FullRow> {
  const row = await db
    .selectFrom('courses.section')
    .selectAll()
    .where('version_id', '=', versionId)
    .where('id', '=', sectionId)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row as FullRow
}

/**
 * Another file makes a published section a new one: what was watched of the old video says nothing about the new one.
 * The old id, and what members did under it, stays with the version that they did it in.
 */
async function idAfterChange(db: CoursesDb, before: FullRow, content: Content, publishedVersionId: string | null) {
  if (content.file_id === before.file_id || publishedVersionId === null) return before.id
  const published = await db
    .selectFrom('courses.section')
    .select('id')
    .where('version_id', '=', publishedVersionId)
    .where('id', '=', before.id)
    .executeTakeFirst()
  return published ? uuid() : before.id
}

export async function changeSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
  wish: SectionWish & { revision: number },
  now: number,
) {
  const course = await holdForChange(db, caller, ids.id, wish.revision)
  const before = await getSection(db, newestVersion(course), ids.sectionId)
  const content = await contentOf(db, caller, before.kind, wish, before.file_id)
  await assertCleanSection(db, caller, wish)
  const versionId = await draftVersion(db, caller, course, now)
  const id = await idAfterChange(db, before, content, course.publishedVersionId)
  await db
    .updateTable('courses.section')
    .set({ id, title: wish.title.trim(), required: wish.isRequired === 1, ...content })
    .where('version_id', '=', versionId)
    .where('id', '=', ids.sectionId)
    .execute()
  return { id, revision: await bumpRevision(db, ids.id, now) }
}

export async function deleteSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
  revision: number,
  now: number,
) {
  const course = await holdForChange(db, caller, ids.id, revision)
  const versionId = await draftVersion(db, caller, course, now)
  const { numDeletedRows } = await db
    .deleteFrom('courses.section')
    .where('version_id', '=', versionId)
    .where('id', '=', ids.sectionId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refuse(NOT_FOUND)
  return { id: ids.sectionId, revision: await bumpRevision(db, ids.id, now) }
}

export async function authoredSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
): Promise<AuthoredSection> {
  const course = await getEditable(db, caller, ids.id)
  const row = await getSection(db, newestVersion(course), ids.sectionId)
  const file = row.file_id === null ? undefined : await fileById(db, caller.companyId, row.file_id)
  return { ...sectionOutline(row), fileId: row.file_id, fileName: file?.name ?? null, url: row.url, text: row.body }
}

export async function previewSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
  now: number,
): Promise<SectionContent> {
  const course = await getPreviewable(db, caller, ids.id, now)
  const section = await getSection(db, newestVersion(course), ids.sectionId)
  return sectionContent(db, caller, section, { now, watermark: course.watermark })
}
