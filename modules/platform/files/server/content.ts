/** Serves content: whole, a range, or "not modified"; never as a page of our origin. */

import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { MissingObject } from '#server/storage/store.ts'
import type { pictureWidths } from '../contract.ts'
import { readersOf } from './access-cookie.ts'
import type { FilesDb } from './db.ts'
import { contentDisposition } from './file-names.ts'
import { type FileRow, findFile, findFileAmong } from './files.ts'
import { assertItemStillOpen } from './granted-items.ts'
import { smallerPicture } from './picture-widths.ts'
import { mayRead } from './policy.ts'
import { parseRange } from './range.ts'
import { isShownTo } from './readers.ts'
import { findRendition } from './renditions.ts'
import { type GrantUse, grantHolds, guestRightsVersion, knownSigningKey, type SessionReader } from './signing.ts'

/** Types that browsers display. All other types are downloaded, because a browser might execute them. */
const inlineTypes = /^(image\/(jpeg|png|gif|bmp|webp)|video\/(mp4|webm)|audio\/(mpeg|mp4|wav|ogg|flac|aac))$/

/** A browser that opens the content directly runs no script and has no access to our origin. */
const sandbox = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

interface ContentQuery {
  readonly id: string
  readonly grant?: string
  readonly guest?: string
  readonly download?: '1'
  readonly rendition?: 'pdf' | 'poster'
  readonly width?: (typeof pictureWidths)[number]
}

/** The file for a guest without an account: only the file that the grant names. */
async function guestsFile(
  db: FilesDb,
  key: Buffer,
  ask: ContentQuery,
  companyId: string,
  now: number,
): Promise<FileRow> {
  const use = ask.rendition === 'pdf' ? 'guest-pdf' : 'guest'
  const claim = { fileId: ask.id, memberId: companyId, now }
  const isGranted =
    ask.grant !== undefined && grantHolds({ key, rightsVersion: guestRightsVersion }, ask.grant, claim, use)
  if (!isGranted || ask.rendition === 'poster') throw refuse(SIGN_IN_NEEDED)
  const file = await findFile(db, companyId, ask.id)
  if (!file) throw refuse(NOT_FOUND)
  return file
}

/** The file or its requested rendition, for a reader with access. */
async function readableFile(db: FilesDb, ask: ContentQuery, context: Context<Caller | undefined>): Promise<FileRow> {
  const key = await knownSigningKey(db, context.outside)
  if (ask.guest !== undefined) return guestsFile(db, key, ask, ask.guest, context.now)
  const readers = await readersOf(db, key, context)
  if (readers.length === 0) throw refuse(SIGN_IN_NEEDED)
  const companyIds = readers.map(({ companyId }) => companyId)
  const file = await findFileAmong(db, companyIds, ask.id)
  if (!file) throw refuse(NOT_FOUND)
  const uses: GrantUse[] = ask.rendition ? ['grant', ask.rendition] : ['grant']
  const { grant } = ask
  const holds =
    (wanted: readonly GrantUse[]) =>
    ({ memberId, rightsVersion }: SessionReader) => {
      const claim = { fileId: file.id, memberId, now: context.now }
      return grant !== undefined && wanted.some((use) => grantHolds({ key, rightsVersion }, grant, claim, use))
    }
  const isGranted = holds(uses)
  if (readers.some((reader) => mayRead(file, reader, false))) return file
  const granted = readers.find((reader) => mayRead(file, reader, isGranted(reader)))
  if (granted && grant !== undefined) {
    await assertItemStillOpen(db, granted, grant, context)
    return file
  }
  for (const reader of readers) if (await isShownTo(db, reader, file, context.now)) return file
  const nameless = ask.rendition ? undefined : readers.find(holds(['nameless']))
  if (!nameless || grant === undefined) throw refuse(NO_PERMISSION)
  await assertItemStillOpen(db, nameless, grant, context)
  return { ...file, name: `file${/\.[a-zA-Z0-9]{1,8}$/.exec(file.name)?.[0] ?? ''}` }
}

/** The source of the content: the file itself or a rendition. */
interface ContentSource {
  readonly key: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly name: string
  readonly etag: string
  readonly createdAt: number
}

const extensions: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/webp': 'webp' }

async function contentSourceOf(
  db: FilesDb,
  file: FileRow,
  ask: ContentQuery,
  outside: Outside,
): Promise<ContentSource> {
  const made = ask.rendition
    ? await findRendition(db, file.id, ask.rendition)
    : ask.width && (await smallerPicture(db, outside, file, Number(ask.width)))
  if (ask.rendition && !made) throw refuse(NOT_FOUND)
  if (!made) {
    const etag = file.sha256.toString('hex').slice(0, 32)
    const { id: key, content_type: contentType, size_bytes: sizeBytes, name, created_at: createdAt } = file
    return { key, contentType, sizeBytes, name, etag, createdAt }
  }
  const { object_key: key, content_type: contentType, size_bytes: sizeBytes, created_at: createdAt } = made
  const name = `${file.name.replace(/\.[^.]*$/, '')}.${extensions[contentType] ?? 'bin'}`
  return { key, contentType, sizeBytes, name, etag: key, createdAt }
}

function headersOf(file: FileRow, sent: ContentSource, ask: ContentQuery): Record<string, string> {
  const shown = inlineTypes.test(sent.contentType) && ask.download !== '1'
  return {
    'content-type': sent.contentType,
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', sent.name),
    'content-security-policy': sandbox,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${sent.etag}"`,
    'last-modified': new Date(sent.createdAt).toUTCString(),
    // Content never changes, but access does. So only files for the whole company are cached without revalidation, for
    // an hour.
    'cache-control': file.audience === 'company' ? 'private, max-age=3600' : 'private, no-cache',
    vary: 'Cookie, Authorization',
  }
}

export async function answerContent(
  db: FilesDb,
  ask: ContentQuery,
  context: Context<Caller | undefined>,
): Promise<StreamAnswer> {
  const file = await readableFile(db, ask, context)
  const content = await contentSourceOf(db, file, ask, context.outside)
  const headers = headersOf(file, content, ask)
  const { headers: asked } = context
  const ifNoneMatch = String(asked['if-none-match'] ?? '')
  if (ifNoneMatch === '*' || ifNoneMatch.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === headers.etag)) {
    return { status: 304, headers }
  }
  // If-Range must name exactly this content, or the client would join ranges of different contents.
  const ifRange = asked['if-range']
  const wanted = ifRange === undefined || ifRange === headers.etag || ifRange === headers['last-modified']
  const range = wanted ? parseRange(asked.range, content.sizeBytes) : undefined
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      body: Buffer.alloc(0),
      headers: { ...headers, 'content-range': `bytes */${content.sizeBytes}` },
    }
  }
  const body = await context.outside.storage.get(content.key, range).catch((error: unknown) => {
    throw error instanceof MissingObject ? refuse(NOT_FOUND) : error
  })
  if (!range) return { headers: { ...headers, 'content-length': String(content.sizeBytes) }, body }
  const { start, end } = range
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${content.sizeBytes}`,
      'content-length': String(end - start + 1),
    },
    body,
  }
}
