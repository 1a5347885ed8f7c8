/** Exams as their authors write them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, getAuthored, listAuthored, plainText } from '#modules/content/catalog/server.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import {
  assertMembersOfCompany,
  membersByIds,
  organizationNames,
  withOrganizationNames,
} from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { EditedExam, ExamInput } from '../contract/authoring.ts'
import { ADDRESS_RANGE_INVALID } from '../contract/codes.ts'
import type { PublishingState } from '../contract/states.ts'
import type { exams } from '../contract.ts'
import { isAddressRange } from './address-ranges.ts'
import type { ExamsDb } from './db.ts'
import { columnsOf, sharedSql, stateSql } from './exam-fields.ts'
import { examLifecycle, missingOf } from './exam-lifecycle.ts'

interface StateRow {
  readonly state_now: PublishingState
  readonly start_at: number | null
  readonly end_at: number | null
}

const authoredAt = (now: number) => ({
  lifecycle: examLifecycle,
  details: {
    columns: sql`c.start_at, c.end_at, ${stateSql(now, 'c')} as state_now`,
    of: ({ state_now: state, start_at: startAt, end_at: endAt }: StateRow) => ({ state, startAt, endAt }),
  },
})

export function listAuthoredExams(
  db: ExamsDb,
  caller: Caller,
  query: Input<typeof exams.authoredExams>['query'],
  now: number,
) {
  return listAuthored(db, authoredAt(now), caller, query)
}

/** The input as it is stored; refuses what names others than the company has. `coverFileId`: the cover so far. */
async function prepared(db: ExamsDb, caller: Caller, input: ExamInput, coverFileId: string | null): Promise<ExamInput> {
  const { companyId } = caller
  const organizations = await organizationNames(db, companyId, input.organizationIds)
  if (organizations.size !== input.organizationIds.length) throw refuse(NOT_FOUND)
  await assertMembersOfCompany(db, companyId, [...input.memberIds, ...input.graderIds, ...input.invigilatorIds])
  const isNewCover = input.coverFileId !== null && input.coverFileId !== coverFileId
  if (isNewCover && !(await ownsFile(db, caller, input.coverFileId ?? ''))) throw refuse(NOT_FOUND)
  const range = input.rules.addressRanges.find((one) => !isAddressRange(one))
  if (range !== undefined) throw refuse(ADDRESS_RANGE_INVALID, { range })
  const instructions = cleanRichText(input.rules.instructions)
  await assertClean(db, companyId, {
    ...{ name: input.name, summary: input.summary, 'rules.instructions': plainText(instructions) },
  })
  return { ...input, rules: { ...input.rules, instructions } }
}

export async function createExam(db: ExamsDb, caller: Caller, input: ExamInput, now: number) {
  const { companyId, organizationId, memberId } = caller
  const stored = await prepared(db, caller, input, null)
  const id = uuid()
  await db
    .insertInto('exams.exam')
    .values({
      ...{ id, company_id: companyId, organization_id: organizationId, author_id: memberId, updated_at: now },
      ...{ ...columnsOf(stored), password_key: randomUUID() },
    })
    .execute()
  return { id, revision: 0 }
}

export async function changeExam(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof exams.changeExam>['body'],
  now: number,
) {
  const { coverFileId } = await examLifecycle.lockForEdit(db, caller, id, revision)
  const columns = columnsOf(await prepared(db, caller, input, coverFileId))
  await db.updateTable('exams.exam').set(columns).where('id', '=', id).execute()
  return { id, revision: await examLifecycle.bump(db, id, now) }
}

export async function editedExam(db: ExamsDb, caller: Caller, id: string, now: number): Promise<EditedExam> {
  const { item } = await getAuthored(db, authoredAt(now), caller, id)
  const { rows } = await sql<ExamInput>`
    select ${sharedSql}, s.organization_ids as "organizationIds", s.member_ids as "memberIds",
      s.grader_ids as "graderIds", s.invigilator_ids as "invigilatorIds", s.rules
    from exams.exam s where s.id = ${id}`.execute(db)
  const input = rows[0] as ExamInput
  const named = [...input.memberIds, ...input.graderIds, ...input.invigilatorIds]
  const known = await membersByIds(db, caller.companyId, named)
  const members = [...known.values()].map((one) => ({ id: one.id, fullName: one.fullName }))
  const missing = await missingOf(db, { companyId: caller.companyId, rules: input.rules })
  return { ...item, ...input, members, missing }
}

/** What the audit log keeps of an exam: names instead of ids, and no password. */
async function factsOf(db: ExamsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts & { readonly organizationIds: readonly string[] }>`
    select id, name, summary, status, approval, organization_ids as "organizationIds", deleted_at as "deletedAt",
      cardinality(member_ids) as "listedMembers", (rules - 'password')::text as rules
    from exams.exam where id = any(${[...ids]}::uuid[]) and company_id = ${companyId}`.execute(db)
  return withOrganizationNames(db, companyId, rows)
}

export const auditedExams = audited<ExamsDb, 'exam'>({ exam: factsOf })
