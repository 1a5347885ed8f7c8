/** Addresses of streams, videos, posters and PDFs, for modules that show files to members. */
import type { Connection } from '#server/db/connection.ts'
import type { FileState, Playback, StreamSource } from '../contract/media.ts'
import { streamPath } from '../contract/media.ts'
import { fileState } from './conversions.ts'
import { type FilesDb, filesTables } from './db.ts'
import { getFile } from './files.ts'
import { findRendition } from './renditions.ts'
import { createGrant, guestRightsVersion, type ItemRef, type Signer, signerFor, signingKey } from './signing.ts'

export interface PlaybackInput {
  readonly companyId: string
  readonly fileId: string
  readonly memberId: string
  /**
   * Plays the encrypted stream only: the file's own address is withheld during and after a failed conversion. Without
   * ffmpeg there is no stream, so the file itself is played.
   */
  readonly protected: boolean
  readonly seconds: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** What the file is shown for, where the member may lose it meanwhile. */
  readonly item?: ItemRef | undefined
}

interface Grantee {
  readonly fileId: string
  readonly memberId: string
  readonly expiresAt: number
  readonly item?: string
}

export const itemText = (item: ItemRef | undefined): string => (item ? `${item.kind}.${item.id}` : '')

/** The address of a file or rendition for one member. */
export function grantedAddress(signer: Signer, grantee: Grantee, use: 'grant' | 'nameless' | 'poster' | 'pdf'): string {
  const rendition = use === 'grant' || use === 'nameless' ? '' : `rendition=${use}&`
  return `/api/v1/human/file/${grantee.fileId}?${rendition}grant=${createGrant(signer, grantee, use)}`
}

export function streamSource(signer: Signer, grantee: Grantee): StreamSource {
  const { fileId } = grantee
  return { fileId, grant: createGrant(signer, grantee, 'stream'), url: `/api/v1${streamPath}/${fileId}/index.m3u8` }
}

export function hasStream(state: FileState): boolean {
  return state.qualities.length > 0
}

/**
 * The playback of a video for a member with permission from the owning module: by stream if there is one, else by ranges of the
 * file. Refuses with 900005 if the company has no such file.
 */
export async function playbackOf(connection: Connection, ask: PlaybackInput): Promise<Playback> {
  const db = filesTables(connection)
  const { companyId, fileId, memberId, seconds, now } = ask
  const state = await fileState(db, companyId, fileId)
  const signer = await signerFor(db, memberId)
  const expiresAt = now + seconds * 1000
  const grantee = { fileId, memberId, expiresAt, item: itemText(ask.item) }
  const isStream = hasStream(state)
  const showsFile = !isStream && !(ask.protected && state.translateType !== null)
  return {
    url: showsFile ? grantedAddress(signer, grantee, 'grant') : null,
    stream: isStream ? streamSource(signer, grantee) : null,
    posterUrl: state.hasPoster ? grantedAddress(signer, grantee, 'poster') : null,
    translateType: state.translateType,
    progressPermille: state.progressPermille,
    expiresAt,
  }
}

/**
 * The PDF of an office file for one member, without the file itself; undefined if there is none yet. A PDF file is its
 * own rendition. Refuses with 900005 if the company has no such file.
 */
export async function officePdfOf(
  connection: Connection,
  ask: Omit<PlaybackInput, 'protected'>,
): Promise<{ readonly url: string; readonly expiresAt: number } | undefined> {
  const db = filesTables(connection)
  const { companyId, fileId, memberId, seconds, now } = ask
  const use = await pdfUse(db, companyId, fileId)
  if (use === undefined) return undefined
  const expiresAt = now + seconds * 1000
  const grantee = { fileId, memberId, expiresAt, item: itemText(ask.item) }
  return { url: grantedAddress(await signerFor(db, memberId), grantee, use), expiresAt }
}

/**
 * Like `officePdfOf`, for a guest without an account. Anybody with the address can read the file, so keep it
 * short-lived and give it to that guest only.
 */
export async function guestPdfOf(
  connection: Connection,
  ask: Omit<PlaybackInput, 'protected' | 'memberId' | 'item'>,
): Promise<{ readonly url: string; readonly expiresAt: number } | undefined> {
  const db = filesTables(connection)
  const { companyId, fileId, seconds, now } = ask
  const made = await pdfUse(db, companyId, fileId)
  if (made === undefined) return undefined
  const expiresAt = now + seconds * 1000
  const use = made === 'pdf' ? 'guest-pdf' : 'guest'
  const signer = { key: await signingKey(db), rightsVersion: guestRightsVersion }
  const grant = createGrant(signer, { fileId, memberId: companyId, expiresAt }, use)
  const rendition = made === 'pdf' ? 'rendition=pdf&' : ''
  return { url: `/api/v1/human/file/${fileId}?${rendition}guest=${companyId}&grant=${grant}`, expiresAt }
}

async function pdfUse(db: FilesDb, companyId: string, fileId: string): Promise<'grant' | 'pdf' | undefined> {
  const file = await getFile(db, companyId, fileId)
  if (file.content_type === 'application/pdf') return 'grant'
  return (await findRendition(db, fileId, 'pdf')) && 'pdf'
}
