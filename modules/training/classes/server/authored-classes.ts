/** Classes as their authors write them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { getAuthored } from '#modules/content/catalog/server.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { ClassInput, classes, EditedClass } from '../contract.ts'
import { columnsOf, sharedSql } from './class-fields.ts'
import { classLifecycle } from './class-lifecycle.ts'
import type { ClassesDb } from './db.ts'

/** What the list says of a class besides what it says of all content stands here as `details`. */
export const authoredClasses = { lifecycle: classLifecycle }

async function assertWritable(db: ClassesDb, companyId: string, input: ClassInput): Promise<void> {
  const known = await organizationNames(db, companyId, input.organizationIds)
  if (known.size !== input.organizationIds.length) throw refuse(NOT_FOUND)
  await assertClean(db, companyId, { name: input.name, summary: input.summary, body: input.body })
}

export async function createClass(db: ClassesDb, caller: Caller, input: ClassInput, now: number) {
  const { companyId, organizationId, memberId } = caller
  await assertWritable(db, companyId, input)
  const id = uuid()
  await db
    .insertInto('classes.class')
    .values({
      ...{ id, company_id: companyId, organization_id: organizationId, author_id: memberId, updated_at: now },
      ...columnsOf(input),
    })
    .execute()
  return { id, revision: 0 }
}

export async function changeClass(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof classes.changeClass>['body'],
  now: number,
) {
  await classLifecycle.lockForEdit(db, caller, id, revision)
  await assertWritable(db, caller.companyId, input)
  await db.updateTable('classes.class').set(columnsOf(input)).where('id', '=', id).execute()
  return { id, revision: await classLifecycle.bump(db, id, now) }
}

export async function editedClass(db: ClassesDb, caller: Caller, id: string): Promise<EditedClass> {
  const { item } = await getAuthored(db, authoredClasses, caller, id)
  const { rows } = await sql<ClassInput>`
    select ${sharedSql}, s.body, s.organization_ids as "organizationIds" from classes.class s
    where s.id = ${id}`.execute(db)
  return { ...item, ...(rows[0] as ClassInput) }
}

/** What the audit log keeps of a class: names instead of ids. */
async function factsOf(db: ClassesDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const found = await db
    .selectFrom('classes.class')
    .select(['id', 'name', 'summary', 'body', 'status', 'approval', 'organization_ids', 'deleted_at'])
    .where('id', 'in', ids)
    .where('company_id', '=', companyId)
    .execute()
  const names = await organizationNames(
    db,
    companyId,
    found.flatMap((row) => row.organization_ids),
  )
  return found.map(({ organization_ids: organizationIds, deleted_at: deletedAt, ...facts }) => ({
    ...facts,
    deletedAt,
    organizations: organizationIds.flatMap((one) => names.get(one) ?? []).join('、'),
  }))
}

export const auditedClasses = audited<ClassesDb, 'class'>({ class: factsOf })
