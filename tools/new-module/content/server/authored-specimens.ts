/** Specimens as their authors write them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { getAuthored } from '#modules/content/catalog/server.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { EditedSpecimen, SpecimenInput, specimens } from '../contract.ts'
import type { SpecimensDb } from './db.ts'
import { columnsOf, sharedSql } from './specimen-fields.ts'
import { specimenLifecycle } from './specimen-lifecycle.ts'

/** What the list says of a specimen besides what it says of all content stands here as `details`. */
export const authoredSpecimens = { lifecycle: specimenLifecycle }

async function assertWritable(db: SpecimensDb, companyId: string, input: SpecimenInput): Promise<void> {
  const known = await organizationNames(db, companyId, input.organizationIds)
  if (known.size !== input.organizationIds.length) throw refuse(NOT_FOUND)
  await assertClean(db, companyId, { name: input.name, summary: input.summary, body: input.body })
}

export async function createSpecimen(db: SpecimensDb, caller: Caller, input: SpecimenInput, now: number) {
  const { companyId, organizationId, memberId } = caller
  await assertWritable(db, companyId, input)
  const id = uuid()
  await db
    .insertInto('specimens.specimen')
    .values({
      ...{ id, company_id: companyId, organization_id: organizationId, author_id: memberId, updated_at: now },
      ...columnsOf(input),
    })
    .execute()
  return { id, revision: 0 }
}

export async function changeSpecimen(
  db: SpecimensDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof specimens.changeSpecimen>['body'],
  now: number,
) {
  await specimenLifecycle.lockForEdit(db, caller, id, revision)
  await assertWritable(db, caller.companyId, input)
  await db.updateTable('specimens.specimen').set(columnsOf(input)).where('id', '=', id).execute()
  return { id, revision: await specimenLifecycle.bump(db, id, now) }
}

export async function editedSpecimen(db: SpecimensDb, caller: Caller, id: string): Promise<EditedSpecimen> {
  const { item } = await getAuthored(db, authoredSpecimens, caller, id)
  const { rows } = await sql<SpecimenInput>`
    select ${sharedSql}, s.body, s.organization_ids as "organizationIds" from specimens.specimen s
    where s.id = ${id}`.execute(db)
  return { ...item, ...(rows[0] as SpecimenInput) }
}

/** What the audit log keeps of a specimen: names instead of ids. */
async function factsOf(db: SpecimensDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const found = await db
    .selectFrom('specimens.specimen')
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

export const auditedSpecimens = audited<SpecimensDb, 'specimen'>({ specimen: factsOf })
