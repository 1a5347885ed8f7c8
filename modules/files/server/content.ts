/** Answers content: whole, a range, or nothing new; never as a page of our origin. */

import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { MissingObject } from '#server/storage/store.ts'
import type { FilesDb } from './db.ts'
import { type FileRow, findFile } from './files.ts'
import { contentDisposition } from './names.ts'
import { passOf } from './pass.ts'
import { mayRead } from './policy.ts'
import { parseRange } from './range.ts'
import { grantHolds, type Reader, readPass, signingKey } from './signing.ts'

/** Shown in place; everything else, and whatever a browser could run, is only ever downloaded. */
const inlineTypes = /^(image\/(jpeg|png|gif|bmp)|video\/(mp4|webm)|audio\/(mpeg|mp4|wav|ogg|flac|aac))$/

/** Whatever the bytes are, a browser that opens them runs nothing and knows nothing of our origin. */
const sandbox = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

interface Ask {
  readonly id: string
  readonly grant?: string
  readonly download?: '1'
}

/** The file, for one who may see it. */
async function readableFile(db: FilesDb, ask: Ask, context: Context<Caller | undefined>): Promise<FileRow> {
  const pass = passOf(context.headers)
  const key = await signingKey(db)
  const reader: Reader | undefined = context.caller ?? ((pass && readPass(key, pass, context.now)) || undefined)
  if (!reader) throw refuse(SIGN_IN_NEEDED)
  const file = await findFile(db, reader.companyId, ask.id)
  if (!file) throw refuse(NOT_FOUND)
  const claim = { fileId: file.id, memberId: reader.memberId, now: context.now }
  const granted = ask.grant !== undefined && grantHolds(key, ask.grant, claim)
  if (!mayRead(file, reader, granted)) throw refuse(NO_PERMISSION)
  return file
}

function headersOf(file: FileRow, ask: Ask): Record<string, string> {
  const shown = inlineTypes.test(file.content_type) && ask.download !== '1'
  return {
    'content-type': file.content_type,
    'content-disposition': contentDisposition(shown ? 'inline' : 'attachment', file.name),
    'content-security-policy': sandbox,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${file.sha256.toString('hex').slice(0, 32)}"`,
    'last-modified': new Date(file.created_at).toUTCString(),
    // Content never changes, but who may see it does; only what all of a company see is kept unasked, for an hour.
    'cache-control': file.audience === 'company' ? 'private, max-age=3600' : 'private, no-cache',
    vary: 'Cookie, Authorization',
  }
}

export async function answerContent(
  db: FilesDb,
  ask: Ask,
  context: Context<Caller | undefined>,
): Promise<StreamAnswer> {
  const file = await readableFile(db, ask, context)
  const headers = headersOf(file, ask)
  const { headers: sent } = context
  const ifNoneMatch = String(sent['if-none-match'] ?? '')
  if (ifNoneMatch === '*' || ifNoneMatch.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === headers.etag)) {
    return { status: 304, headers }
  }
  // A range of an older content would be stitched to a new one, so If-Range must name exactly what we have.
  const ifRange = sent['if-range']
  const wanted = ifRange === undefined || ifRange === headers.etag || ifRange === headers['last-modified']
  const range = wanted ? parseRange(sent.range, file.size_bytes) : undefined
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      body: Buffer.alloc(0),
      headers: { ...headers, 'content-range': `bytes */${file.size_bytes}` },
    }
  }
  const body = await context.outside.storage.get(file.id, range).catch((error: unknown) => {
    throw error instanceof MissingObject ? refuse(NOT_FOUND) : error
  })
  if (!range) return { headers: { ...headers, 'content-length': String(file.size_bytes) }, body }
  const { start, end } = range
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${file.size_bytes}`,
      'content-length': String(end - start + 1),
    },
    body,
  }
}
