/** A row of a company in every table of files: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import { buildFile } from './build.ts'
import type { DB } from './tables.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly marker: string
  readonly now: number
}

const dayMs = 86_400_000

export async function buildSample(connection: Connection, { companyId, chief, marker, now }: Sample): Promise<void> {
  const wish = { companyId, ownerId: chief.id, now }
  await buildFile(connection, { ...wish, kind: 'video', name: `${marker}.mp4`, durationMs: 600_000 })
  await withTables<DB>(connection)
    .insertInto('files.upload')
    .values({
      id: uuid(),
      company_id: companyId,
      owner_id: chief.id,
      kind: 'video',
      audience: 'link',
      name: `${marker}.mp4`,
      size_bytes: 1024,
      created_at: now,
      expires_at: now + dayMs,
    })
    .execute()
}
