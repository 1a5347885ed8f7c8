/** The files of a package, out of the one object that holds them: by ranges, compressed as they lie there. */
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { readDerivedObject } from '#modules/platform/files/server.ts'
import type { Outside } from '#server/outside.ts'
import type { PackagesDb } from '../db.ts'
import type { OpenLaunch } from '../open-launch.ts'
import type { DB } from '../tables.ts'

type EntryRow = Selectable<DB['packages.entry']>

/** By its exact path; else by one that differs in capitals alone. */
async function findEntry(db: PackagesDb, packageId: string, path: string): Promise<EntryRow | undefined> {
  const entries = db.selectFrom('packages.entry').selectAll().where('package_id', '=', packageId)
  const exact = await entries.where('path', '=', path).executeTakeFirst()
  return exact ?? (await entries.where(sql<boolean>`lower(path) = lower(${path})`).executeTakeFirst())
}

interface Range {
  readonly start: number
  readonly end: number
}

/** One range, as media players ask for it; undefined for anything else; null for one that there is not. */
function rangeOf(header: string | undefined, size: number): Range | null | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return undefined
  const [first, last] = [found[1] ?? '', found[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end && start < size ? { start, end } : null
}

/** Empty where the token's package has no such file. */
export async function sendEntry(
  db: PackagesDb,
  outside: Outside,
  launch: OpenLaunch,
  path: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  // No name in a package has a NUL, and the database takes none.
  const name = path.includes('\u0000') ? undefined : path.normalize('NFC')
  const entry = name === undefined ? undefined : await findEntry(db, launch.attempt.packageId, name)
  if (!entry) return reply.code(404).type('text/plain').send('')
  const { start, length, size_bytes: size, is_gzip: isGzip, content_type: contentType } = entry
  void reply.header('content-type', contentType).header('cache-control', 'private, max-age=43200, immutable')
  if (length === 0) return reply.send('')
  const read = (range: Range): Promise<Readable> =>
    readDerivedObject(outside, launch.contentKey, { start: start + range.start, end: start + range.end })
  if (isGzip) {
    void reply.header('vary', 'accept-encoding')
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const stream = await read({ start: 0, end: length - 1 })
    if (takesGzip) return reply.header('content-encoding', 'gzip').header('content-length', length).send(stream)
    return reply.header('content-length', size).send(stream.pipe(createGunzip()))
  }
  const range = rangeOf(request.headers.range, size)
  void reply.header('accept-ranges', 'bytes')
  if (range === null) return reply.code(416).header('content-range', `bytes */${size}`).send('')
  if (range === undefined) return reply.header('content-length', size).send(await read({ start: 0, end: size - 1 }))
  void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.header('content-length', range.end - range.start + 1).send(await read(range))
}
