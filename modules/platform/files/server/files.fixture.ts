/** Builders for tests: the row of a file without its bytes. */
import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Audience, FileInfo, FileKindName } from '../contract.ts'
import { insertFile } from './arrivals.ts'
import { type FileRow, fileInfo } from './files.ts'
import { audienceOf } from './uploads.ts'

export interface BuildFileInput {
  readonly companyId: string
  readonly ownerId: string
  readonly kind?: FileKindName
  readonly audience?: Audience
  readonly name?: string
  readonly contentType?: string
  readonly sizeBytes?: number
  readonly durationMs?: number
  readonly pages?: number
  readonly now?: number
}

export async function buildFile(connection: Connection, input: BuildFileInput): Promise<FileInfo> {
  const kind = input.kind ?? 'video'
  const row: FileRow = {
    id: uuid(),
    company_id: input.companyId,
    owner_id: input.ownerId,
    kind,
    audience: audienceOf(kind, input.audience),
    name: input.name ?? '第一讲.mp4',
    size_bytes: input.sizeBytes ?? 1024,
    content_type: input.contentType ?? 'video/mp4',
    sha256: randomBytes(32),
    store: 'disk',
    width: null,
    height: null,
    duration_ms: input.durationMs ?? null,
    pages: input.pages ?? null,
    created_at: input.now ?? Date.now(),
  }
  await insertFile(connection, row)
  return fileInfo(row)
}
