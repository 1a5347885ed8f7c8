/** Files that the server itself brings: demo data, and results of other modules. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { Content } from '#server/storage/store.ts'
import type { Audience, FileInfo, FileKindName } from '../contract.ts'
import { acceptFile } from './arrivals.ts'
import { receivedDirectory } from './directories.ts'
import { keepFile } from './file-rows.ts'
import { fileInfo } from './files.ts'
import { audienceOf } from './uploads.ts'

export interface FileWish {
  readonly companyId: string
  readonly ownerId: string
  readonly kind: FileKindName
  /** Company for pictures, otherwise link, unless said. */
  readonly audience?: Audience
  readonly name: string
  /** Bytes, or a file on this machine's disk, which stays there. */
  readonly content: Content
  /** Milliseconds since 1970. */
  readonly now: number
  /** A new one unless given, for data that is made the same each time. */
  readonly id?: string
}

/**
 * Stores a file, checked like an upload: it refuses with the same codes. It talks to the store, so it must not be called
 * in a transaction that others wait for.
 */
export async function storeFile(connection: Connection, outside: Outside, wish: FileWish): Promise<FileInfo> {
  const { companyId, ownerId, kind, name, content, now, id = uuid() } = wish
  const file = { id, companyId, ownerId, kind, audience: audienceOf(kind, wish.audience) }
  const row = await withPath(outside, content, (path) => acceptFile(outside, file, { path, name }, now))
  await keepFile(connection, outside, row)
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
