/**
 * Resumable uploads by the tus protocol (`@tus/server`). Received bytes are on this machine's disk, and the length of
 * that file is the offset, so a killed process loses no received byte. Purpose and owner of the upload are in the
 * database.
 */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { type DataStore, MemoryLocker, Server, type ServerOptions, Upload } from '@tus/server'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, Refusal, refuse, SERVER_BUSY, SIGN_IN_NEEDED } from '#kit/errors.ts'
import { identityServer } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { languageOf, refusalMessage } from '#server/http/messages.ts'
import { bearerToken } from '#server/http/routes.ts'
import type { Outside } from '#server/outside.ts'
import { mayBeRepeated, retryAfterSeconds } from '#server/unavailable.ts'
import { type Audience, type FileKindName, fileKindNames, uploadsPath } from '../contract.ts'
import { assertUploadAllowed } from './arrivals.ts'
import { filesTables } from './db.ts'
import { uploadsDirectory } from './directories.ts'
import { audienceOf, findUpload, insertUpload, removeUpload, uploadLifeMs } from './uploads.ts'

const audiences: readonly string[] = ['company', 'owner', 'link'] satisfies Audience[]

/** The caller of each request that the tus server is processing. */
const callers = new WeakMap<object, Caller>()

function invalid(path: string, message: string): Refusal {
  return refuse(INVALID_INPUT, { fields: [{ path, rule: 'upload-metadata', message }] })
}

function readMetadata(metadata: Upload['metadata']) {
  const { kind, filename, audience } = metadata ?? {}
  if (!kind || !(fileKindNames as string[]).includes(kind)) throw invalid('kind', `one of ${fileKindNames.join(', ')}`)
  if (!filename) throw invalid('filename', 'the name of the file')
  if (audience && !audiences.includes(audience)) throw invalid('audience', `one of ${audiences.join(', ')}`)
  return { kind: kind as FileKindName, filename, audience: audience as Audience | undefined }
}

/** Presents the rows of `files.upload` to the file store; they are written before it needs them. */
function uploadRecords(outside: Outside, db: Connection): NonNullable<FileStore['configstore']> {
  const tables = filesTables(db)
  return {
    async get(id) {
      const row = await findUpload(tables, id, outside.clock.now())
      return (
        row && new Upload({ id, size: row.size_bytes, offset: 0, metadata: { filename: row.name, kind: row.kind } })
      )
    },
    async set() {},
    async delete(id) {
      await removeUpload(tables, outside, id)
    },
  }
}

/** Large enough that disk writes are efficient while more bytes arrive. */
const writeBufferBytes = 1024 * 1024

class BufferedFileStore extends FileStore {
  /** An upload whose place on the disk can't be made leaves no record: it would count among the few that a member may have. */
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload)
    } catch (error) {
      await this.configstore.delete(upload.id)
      throw error
    }
  }

  override async write(incoming: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), {
      flags: 'r+',
      start: offset,
      highWaterMark: writeBufferBytes,
    })
    await pipeline(incoming, file)
    return offset + file.bytesWritten
  }
}

function createDataStore(outside: Outside, db: Connection): DataStore {
  const store = new BufferedFileStore({
    directory: uploadsDirectory(outside.config),
    configstore: uploadRecords(outside, db),
  })
  // Sizes are checked before the first byte, so a deferred length is not supported.
  store.extensions = ['creation', 'creation-with-upload', 'termination']
  return store
}

/** A refusal in the usual form of answers. */
function refusalAnswer(refusal: Refusal, request: Request) {
  const { code, status } = refusal.error
  const message = refusalMessage(
    refusal.error,
    languageOf(request.headers.get('accept-language') ?? undefined),
    refusal.data,
  )
  return { status_code: status, body: JSON.stringify({ errorCode: code, message, data: refusal.data }) }
}

