/** What other modules make of files: kept in the store beside them, and gone with them. */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { v7 as newId } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { ByteRange } from '#server/storage/store.ts'
import { filesTables } from './db.ts'
import { dropObjects, findRendition } from './renditions.ts'

/** Brings the bytes of a file to this machine's disk. It talks to the store: never in a transaction. */
export async function copyFileTo(outside: Outside, fileId: string, path: string, signal?: AbortSignal): Promise<void> {
  await pipeline(await outside.storage.get(fileId), createWriteStream(path), { ...(signal && { signal }) })
}

export interface Piece {
  readonly companyId: string
  readonly fileId: string
  /** What it is to the module that made it; a later piece of the name replaces the earlier one. */
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly now: number
}

/** Puts what lies at `path` into the store, and answers the key to keep it by. Never in a transaction. */
export async function storePiece(outside: Outside, path: string): Promise<string> {
  const key = newId()
  await outside.storage.put(key, { path })
  return key
}

/** Says what the stored bytes are: in the transaction that makes them known. */
export async function keepPiece(connection: Connection, key: string, piece: Piece): Promise<void> {
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

/** A part of a piece, by its key. */
export function readPiece(outside: Outside, key: string, range: ByteRange): Promise<Readable> {
  return outside.storage.get(key, range)
}
