/** Sections of the draft. What a video, an audio or a document is, the files module has found out from its content. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { launchPackage, packageFacts } from '#modules/learning/packages/server.ts'
import { fileById, fileStates, ownsFile } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import type { AuthoredSection } from '../../contract/authoring.ts'
import { FILE_DOES_NOT_FIT, PACKAGE_DOES_NOT_FIT, TOO_MANY, WRONG_SECTION_KIND } from '../../contract/errors.ts'
import type { SectionContent } from '../../contract/learning.ts'
import { type ActivityKind, previewableKinds, type SectionKind, sectionsMax } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { draftVersion, newestVersion } from '../publishing/draft-versions.ts'
import { unitOf } from '../study/completion-rules.ts'
import { type SectionRow, sectionOutline } from '../study/outlines.ts'
import { type ContentRow, sectionContent } from '../study/section-contents.ts'
import { followFile, type TimedContentChoice } from '../video/timed-content.ts'
import { assertMayChoose, chosenActivity, isActivityKind } from './activities.ts'

export interface SectionInput {
  readonly title: string
  readonly isRequired: 0 | 1
  readonly fileId?: string
  readonly url?: string
  readonly text?: string
  readonly packageId?: string
  readonly activityId?: string
  readonly needsReview?: 0 | 1
  readonly reviewGuide?: string
  readonly reviewDeadline?: number | null
  readonly freePreview?: boolean
  /** Of another file for a video: what becomes of what hangs on it. */
  readonly extras?: TimedContentChoice
}

interface Content {
  readonly file_id: string | null
  readonly url: string | null
  readonly body: string | null
  readonly package_id: string | null
  readonly activity_id: string | null
  readonly duration_ms: number
  readonly page_count: number
  readonly unit_count: number
}

const noContent = {
  file_id: null,
  url: null,
  body: null,
  package_id: null,
  activity_id: null,
  duration_ms: 0,
  page_count: 0,
  unit_count: 1,
}

/** What a section holds already: its author may keep it, whoever brought it. */
type Known = Pick<Content, 'file_id' | 'package_id' | 'activity_id'>

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

/** A package that the caller brought; it says how far a member is in percent. */
async function packageContent(db: CoursesDb, caller: Caller, packageId: string, known: string | null) {
  const facts = (await packageFacts(db, caller.companyId, [packageId])).get(packageId)
  if (!facts || (packageId !== known && !(await ownsFile(db, caller, facts.fileId)))) {
    throw refuse(PACKAGE_DOES_NOT_FIT, { reason: 'missing' })
  }
  if (facts.state === 'failed') throw refuse(PACKAGE_DOES_NOT_FIT, { reason: 'failed' })
  return { ...noContent, package_id: packageId, unit_count: 100 }
}

/** Something of another module that the caller may choose, or that stands there already. */
async function activityContent(
  db: CoursesDb,
  caller: Caller,
  kind: ActivityKind,
  activityId: string,
  known: string | null,
) {
  if (activityId !== known) await assertMayChoose(db, caller, kind, activityId)
  return { ...noContent, activity_id: activityId }
}

async function contentOf(
  db: CoursesDb,
  caller: Caller,
  kind: SectionKind,
  input: SectionInput,
  known: Known = noContent,
): Promise<Content> {
  if (kind === 'link') return { ...noContent, url: input.url ?? missingField('url') }
  if (kind === 'text') {
    const body = cleanRichText(input.text ?? '')
    return body === '' ? missingField('text') : { ...noContent, body }
  }
  if (kind === 'package') {
    return packageContent(db, caller, input.packageId ?? missingField('packageId'), known.package_id)
  }
  if (isActivityKind(kind)) {
    return activityContent(db, caller, kind, input.activityId ?? missingField('activityId'), known.activity_id)
  }
  return fileContent(db, caller, kind, input.fileId ?? missingField('fileId'), known.file_id)
}

/** Whether the section is finished by proof; fields that are left out keep their value. */
function reviewOf(input: SectionInput, before?: FullRow) {
  const needsReview = input.needsReview === undefined ? (before?.needs_review ?? false) : input.needsReview === 1
  const { reviewGuide = before?.review_guide ?? '', reviewDeadline = before?.review_deadline ?? null } = input
  return {
    needs_review: needsReview,
    review_guide: needsReview ? reviewGuide.trim() : '',
    review_deadline: needsReview ? reviewDeadline : null,
  }
}

/** Whether members may open it before they register; left out, it stays as it is. */
function previewOf(kind: SectionKind, input: SectionInput, before = false) {
  const isFree = input.freePreview ?? before
  if (isFree && !previewableKinds.includes(kind)) {
    const message = 'can only be set for a video, an audio, a document, a text or a link'
    throw refuse(INVALID_INPUT, { fields: [{ path: 'freePreview', rule: 'kind', message }] })
  }
  return { free_preview: isFree }
}