/** Failures are answered as everywhere else; the protocol's own are texts with the status that the protocol names. */
function errorAnswer(error: Error | { status_code: number; body: string }, request: Request, log: FastifyBaseLogger) {
  if (error instanceof Refusal) return refusalAnswer(error, request)
  // An unsupported protocol extension (501) is the client's mistake.
  if ('status_code' in error) return error.status_code === 501 ? { status_code: 400, body: error.body } : undefined
  if (mayBeRepeated(error)) {
    log.warn({ err: error }, 'an upload could not be served')
    return refusalAnswer(refuse(SERVER_BUSY), request)
  }
  log.error({ err: error }, 'an upload failed')
  return { status_code: 500, body: JSON.stringify({ message: 'internal error' }) }
}

function tusOptions(
  outside: Outside,
  db: Connection,
  log: FastifyBaseLogger,
): ServerOptions & { datastore: DataStore } {
  const tables = filesTables(db)
  return {
    path: `/api/v1${uploadsPath}`,
    relativeLocation: true,
    datastore: createDataStore(outside, db),
    locker: new MemoryLocker(),
    lockDrainTimeout: 2000,
    namingFunction: () => uuid(),
    async onUploadCreate(request, upload) {
      const caller = callers.get(request)
      if (!caller) throw refuse(SIGN_IN_NEEDED)
      const { kind, filename, audience } = readMetadata(upload.metadata)
      const sizeBytes = upload.size ?? 0
      const name = assertUploadAllowed(kind, filename, sizeBytes)
      const now = outside.clock.now()
      await insertUpload(tables, {
        id: upload.id,
        company_id: caller.companyId,
        owner_id: caller.memberId,
        kind,
        audience: audienceOf(kind, audience),
        name,
        size_bytes: sizeBytes,
        created_at: now,
        expires_at: now + uploadLifeMs,
      })
      return { metadata: { kind, filename: name } }
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const row = await findUpload(tables, id, outside.clock.now())
      // Another member's upload answers 404, after which tus clients start over.
      if (row?.owner_id !== callers.get(request)?.memberId) throw { status_code: 404, body: 'no such upload\n' }
    },
    onResponseError: (request, error) => errorAnswer(error, request, log),
  }
}

/**
 * The body of a request, which may be given up while the request itself stays: its connection serves the next one
 * when the rest has been read (`server/http/drain.ts`).
 */
function bodyOf({ raw }: FastifyRequest): ReadableStream {
  const body = new PassThrough()
  raw.on('close', () => {
    if (!raw.readableEnded) body.destroy(new Error('the upload was broken off'))
  })
  return Readable.toWeb(raw.pipe(body)) as ReadableStream
}

/** Converts the request for the tus server. */
function webRequest(request: FastifyRequest, outside: Outside): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const hasBody = request.method === 'PATCH' || request.method === 'POST'
  return new Request(new URL(request.url, outside.config.publicUrl), {
    method: request.method,
    headers,
    ...(hasBody && { body: bodyOf(request), duplex: 'half' }),
  } as RequestInit)
}

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status)
  // `Connection: close` stands there for a piece that was refused, of which the rest is read here instead.
  for (const [name, value] of answer.headers)
    if (name !== 'connection' && !name.startsWith('access-control-')) reply.header(name, value)
  reply.header('cache-control', 'no-store')
  const body = await answer.text()
  if (body.startsWith('{')) reply.type('application/json')
  if (answer.status === SERVER_BUSY.status) reply.header('retry-after', retryAfterSeconds)
  return reply.send(body)
}

/** Mounts the protocol at `uploadsPath`. Every request needs a signed-in member. */
export function addResumableUploads(app: FastifyInstance, outside: Outside, db: Connection): void {
  const tus = new Server(tusOptions(outside, db, app.log))
  app.register(async (scope) => {
    // The bytes go from the socket to the disk without a copy in memory.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (request) => {
      const token = bearerToken(request)
      if (token === undefined) throw refuse(SIGN_IN_NEEDED)
      request.caller = await identityServer.authenticate?.(db, token, outside.clock.now())
    })
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = webRequest(request, outside)
      if (request.caller) callers.set(asked, request.caller)
      return sendAnswer(reply, await tus.handleWeb(asked))
    }
    const id = '/:id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)'
    scope.route({ method: 'POST', url: uploadsPath, handler })
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${uploadsPath}${id}`, handler })
  })
}
