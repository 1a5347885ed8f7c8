/** Objects that other modules derive from files: stored beside them and deleted with them. */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { v7 as newId } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { ByteRange } from '#server/storage/store.ts'
import { filesTables } from './db.ts'
import { dropObjects, findRendition } from './renditions.ts'

/** Copies a file to this machine's disk. It accesses the store, so never call it in a transaction. */
export async function copyFileTo(outside: Outside, fileId: string, path: string, signal?: AbortSignal): Promise<void> {
  await pipeline(await outside.storage.get(fileId), createWriteStream(path), { ...(signal && { signal }) })
}

export interface DerivedObject {
  readonly companyId: string
  readonly fileId: string
  /** The name within the owning module; a later object of the same name replaces the earlier one. */
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly now: number
}

/** Stores the file at `path` and returns the object's key. Never call it in a transaction. */
export async function storeDerivedObject(outside: Outside, path: string): Promise<string> {
  const key = newId()
  await outside.storage.put(key, { path })
  return key
}

/** Records a stored object, in the transaction that publishes it. */
export async function recordDerivedObject(connection: Connection, key: string, piece: DerivedObject): Promise<void> {
  const db = filesTables(connection)
  const earlier = await findRendition(db, piece.fileId, piece.name)
  const values = {
    object_key: key,
    content_type: piece.contentType,
    size_bytes: piece.sizeBytes,
    created_at: piece.now,
  }
  await db
    .insertInto('files.rendition')
    .values({ file_id: piece.fileId, name: piece.name, company_id: piece.companyId, ...values })
    .onConflict((conflict) => conflict.columns(['file_id', 'name']).doUpdateSet(values))
    .execute()
  if (earlier && earlier.object_key !== key) await dropObjects(connection, [earlier.object_key])
}

/** A range of an object, by its key. */
export function readDerivedObject(outside: Outside, key: string, range: ByteRange): Promise<Readable> {
  return outside.storage.get(key, range)
}
