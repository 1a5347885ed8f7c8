/** Signed addresses from which a browser may load a file. */
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { FileState, Preview } from '../contract.ts'
import { fileState } from './conversions.ts'
import { type FilesDb, filesTables } from './db.ts'
import { type FileRow, filePath, filesByIds, getFile } from './files.ts'
import { grantedAddress, hasStream, itemText, streamSource } from './playback.ts'
import { mayConvert, mayRead } from './policy.ts'
import { isConvertible } from './request-conversion.ts'
import { type ItemRef, type Reader, signerFor } from './signing.ts'

/** The lifetime of a preview's addresses. */
const previewMs = 4 * 3_600_000

export interface AccessGrant {
  readonly companyId: string
  readonly fileId: string
  readonly memberId: string
  readonly seconds: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** The member may read what is in the file, but not what its owner called it. */
  readonly isNameless?: boolean
  /** What the file is granted for, where the member may lose it meanwhile. */
  readonly item?: ItemRef | undefined
}

async function signedAddress(
  db: FilesDb,
  fileId: string,
  memberId: string,
  expiresAt: number,
  { use = 'grant', item }: { use?: 'grant' | 'nameless'; item?: ItemRef | undefined } = {},
): Promise<string> {
  return grantedAddress(await signerFor(db, memberId), { fileId, memberId, expiresAt, item: itemText(item) }, use)
}

/**
 * Grants one member temporary access to a file and returns its site-relative address. The module that owns the file
 * checks the permission first. Refuses with 900005 if the company has no such file.
 */
export async function grantAccess(connection: Connection, grant: AccessGrant): Promise<string> {
  const db = filesTables(connection)
  const { companyId, fileId, memberId, seconds, now } = grant
  const found = await db
    .selectFrom('files.file')
    .select('id')
    .where('id', '=', fileId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  return signedAddress(db, fileId, memberId, now + seconds * 1000, {
    use: grant.isNameless ? 'nameless' : 'grant',
    item: grant.item,
  })
}

export interface GrantedFile {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  readonly contentType: string
  /** Signed address; null where the file is gone. */
  readonly url: string | null
}

/** The same for several files of a thing that the member may read, in their order. */
export async function grantFiles(
  connection: Connection,
  { companyId, memberId, seconds, now }: Omit<AccessGrant, 'fileId' | 'isNameless' | 'item'>,
  ids: readonly string[],
): Promise<GrantedFile[]> {
  if (ids.length === 0) return []
  const known = await filesByIds(connection, companyId, ids)
  const signer = await signerFor(connection, memberId)
  const expiresAt = now + seconds * 1000
  return ids.map((id) => {
    const file = known.get(id)
    const url = file ? grantedAddress(signer, { fileId: id, memberId, expiresAt }, 'grant') : null
    return { id, name: file?.name ?? '', sizeBytes: file?.sizeBytes ?? 0, contentType: file?.contentType ?? '', url }
  })
}

async function readable(db: FilesDb, reader: Reader, id: string): Promise<FileRow> {
  const file = await getFile(db, reader.companyId, id)
  // Only the owning module grants previews of files with audience `link` (SYSTEM-088).
  if (!mayRead(file, reader, false)) throw refuse(NO_PERMISSION)
  return file
}

/** Whether the caller may restart a failed conversion, or start one whose program was installed later. */
async function mayRetry(file: FileRow, state: FileState, reader: Reader, config: Config): Promise<boolean> {
  const isOpen = state.translateType === 2 || state.translateType === null
  return isOpen && mayConvert(file, reader) && (await isConvertible(config, file.content_type))
}

interface PreviewContext {
  readonly now: number
  readonly outside: Outside
  readonly item?: ItemRef
}

export async function previewOf(db: FilesDb, reader: Reader, id: string, context: PreviewContext): Promise<Preview> {
  return shownPreview(db, reader, await readable(db, reader, id), context)
}

/**
 * The preview of a file for a reader whose right the module that owns the file has checked. Refuses with 900005 if the company has
 * no such file.
 */
export async function grantPreview(
  connection: Connection,
  reader: Reader,
  id: string,
  context: PreviewContext,
): Promise<Preview> {
  const db = filesTables(connection)
  return shownPreview(db, reader, await getFile(db, reader.companyId, id), context)
}

async function shownPreview(
  db: FilesDb,
  reader: Reader,
  file: FileRow,
  { now, outside, item }: PreviewContext,
): Promise<Preview> {
  const { id } = file
  const state = await fileState(db, reader.companyId, id)
  const signer = await signerFor(db, reader.memberId)
  const grantee = { fileId: id, memberId: reader.memberId, expiresAt: now + previewMs, item: itemText(item) }
  const isCloud = file.store === 's3'
  return {
    url: grantedAddress(signer, grantee, 'grant'),
    path: filePath(id),
    source: isCloud ? 'cloud' : 'local',
    configId: null,
    isAuth: file.audience !== 'company',
    isCloud,
    name: file.name,
    sizeBytes: file.size_bytes,
    contentType: file.content_type,
    translateType: state.translateType,
    progressPermille: state.progressPermille,
    failure: state.failure,
    pdfUrl: state.hasPdf ? grantedAddress(signer, grantee, 'pdf') : null,
    posterUrl: state.hasPoster ? grantedAddress(signer, grantee, 'poster') : null,
    stream: hasStream(state) ? streamSource(signer, grantee) : null,
    mayRetry: await mayRetry(file, state, reader, outside.config),
  }
}

export async function downloadAddress(db: FilesDb, reader: Reader, id: string, now: number) {
  const file = await readable(db, reader, id)
  return { url: `${await signedAddress(db, id, reader.memberId, now + previewMs)}&download=1`, name: file.name }
}
