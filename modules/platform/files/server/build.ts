/** Builders for tests: a file's row without bytes, for tests of what is done with a file. */
import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Audience, FileInfo, FileKindName } from '../contract.ts'
import { insertFile } from './arrivals.ts'
import { type FileRow, fileInfo } from './files.ts'
import { audienceOf } from './uploads.ts'

export interface BuildFileWish {
  readonly companyId: string
  readonly ownerId: string
  readonly kind?: FileKindName
  readonly audience?: Audience
  readonly name?: string
  readonly contentType?: string
  readonly durationMs?: number
  readonly pages?: number
  readonly now?: number
}

export async function buildFile(connection: Connection, wish: BuildFileWish): Promise<FileInfo> {
  const kind = wish.kind ?? 'video'
  const row: FileRow = {
    id: uuid(),
    company_id: wish.companyId,
    owner_id: wish.ownerId,
    kind,
    audience: audienceOf(kind, wish.audience),
    name: wish.name ?? '第一讲.mp4',
    size_bytes: 1024,
    content_type: wish.contentType ?? 'video/mp4',
    sha256: randomBytes(32),
    store: 'disk',
    width: null,
    height: null,
    duration_ms: wish.durationMs ?? null,
    pages: wish.pages ?? null,
    created_at: wish.now ?? Date.now(),
  }
  await insertFile(connection, row)
  return fileInfo(row)
}
