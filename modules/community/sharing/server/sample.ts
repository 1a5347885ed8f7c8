/** One row of a company in every table of sharing, which calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { sharingTables } from './db.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, { companyId, chief, marker, now }: Sample): Promise<void> {
  const db = sharingTables(connection)
  await db
    .insertInto('sharing.short_link')
    .values({
      code: uuid().slice(-8),
      company_id: companyId,
      path: `/#/${marker}`,
      path_sha256: Buffer.from(marker),
      created_by: chief.id,
      created_at: now,
      expires_at: now + 1e9,
    })
    .execute()
  await db
    .insertInto('sharing.share_action')
    .values({
      id: uuid(),
      company_id: companyId,
      member_id: chief.id,
      business_id: uuid(),
      action_type: 2,
      channel: marker,
      created_at: now,
    })
    .execute()
}
