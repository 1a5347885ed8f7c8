/** The metadata of a subject. Changes take effect at once in every status. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import type { CompletionAwardsInput } from '#kit/completion-awards.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { setCompletionAwards } from '#modules/learning/certificates/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { COVER_DOES_NOT_FIT, WRONG_TYPE } from '../contract/errors.ts'
import { businessType, type SubjectType, subjectTypes } from '../contract/wire.ts'
import type { SubjectsDb } from './db.ts'
import { subjectLifecycle } from './subject-lifecycle.ts'

interface FieldsInput {
  readonly name?: string
  readonly summary?: string
  readonly description?: string
  readonly coverFileId?: string | null
  readonly publishClient?: 0 | 1 | 2
  readonly visibleOrganizationIds?: readonly string[]
  readonly topicIds?: readonly string[]
  readonly url?: string | null
}

/** The completion awards is said of a subject that is there. */
type ChangeInput = FieldsInput & CompletionAwardsInput & { readonly revision: number }

/** The title of the first stage until its author changes it. */
const firstStageTitle: Readonly<Record<Language, string>> = { cn: '第 1 阶段', en: 'Stage 1' }

/** Refuses what is not in the company, a cover that is no picture or somebody else's, and words that offend. */
async function assertFields(
  db: SubjectsDb,
  caller: Caller,
  input: FieldsInput,
  before: { readonly coverFileId: string | null },
): Promise<void> {
  const { companyId } = caller
  const { coverFileId, visibleOrganizationIds = [], name, summary, description } = input
  if (coverFileId && coverFileId !== before.coverFileId) {
    const file = await fileById(db, companyId, coverFileId)
    if (!file || !(await ownsFile(db, caller, coverFileId))) throw refuse(COVER_DOES_NOT_FIT, { reason: 'missing' })
    if (!file.contentType.startsWith('image/')) throw refuse(COVER_DOES_NOT_FIT, { reason: 'other-kind' })
  }
  const organizations = await organizationNames(db, companyId, visibleOrganizationIds)
  if (organizations.size !== visibleOrganizationIds.length) throw refuse(NOT_FOUND)
  await assertClean(db, companyId, {
    ...(name !== undefined && { name }),
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
  })
}

async function storeFields(
  db: SubjectsDb,
  companyId: string,
  id: string,
  input: FieldsInput,
  now: number,
): Promise<void> {
  const { visibleOrganizationIds: organizationIds, topicIds, url } = input
  if (topicIds !== undefined) await setTopics(db, { companyId, businessType, businessId: id, topicIds })
  await db
    .updateTable('subjects.subject')
    .set({
      ...(input.name !== undefined && { name: input.name.trim() }),
      ...(input.summary !== undefined && { summary: input.summary.trim() }),
      ...(input.description !== undefined && { description: input.description.trim() }),
      ...(input.coverFileId !== undefined && { cover_file_id: input.coverFileId }),
      ...(input.publishClient !== undefined && { publish_client: input.publishClient }),
      ...(organizationIds !== undefined && { visible_to_all: organizationIds.length === 0 }),
      ...(url !== undefined && { url, has_changes: sql<boolean>`shelf_url is distinct from ${url}::text` }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  if (organizationIds === undefined) return
  await db.deleteFrom('subjects.subject_visibility').where('subject_id', '=', id).execute()
  await sql`
    insert into subjects.subject_visibility (subject_id, organization_id, company_id)
    select ${id}, unnest(${[...organizationIds]}::uuid[]), ${companyId}`.execute(db)
}

export async function createSubject(
  db: SubjectsDb,
  caller: Caller,
  input: FieldsInput & { readonly name: string; readonly subjectType: SubjectType },
  { now, language }: { readonly now: number; readonly language: Language },
) {
  await assertFields(db, caller, input, { coverFileId: null })
  const id = uuid()
  await db
    .insertInto('subjects.subject')
    .values({
      ...{ id, company_id: caller.companyId, organization_id: caller.organizationId, author_id: caller.memberId },
      ...{ name: input.name.trim(), subject_type: input.subjectType, created_at: now, updated_at: now },
    })
    .execute()
  await storeFields(db, caller.companyId, id, input, now)
  if (input.subjectType !== subjectTypes.external)
    await db
      .insertInto('subjects.stage')
      .values({
        ...{ subject_id: id, edition: 'draft', id: uuid(), company_id: caller.companyId },
        ...{ title: firstStageTitle[language], summary: '', sort: 0 },
      })
      .execute()
  return { id, revision: 0 }
}

export async function changeSubject(db: SubjectsDb, caller: Caller, id: string, input: ChangeInput, now: number) {
  const subject = await subjectLifecycle.lockForEdit(db, caller, id, input.revision)
  const { subjectType } = subject
  if (input.url !== undefined && subjectType !== subjectTypes.external) throw refuse(WRONG_TYPE, { subjectType })
  await assertFields(db, caller, input, subject)
  await storeFields(db, caller.companyId, id, input, now)
  await setCompletionAwards(db, { ...input, companyId: caller.companyId, ref: { businessType, businessId: id }, now })
  return { id, revision: await subjectLifecycle.bump(db, id, now) }
}
