/** Arrived uploads: their type, the check against the field, their facts and their row. */
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { Content } from '#server/storage/store.ts'
import {
  extensionOf,
  FILE_NAME_REFUSED,
  FILE_UNREADABLE,
  type FileKindName,
  fileKinds,
  fileTypes,
  sizeBytesMax,
  slidesPagesMax,
  tooLargeCode,
} from '../contract.ts'
import { filesTables } from './db.ts'
import { cleanName, nameLength, nameWithExtension } from './file-names.ts'
import type { FileRow, NewFile } from './files.ts'
import { inspect } from './inspection-threads.ts'
import { measurePicture, redrawPicture } from './pictures.ts'

function allows(kind: FileKindName, extension: string): boolean {
  return (fileKinds[kind].extensions as readonly string[]).includes(extension)
}

function assertSize(kind: FileKindName, extension: string, sizeBytes: number): void {
  const max = sizeBytesMax(kind, extension)
  if (sizeBytes > max) throw refuse(tooLargeCode(kind, extension), { sizeBytes, sizeBytesMax: max })
}

/** Checks that need no content, before the upload. Returns the cleaned name. */
export function assertUploadAllowed(kind: FileKindName, givenName: string, sizeBytes: number): string {
  const lengthMax = fileKinds[kind].nameLengthMax
  const name = cleanName(givenName)
  if (name === '' || nameLength(name) > lengthMax) throw refuse(FILE_NAME_REFUSED, { lengthMax })
  const extension = extensionOf(name)
  if (!allows(kind, extension)) throw refuse(FILE_TYPE_UNSUPPORTED, { extensions: fileKinds[kind].extensions })
  if (sizeBytes === 0) throw refuse(FILE_UNREADABLE)
  assertSize(kind, extension, sizeBytes)
  return name
}

type Checked = Pick<
  FileRow,
  'name' | 'size_bytes' | 'content_type' | 'sha256' | 'width' | 'height' | 'duration_ms' | 'pages'
> & { readonly content: Content }

/** Checks the content against the field (SYSTEM-064, SYSTEM-074). `name` has passed `assertUploadAllowed`. */
async function checkContent(path: string, kind: FileKindName, name: string): Promise<Checked> {
  const { size } = await stat(path)
  const found = await inspect(path, name)
  const { extension } = found
  if (extension === undefined || !allows(kind, extension)) {
    throw refuse(FILE_TYPE_UNSUPPORTED, { extensions: fileKinds[kind].extensions })
  }
  assertSize(kind, extension, size)
  if (!found.readable) throw refuse(FILE_UNREADABLE)
  if (extension === 'pptx' && (found.pages ?? 0) > slidesPagesMax) {
    throw refuse(FILE_TOO_LARGE, { pages: found.pages, pagesMax: slidesPagesMax })
  }
  const checked = {
    name: nameWithExtension(name, extension),
    size_bytes: size,
    content_type: fileTypes[extension]?.contentType ?? 'application/octet-stream',
    sha256: Buffer.from(found.sha256),
    width: found.width,
    height: found.height,
    duration_ms: found.durationMs,
    pages: found.pages,
    content: { path },
  }
  if (extension === 'gif') return { ...checked, ...(await measurePicture(path)) }
  if (extension !== 'jpg' && extension !== 'png') return checked
  const { bytes, width, height } = await redrawPicture(path, extension)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { ...checked, width, height, sha256, size_bytes: bytes.length, content: bytes }
}

export interface Arrival {
  /** The path of the bytes on this machine; the file is not removed. */
  readonly path: string
  /** The name from the user. */
  readonly name: string
}

/** Refuses files that the field does not accept; stores the others and returns the row for `insertFile`. */
export async function acceptFile(outside: Outside, file: NewFile, arrival: Arrival, now: number): Promise<FileRow> {
  const { size } = await stat(arrival.path)
  const name = assertUploadAllowed(file.kind, arrival.name, size)
  const { content, ...facts } = await checkContent(arrival.path, file.kind, name)
  await outside.storage.put(file.id, content)
  return fileRow(outside, file, facts, now)
}

/** The row of a picture that the server made itself, so it needs no check. */
export async function storeOwnPicture(
  outside: Outside,
  file: NewFile,
  picture: { bytes: Buffer; name: string; width: number; height: number },
  now: number,
): Promise<FileRow> {
  const { bytes, name, width, height } = picture
  await outside.storage.put(file.id, bytes)
  const facts = {
    name,
    size_bytes: bytes.length,
    content_type: 'image/png',
    sha256: createHash('sha256').update(bytes).digest(),
    width,
    height,
    duration_ms: null,
    pages: null,
  }
  return fileRow(outside, file, facts, now)
}

function fileRow(outside: Outside, file: NewFile, facts: Omit<Checked, 'content'>, now: number): FileRow {
  return {
    id: file.id,
    company_id: file.companyId,
    owner_id: file.ownerId,
    kind: file.kind,
    audience: file.audience,
    ...facts,
    store: outside.storage.kind,
    created_at: now,
  }
}

/** A repeated call leaves the row unchanged. Returns whether the row is new. */
export async function insertFile(connection: Connection, row: FileRow): Promise<boolean> {
  const inserted = await filesTables(connection)
    .insertInto('files.file')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
