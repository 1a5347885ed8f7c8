/** Stores files from the server itself: demo data, and results of other modules. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { Content } from '#server/storage/store.ts'
import type { Audience, FileInfo, FileKindName } from '../contract.ts'
import { acceptFile, insertFile } from './arrivals.ts'
import { receivedDirectory } from './directories.ts'
import { insertStoredFile } from './file-rows.ts'
import { fileInfo } from './files.ts'
import { audienceOf } from './uploads.ts'

export interface StoreFileInput {
  readonly companyId: string
  readonly ownerId: string
  readonly kind: FileKindName
  /** By default `company` for pictures and `link` for other files. */
  readonly audience?: Audience
  readonly name: string
  /** Bytes, or a file on this machine's disk, which is not removed. */
  readonly content: Content
  /** Milliseconds since 1970. */
  readonly now: number
  /** A new id by default; demo data needs fixed ids. */
  readonly id?: string
  /** To be loaded down alone: browsers show it to nobody, so it is not converted for them. */
  readonly isDownload?: boolean
}

/**
 * Stores a file with the checks and error codes of an upload. It accesses the store, so never call it in a transaction
 * that others wait for.
 */
export async function storeFile(connection: Connection, outside: Outside, input: StoreFileInput): Promise<FileInfo> {
  const { companyId, ownerId, kind, name, content, now, id = uuid(), isDownload = false } = input
  const file = { id, companyId, ownerId, kind, audience: audienceOf(kind, input.audience) }
  const row = await withPath(outside, content, (path) => acceptFile(outside, file, { path, name }, now))
  await (isDownload ? insertFile(connection, row) : insertStoredFile(connection, outside, row))
  return fileInfo(row)
}

async function withPath<T>(outside: Outside, content: Content, use: (path: string) => Promise<T>): Promise<T> {
  if (!Buffer.isBuffer(content)) return use(content.path)
  const directory = receivedDirectory(outside.config)
  await mkdir(directory, { recursive: true })
  const path = join(directory, randomUUID())
  try {
    await writeFile(path, content)
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}
