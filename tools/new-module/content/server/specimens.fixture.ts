/** Specimens for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Connection } from '#server/db/connection.ts'
import { newSpecimen, type SpecimenInput } from '../contract.ts'
import { specimensTables } from './db.ts'
import { columnsOf } from './specimen-fields.ts'

export interface BuiltSpecimen extends Partial<SpecimenInput> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** On the shelf where it is left out. */
  readonly status?: ShelfStatus
  /** Members who have finished it. */
  readonly finishedBy?: readonly string[]
}

export async function buildSpecimen(connection: Connection, input: BuiltSpecimen): Promise<string> {
  const db = specimensTables(connection)
  const { id = uuid(), author, now, status = 'on-shelf', finishedBy = [], ...written } = input
  const columns = columnsOf({ ...newSpecimen, name: '新员工样品', body: '第一步：阅读要求。', ...written })
  const isPublished = status !== 'draft'
  const { companyId } = author
  await db
    .insertInto('specimens.specimen')
    .values({
      ...{ id, company_id: companyId, organization_id: author.organizationId, author_id: author.id },
      ...{ ...columns, status, published_body: isPublished ? columns.body : null },
      version_number: isPublished ? 1 : 0,
      updated_at: now,
      published_at: isPublished ? now : null,
      off_shelf_at: status === 'off-shelf' ? now : null,
    })
    .execute()
  if (finishedBy.length > 0)
    await db
      .insertInto('specimens.progress')
      .values(
        finishedBy.map((memberId) => ({
          ...{ specimen_id: id, member_id: memberId, company_id: companyId, opened_at: now, finished_at: now },
        })),
      )
      .execute()
  return id
}
