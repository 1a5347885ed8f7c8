/** Classes for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ClassInput, newClass } from '../contract.ts'
import { columnsOf } from './class-fields.ts'
import { classesTables } from './db.ts'

export interface BuiltClass extends Partial<ClassInput> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** On the shelf where it is left out. */
  readonly status?: ShelfStatus
  /** Members who have finished it. */
  readonly finishedBy?: readonly string[]
}

export async function buildClass(connection: Connection, input: BuiltClass): Promise<string> {
  const db = classesTables(connection)
  const { id = uuid(), author, now, status = 'on-shelf', finishedBy = [], ...written } = input
  const columns = columnsOf({ ...newClass, name: '新员工培训班', body: '第一步：阅读要求。', ...written })
  const isPublished = status !== 'draft'
  const { companyId } = author
  await db
    .insertInto('classes.class')
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
      .insertInto('classes.progress')
      .values(
        finishedBy.map((memberId) => ({
          ...{ class_id: id, member_id: memberId, company_id: companyId, opened_at: now, finished_at: now },
        })),
      )
      .execute()
  return id
}
