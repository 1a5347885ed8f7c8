/** Practice sets for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { ShelfStatus } from '#kit/authored-content.ts'
import type { Connection } from '#server/db/connection.ts'
import { newSet, type SetInput } from '../contract/sets.ts'
import { columnsOf } from './authored-sets.ts'
import { practiceTables } from './db.ts'

export interface BuiltSet extends Partial<SetInput> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** On the shelf where it is left out. */
  readonly status?: ShelfStatus
}

export async function buildSet(connection: Connection, input: BuiltSet): Promise<string> {
  const { id = uuid(), author, now, status = 'on-shelf', ...written } = input
  await practiceTables(connection)
    .insertInto('practice.practice_set')
    .values({
      ...{ id, company_id: author.companyId, organization_id: author.organizationId, author_id: author.id, status },
      ...columnsOf({ ...newSet, name: '安全练习', ...written }),
      ...{ updated_at: now, published_at: status === 'draft' ? null : now },
    })
    .execute()
  return id
}
