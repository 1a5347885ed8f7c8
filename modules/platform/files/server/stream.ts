/**
 * Playlists, segments and keys of streams. Each requires an m3u8 token, which is short-lived and bound to file and
 * member (SYSTEM-087). Playlists are generated for each token from the rows of the stream.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { MissingObject } from '#server/storage/store.ts'
import { readersOf } from './access-cookie.ts'
import type { FilesDb } from './db.ts'
import { type FileRow, getFile } from './files.ts'
import { assertItemOpen, assertItemStillOpen, itemIn } from './granted-items.ts'
import { mayRead } from './policy.ts'
import { qualitiesOf, type Segment } from './renditions.ts'
import { createGrant, grantHolds, knownSigningKey, type Reader, signerFor } from './signing.ts'

type StreamContext = Context<Caller | undefined>

const tokenMs = 10 * 60_000
/** A player that can't change its token gets one for the whole video plus this time for pauses. */
const pausesMs = 3_600_000

export interface TokenQuery {
  readonly id: string
  readonly grant?: string
  readonly player?: 'native'
}

/** A token for a reader with access to the file or a grant of the owning module. */
export async function m3u8Token(db: FilesDb, reader: Reader, { id, grant, player }: TokenQuery, now: number) {
  const file = await getFile(db, reader.companyId, id)
  const signer = await signerFor(db, reader.memberId)
  const claim = { fileId: id, memberId: reader.memberId, now }
  const granted =
    grant !== undefined && (grantHolds(signer, grant, claim, 'stream') || grantHolds(signer, grant, claim))
  if (!mayRead(file, reader, granted)) throw refuse(NO_PERMISSION)
  const item = granted ? itemIn(grant) : ''
  if (granted) await assertItemOpen(db, reader, grant, now)
  const lifeMs = player === 'native' ? (file.duration_ms ?? 0) * 2 + pausesMs : tokenMs
  const expiresAt = now + lifeMs
  return { token: createGrant(signer, { fileId: id, memberId: reader.memberId, expiresAt, item }, 'media'), expiresAt }
}

interface StreamQuery {
  readonly id: string
  readonly token?: string
}

/** The file for a valid token. */
async function watchedFile(db: FilesDb, { id, token }: StreamQuery, context: StreamContext): Promise<FileRow> {
  const key = await knownSigningKey(db, context.outside)
  const readers = await readersOf(db, key, context)
  if (readers.length === 0) throw refuse(SIGN_IN_NEEDED)
  const reader = readers.find(({ memberId, rightsVersion }) => {
    const claim = { fileId: id, memberId, now: context.now }
    return token !== undefined && grantHolds({ key, rightsVersion }, token, claim, 'media')
  })
  if (!reader || token === undefined) throw refuse(NO_PERMISSION)
  await assertItemStillOpen(db, reader, token, context)
  return getFile(db, reader.companyId, id)
}

const shared = { 'x-content-type-options': 'nosniff', vary: 'Cookie, Authorization' } as const

function playlist(lines: readonly string[]): StreamAnswer {
  const headers = { ...shared, 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'private, no-store' }
  return { headers, body: `${['#EXTM3U', '#EXT-X-VERSION:3', ...lines].join('\n')}\n` }
}

/** The qualities in ascending order, because a player starts with the first before it knows the bandwidth. */
export async function masterPlaylist(db: FilesDb, ask: StreamQuery, context: StreamContext): Promise<StreamAnswer> {
  const file = await watchedFile(db, ask, context)
  const rows = await db
    .selectFrom('files.rendition')
    .select(['name', 'width', 'height', 'segments'])
    .where('file_id', '=', file.id)
    .where('name', 'like', 's%')
    .execute()
  if (rows.length === 0) throw refuse(NOT_FOUND)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const names = qualitiesOf([...byName.keys()]).map((height) => `s${height}`)
  const lines = names.flatMap((name) => {
    const row = byName.get(name)
    const { peak, average } = bandwidthOf(row?.segments as readonly Segment[])
    const size = `${row?.width}x${row?.height}`
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},RESOLUTION=${size},NAME="${name.slice(1)}p"`,
      `${name}/index.m3u8?token=${ask.token}`,
    ]
  })
  return playlist(lines)
}

/** Bits per second: the peak and the average of the segments. */
function bandwidthOf(segments: readonly Segment[]) {
  const rates = segments.map(([, bytes, ms]) => (bytes * 8000) / Math.max(ms, 500))
  const total = segments.reduce((sum, [, bytes]) => sum + bytes, 0)
  const ms = segments.reduce((sum, [, , piece]) => sum + piece, 0)
  return { peak: Math.ceil(Math.max(...rates)), average: Math.ceil((total * 8000) / Math.max(ms, 1)) }
}

export async function qualityPlaylist(
  db: FilesDb,
  ask: StreamQuery & { readonly quality: string },
  context: StreamContext,
): Promise<StreamAnswer> {
  const file = await watchedFile(db, ask, context)
  const row = await db
    .selectFrom('files.rendition')
    .select('segments')
    .where('file_id', '=', file.id)
    .where('name', '=', ask.quality)
    .executeTakeFirst()
  if (!row?.segments) throw refuse(NOT_FOUND)
  const segments = row.segments as readonly Segment[]
  const longest = Math.max(...segments.map(([, , ms]) => ms))
  return playlist([
    `#EXT-X-TARGETDURATION:${Math.ceil(longest / 1000)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-KEY:METHOD=AES-128,URI="../key?token=${ask.token}"`,
    ...segments.flatMap(([, , ms], number) => [`#EXTINF:${(ms / 1000).toFixed(3)},`, `${number}?token=${ask.token}`]),
    '#EXT-X-ENDLIST',
  ])
}

export async function streamPiece(
  db: FilesDb,
  ask: StreamQuery & { readonly quality: string; readonly number: number },
  context: StreamContext,
): Promise<StreamAnswer> {
  const file = await watchedFile(db, ask, context)
  const row = await db
    .selectFrom('files.rendition')
    // Selects the one segment instead of the long list.
    .select(['object_key', sql<Segment | null>`segments -> ${ask.number}::int`.as('segment')])
    .where('file_id', '=', file.id)
    .where('name', '=', ask.quality)
    .executeTakeFirst()
  if (!row?.segment) throw refuse(NOT_FOUND)
  const [start, bytes] = row.segment
  const body = await context.outside.storage
    .get(row.object_key, { start, end: start + bytes - 1 })
    .catch((error: unknown) => {
      throw error instanceof MissingObject ? refuse(NOT_FOUND) : error
    })
  const headers = {
    ...shared,
    'content-type': 'application/octet-stream',
    'content-length': String(bytes),
    'cache-control': 'private, max-age=3600',
  }
  return { headers, body }
}

export async function streamKey(db: FilesDb, ask: StreamQuery, context: StreamContext): Promise<StreamAnswer> {
  const file = await watchedFile(db, ask, context)
  const row = await db.selectFrom('files.stream_key').select('key').where('file_id', '=', file.id).executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  const headers = { ...shared, 'content-type': 'application/octet-stream', 'cache-control': 'private, no-store' }
  return { headers, body: row.key }
}
