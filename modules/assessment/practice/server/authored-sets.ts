/** Practice sets as their authors make them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertManagesQuestions, bankDirectories, questionsAt } from '#modules/assessment/questions/server.ts'
import { getAuthored, listAuthored } from '#modules/content/catalog/server.ts'
import {
  assertMembersOfCompany,
  membersByIds,
  organizationNames,
  withOrganizationNames,
} from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { EditedSet, SetInput } from '../contract/sets.ts'
import type { practice } from '../contract.ts'
import type { PracticeDb } from './db.ts'
import { poolSql, sizeOf } from './pool.ts'
import { assertNotEmpty, setLifecycle } from './set-lifecycle.ts'

const authored = { lifecycle: setLifecycle }

export function listAuthoredSets(db: PracticeDb, caller: Caller, query: Input<typeof practice.authoredSets>['query']) {
  return listAuthored(db, authored, caller, query)
}

export const columnsOf = (input: SetInput) => ({
  name: input.name.trim(),
  summary: input.summary.trim(),
  organization_ids: [...input.organizationIds],
  member_ids: [...input.memberIds],
  rules: JSON.stringify(input.rules),
  question_ids: [...input.questionIds],
})

interface Named {
  readonly directoryIds: readonly string[]
  readonly questionIds: readonly string[]
}

const none: Named = { directoryIds: [], questionIds: [] }

/**
 * A practice shows keys, so nobody offers what they do not manage. What stands in the set already (`before`) may stay: a
 * question may have been moved or deleted since.
 */
async function assertMayOffer(db: PracticeDb, caller: Caller, input: SetInput, before: Named): Promise<void> {
  const [directories, questions] = [new Set(before.directoryIds), new Set(before.questionIds)]
  const directoryIds = input.rules.map((rule) => rule.directoryId).filter((id) => !directories.has(id))
  if (directoryIds.length > 0) await bankDirectories.getManaged(db, caller, directoryIds, { lock: false })
  const questionIds = input.questionIds.filter((id) => !questions.has(id))
  if (questionIds.length > 0) await assertManagesQuestions(db, caller, questionIds)
}

/** Refuses what names others than the company has. */
async function assertPossible(db: PracticeDb, caller: Caller, input: SetInput, before: Named): Promise<void> {
  const { companyId } = caller
  const organizations = await organizationNames(db, companyId, input.organizationIds)
  if (organizations.size !== input.organizationIds.length) throw refuse(NOT_FOUND)
  await assertMembersOfCompany(db, companyId, input.memberIds)
  await assertMayOffer(db, caller, input, before)
  await assertClean(db, companyId, { name: input.name, summary: input.summary })
}

export async function createSet(db: PracticeDb, caller: Caller, input: SetInput, now: number) {
  const { companyId, organizationId, memberId } = caller
  await assertPossible(db, caller, input, none)
  const id = uuid()
  const owner = { id, company_id: companyId, organization_id: organizationId, author_id: memberId, updated_at: now }
  await db
    .insertInto('practice.practice_set')
    .values({ ...owner, ...columnsOf(input) })
    .execute()
  return { id, revision: 0 }
}

export async function changeSet(
  db: PracticeDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof practice.changeSet>['body'],
  now: number,
) {
  const { rules, questionIds, status } = await setLifecycle.lockForEdit(db, caller, id, revision)
  await assertPossible(db, caller, input, { directoryIds: rules.map((rule) => rule.directoryId), questionIds })
  if (status === 'on-shelf') await assertNotEmpty(db, caller.companyId, input)
  await db.updateTable('practice.practice_set').set(columnsOf(input)).where('id', '=', id).execute()
  return { id, revision: await setLifecycle.bump(db, id, now) }
}

export async function editedSet(db: PracticeDb, caller: Caller, id: string): Promise<EditedSet> {
  const { companyId } = caller
  const { item } = await getAuthored(db, authored, caller, id)
  const { rows } = await sql<SetInput>`
    select name, summary, organization_ids as "organizationIds", member_ids as "memberIds", rules,
      question_ids as "questionIds" from practice.practice_set where id = ${id}`.execute(db)
  const input = rows[0] as SetInput
  const members = await membersByIds(db, companyId, input.memberIds)
  const known = await questionsAt(
    db,
    companyId,
    input.questionIds.map((questionId) => ({ questionId })),
  )
  const questions = input.questionIds.flatMap((questionId) => {
    const question = known.get(questionId)
    return question
      ? [{ id: questionId, excerpt: question.excerpt, kind: question.kind, isActive: question.status === 'active' }]
      : []
  })
  return {
    ...{ ...item, ...input, questions },
    members: [...members.values()].map((one) => ({ id: one.id, fullName: one.fullName })),
    questionCount: await sizeOf(db, poolSql(companyId, input)),
  }
}

/** What the audit log keeps of a set: names instead of ids. */
async function factsOf(db: PracticeDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts & { readonly organizationIds: readonly string[] }>`
    select id, name, summary, status, organization_ids as "organizationIds", deleted_at as "deletedAt",
      cardinality(member_ids) as "listedMembers", cardinality(question_ids) as "chosenQuestions",
      jsonb_array_length(rules) as "ruleCount"
    from practice.practice_set where id = any(${[...ids]}::uuid[]) and company_id = ${companyId}`.execute(db)
  return withOrganizationNames(db, companyId, rows)
}

export const auditedSets = audited<PracticeDb, 'practice-set'>({ 'practice-set': factsOf })