/** What learners will read has no sensitive words. */
function assertCleanSection(db: CoursesDb, caller: Caller, { title, text, reviewGuide }: SectionInput) {
  return assertClean(db, caller.companyId, {
    title,
    ...(text !== undefined && { text: plainText(text) }),
    ...(reviewGuide !== undefined && { reviewGuide }),
  })
}

export async function createSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; chapterId: string },
  input: SectionInput & { kind: SectionKind; revision: number },
  now: number,
) {
  const course = await courseLifecycle.lockForEdit(db, caller, ids.id, input.revision)
  const preview = previewOf(input.kind, input)
  const content = await contentOf(db, caller, input.kind, input)
  await assertCleanSection(db, caller, input)
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
      title: input.title.trim(),
      kind: input.kind,
      required: input.isRequired === 1,
      sort: rows[0].sort,
      ...content,
      ...reviewOf(input),
      ...preview,
    })
    .execute()
  return { id, revision: await courseLifecycle.bump(db, ids.id, now) }
}

type FullRow = SectionRow & ContentRow & { readonly review_guide: string }

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
 * Another file, package or activity makes a published section a new one: what was watched of the old video says nothing
 * about the new one.
 * The old id, and what members did under it, stays with the version that they did it in.
 */
async function idAfterChange(db: CoursesDb, before: FullRow, content: Content, publishedVersionId: string | null) {
  const isSame = (['file_id', 'package_id', 'activity_id'] as const).every((key) => content[key] === before[key])
  if (isSame || publishedVersionId === null) return before.id
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
  input: SectionInput & { revision: number },
  now: number,
) {
  const course = await courseLifecycle.lockForEdit(db, caller, ids.id, input.revision)
  const before = await getSection(db, newestVersion(course), ids.sectionId)
  const preview = previewOf(before.kind, input, before.free_preview)
  const content = await contentOf(db, caller, before.kind, input, before)
  await assertCleanSection(db, caller, input)
  const versionId = await draftVersion(db, caller, course, now)
  const id = await idAfterChange(db, before, content, course.publishedVersionId)
  if (unitOf(before.kind) === 'ms' && content.file_id !== before.file_id) {
    const [old, video] = [
      { id: before.id, length: before.unit_count },
      { id, length: content.unit_count },
    ]
    const place = { companyId: caller.companyId, courseId: ids.id }
    await followFile(db, { ...place, before: old, after: video, choice: input.extras }, now)
  }
  await db
    .updateTable('courses.section')
    .set({
      id,
      title: input.title.trim(),
      required: input.isRequired === 1,
      ...content,
      ...reviewOf(input, before),
      ...preview,
    })
    .where('version_id', '=', versionId)
    .where('id', '=', ids.sectionId)
    .execute()
  return { id, revision: await courseLifecycle.bump(db, ids.id, now) }
}

export async function deleteSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
  revision: number,
  now: number,
) {
  const course = await courseLifecycle.lockForEdit(db, caller, ids.id, revision)
  const versionId = await draftVersion(db, caller, course, now)
  const { numDeletedRows } = await db
    .deleteFrom('courses.section')
    .where('version_id', '=', versionId)
    .where('id', '=', ids.sectionId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refuse(NOT_FOUND)
  return { id: ids.sectionId, revision: await courseLifecycle.bump(db, ids.id, now) }
}

export async function authoredSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
): Promise<AuthoredSection> {
  const course = await courseLifecycle.getEditable(db, caller, ids.id)
  const row = await getSection(db, newestVersion(course), ids.sectionId)
  const file = row.file_id === null ? undefined : await fileById(db, caller.companyId, row.file_id)
  return {
    ...sectionOutline(row),
    fileId: row.file_id,
    fileName: file?.name ?? null,
    url: row.url,
    text: row.body,
    packageId: row.package_id,
    activity:
      row.activity_id !== null && isActivityKind(row.kind)
        ? await chosenActivity(db, caller.companyId, row.kind, row.activity_id)
        : null,
    reviewGuide: row.review_guide,
  }
}

/** The package of a section of the draft; nothing of it is kept. */
export async function previewLaunch(
  db: CoursesDb,
  ids: { id: string; sectionId: string },
  { caller, outside, language, now }: Context,
) {
  const course = await courseLifecycle.getPreviewable(db, caller, ids.id, now)
  const { kind, package_id: packageId } = await getSection(db, newestVersion(course), ids.sectionId)
  if (packageId === null) throw refuse(WRONG_SECTION_KIND, { kind })
  const registrationKey = { courseId: ids.id, sectionId: ids.sectionId }
  return launchPackage(db, outside, { caller, packageId, registrationKey, mode: 'preview', language })
}

export async function previewSection(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; sectionId: string },
  now: number,
): Promise<SectionContent> {
  const course = await courseLifecycle.getPreviewable(db, caller, ids.id, now)
  const section = await getSection(db, newestVersion(course), ids.sectionId)
  return sectionContent(
    db,
    caller,
    { ...section, courseId: ids.id, ...ids },
    { now, watermark: course.watermark, isOwn: true },
  )
}
