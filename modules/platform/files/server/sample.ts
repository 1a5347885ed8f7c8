/** One row in every table of files, because the test of hostile input checks that no other company reaches it. */
import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildFile } from './files.fixture.ts'
import type { DB } from './tables.ts'

const dayMs = 86_400_000

export async function buildSample(
  connection: Connection,
  { companyId, chief, marker, now }: SampleCompany,
): Promise<void> {
  const input = { companyId, ownerId: chief.id, now }
  const video = await buildFile(connection, { ...input, kind: 'video', name: `${marker}.mp4`, durationMs: 600_000 })
  const db = withTables<DB>(connection)
  const ofVideo = { file_id: video.id, company_id: companyId }
  await db
    .insertInto('files.conversion')
    .values({ ...ofVideo, kind: 'stream', translate_type: 2, failure: 'program', requested_at: now })
    .execute()
  await db
    .insertInto('files.rendition')
    .values({
      ...ofVideo,
      name: 's360',
      object_key: `${uuid()}-s360`,
      content_type: 'video/mp2t',
      size_bytes: 16,
      width: 640,
      height: 360,
      segments: JSON.stringify([[0, 16, 4000]]),
      created_at: now,
    })
    .execute()
  await db
    .insertInto('files.stream_key')
    .values({ ...ofVideo, key: randomBytes(16), created_at: now })
    .execute()
  await db
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
