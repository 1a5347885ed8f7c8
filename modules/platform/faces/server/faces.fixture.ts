import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { facesTables } from './db.ts'

interface Owner {
  readonly id: string
  readonly companyId: string
}

/** The picture that a member keeps. */
export async function buildFace(connection: Connection, { id, companyId }: Owner, now: number): Promise<void> {
  await facesTables(connection)
    .insertInto('faces.reference')
    .values({ member_id: id, company_id: companyId, file_id: uuid(), consented_at: now })
    .execute()
}

/** What came of a comparison of a picture. */
export async function buildComparison(
  connection: Connection,
  { id, companyId }: Owner,
  compared: { readonly fileId: string; readonly outcome: 'same' | 'other' | 'unusable' | 'busy'; readonly at: number },
): Promise<void> {
  await facesTables(connection)
    .insertInto('faces.comparison')
    .values({
      ...{ id: uuid(), company_id: companyId, member_id: id },
      ...{ file_id: compared.fileId, outcome: compared.outcome, at: compared.at },
    })
    .execute()
}
