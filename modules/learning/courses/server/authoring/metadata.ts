/** What a course says of itself, outside its outline: stored at once, whatever the status. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { setCompletionAwards } from '#modules/learning/certificates/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { assertMembersOfCompany, organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { FILE_DOES_NOT_FIT } from '../../contract/errors.ts'
import { businessType } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { insertDraft } from '../publishing/draft-versions.ts'
import { appendChapter } from './chapters.ts'
import { setPrerequisites } from './prerequisites.ts'

export interface CourseInput {
  readonly name?: string
  readonly summary?: string
  readonly description?: string
  readonly coverFileId?: string | null
  readonly categoryId?: string | null
  readonly lecturerId?: string | null
  readonly publishClient?: 0 | 1 | 2
  readonly visibleOrganizationIds?: readonly string[]
  readonly watermark?: boolean
  readonly noForwardSeeking?: boolean
  readonly presenceCheckMinutes?: number
  readonly prerequisiteIds?: readonly string[]
  readonly creditHundredths?: number
  readonly classHourHundredths?: number
  readonly certificateTemplateId?: string | null
  readonly topicIds?: readonly string[]
}

/** What a new course begins with, until its author gives the chapter a name. */
const firstChapterTitle: Readonly<Record<Language, string>> = { cn: '第 1 章', en: 'Chapter 1' }

/** Refuses what is not in the company, and a cover that is no picture or somebody else's. */
async function assertFields(
  db: CoursesDb,
  caller: Caller,
  input: CourseInput,
  before: { coverFileId: string | null },
): Promise<void> {
  const { companyId } = caller
  const { coverFileId, categoryId, lecturerId, visibleOrganizationIds = [] } = input
  if (coverFileId && coverFileId !== before.coverFileId) {
    const file = await fileById(db, companyId, coverFileId)
    if (!file || !(await ownsFile(db, caller, coverFileId))) throw refuse(FILE_DOES_NOT_FIT, { reason: 'missing' })
    if (!file.contentType.startsWith('image/')) throw refuse(FILE_DOES_NOT_FIT, { reason: 'other-kind' })
  }
  if (categoryId) {
    const { rows } = await sql`
      select 1 from courses.category where id = ${categoryId} and company_id = ${companyId}
      for key share`.execute(db)
    if (rows.length === 0) throw refuse(NOT_FOUND)
  }
  if (lecturerId) await assertMembersOfCompany(db, companyId, [lecturerId])
  const organizations = await organizationNames(db, companyId, visibleOrganizationIds)
  if (organizations.size !== visibleOrganizationIds.length) throw refuse(NOT_FOUND)
}

/** What learners will read has no sensitive words. */
async function assertCleanFields(db: CoursesDb, companyId: string, input: CourseInput): Promise<void> {
  const { name, summary, description } = input
  await assertClean(db, companyId, {
    ...(name !== undefined && { name }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description: plainText(description) }),
  })
}

async function storeFields(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  input: CourseInput,
  now: number,
): Promise<void> {
  const { visibleOrganizationIds: organizationIds, topicIds } = input
  if (topicIds !== undefined) await setTopics(db, { companyId, businessType, businessId: courseId, topicIds })
  await db
    .updateTable('courses.course')
    .set({
      ...(input.name !== undefined && { name: input.name.trim() }),
      ...(input.summary !== undefined && { summary: input.summary.trim() }),
      ...(input.description !== undefined && { description: cleanRichText(input.description) }),
      ...(input.coverFileId !== undefined && { cover_file_id: input.coverFileId }),
      ...(input.categoryId !== undefined && { category_id: input.categoryId }),
      ...(input.lecturerId !== undefined && { lecturer_id: input.lecturerId }),
      ...(input.publishClient !== undefined && { publish_client: input.publishClient }),
      ...(input.watermark !== undefined && { watermark: input.watermark }),
      ...(input.noForwardSeeking !== undefined && { no_forward_seeking: input.noForwardSeeking }),
      ...(input.presenceCheckMinutes !== undefined && { presence_check_minutes: input.presenceCheckMinutes }),
      ...(organizationIds !== undefined && { visible_to_all: organizationIds.length === 0 }),
      updated_at: now,
    })
    .where('id', '=', courseId)
    .execute()
  if (organizationIds === undefined) return
  await db.deleteFrom('courses.course_visibility').where('course_id', '=', courseId).execute()
  await sql`
    insert into courses.course_visibility (course_id, organization_id)
    select ${courseId}, unnest(${[...organizationIds]}::uuid[])`.execute(db)
}

export async function createCourse(
  db: CoursesDb,
  caller: Caller,
  input: CourseInput & { name: string },
  { now, language }: { now: number; language: Language },
) {
  await assertFields(db, caller, input, { coverFileId: null })
  await assertCleanFields(db, caller.companyId, input)
  const id = uuid()
  await db
    .insertInto('courses.course')
    .values({
      id,
      company_id: caller.companyId,
      organization_id: caller.organizationId,
      author_id: caller.memberId,
      name: input.name.trim(),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await storeFields(db, caller.companyId, id, input, now)
  const draftId = uuid()
  await insertDraft(db, caller.companyId, id, draftId, now)
  await appendChapter(db, draftId, { id: uuid(), companyId: caller.companyId, title: firstChapterTitle[language] })
  return { id, revision: 0 }
}

export async function changeCourse(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  input: CourseInput & { revision: number },
  now: number,
) {
  await courseLifecycle.lockForEdit(db, caller, courseId, input.revision)
  const { cover_file_id: coverFileId } = await db
    .selectFrom('courses.course')
    .select('cover_file_id')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  await assertFields(db, caller, input, { coverFileId })
  await assertCleanFields(db, caller.companyId, input)
  await storeFields(db, caller.companyId, courseId, input, now)
  if (input.prerequisiteIds !== undefined) await setPrerequisites(db, caller, courseId, input.prerequisiteIds)
  await setCompletionAwards(db, {
    ...input,
    companyId: caller.companyId,
    ref: { businessType, businessId: courseId },
    now,
  })
  return { id: courseId, revision: await courseLifecycle.bump(db, courseId, now) }
}
