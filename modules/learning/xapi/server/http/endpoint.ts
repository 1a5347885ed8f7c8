/**
 * `/xapi`: the learning record store's own protocol, xAPI 1.0.3. It stands beside `/api/v1`, for its paths, headers,
 * errors and bodies are those of its specification. Content of other origins may call it: only credentials identify the
 * caller, never a cookie.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, SERVER_BUSY, TOO_MANY_CALLS } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Outside } from '#server/outside.ts'
import { mayBeRepeated, retryAfterSeconds } from '#server/unavailable.ts'
import { clientOf } from '../credentials.ts'
import { type XapiDb, xapiTables } from '../db.ts'
import { PreconditionFailed, PreconditionMissing } from '../documents.ts'
import { BadRequest, type JsonObject } from '../rules/scalars.ts'
import { Conflict, consistentThrough } from '../statements/store.ts'
import { about, answerDocuments, documentResources, getActivity, getPerson } from './documents.ts'
import { type Answer, type RawRequest, readRequest, type XapiRequest } from './request.ts'
import { getStatements, postStatements, putStatement } from './statements.ts'

const version = '1.0.3'
const bodyBytesMax = 10 * 1024 * 1024

class NotAllowed extends Error {}
class Unauthorized extends Error {}
/** Who asks may not say this, or see it. */
export class Forbidden extends Error {}

/** Faults by which a request is refused, with the statuses of Communication 3.2. */
const statuses = [
  [BadRequest, 400],
  [Unauthorized, 401],
  [Forbidden, 403],
  [NotAllowed, 405],
  [Conflict, 409],
  [PreconditionMissing, 409],
  [PreconditionFailed, 412],
] as const

export function addRecordStore(app: FastifyInstance, outside: Outside, connection: Connection): void {
  const db = xapiTables(connection)
  void app.register(
    (xapi, _options, done) => {
      xapi.removeAllContentTypeParsers()
      xapi.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, parsed) => {
        parsed(null, body)
      })
      xapi.addHook('onRequest', (request, reply, next) => {
        addHeaders(request, reply, outside.clock.now())
        next()
      })
      xapi.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        const { status, body } = faultOf(error)
        if (status >= 500) request.log.error(error)
        if (status === 503) reply.header('retry-after', retryAfterSeconds)
        return reply.status(status).header('content-type', 'application/json').send(JSON.stringify(body))
      })
      xapi.options('/*', (_request, reply) => reply.status(204).send())
      xapi.route({
        method: ['GET', 'PUT', 'POST', 'DELETE'],
        url: '/*',
        config: { rateLimit: { max: 6000, timeWindow: 60_000 } },
        async handler(request, reply) {
          const resource = (request.params as { '*': string })['*']
          const answer = await answerRequest(db, outside, resource, request)
          reply.status(answer.status).headers(answer.headers ?? {})
          if (answer.body === undefined) return await reply.send()
          if (Buffer.isBuffer(answer.body)) return await reply.send(answer.body)
          return await reply.header('content-type', 'application/json').send(JSON.stringify(answer.body))
        },
      })
      done()
    },
    { prefix: '/xapi' },
  )
}

/** xAPI leaves the body of a fault open: its text is for people, and the code is the one that `/api/v1` gives. */
interface Fault {
  readonly status: number
  readonly body: { readonly message: string; readonly errorCode?: number }
}

function faultOf(error: Error & { statusCode?: number }): Fault {
  if (error instanceof Refusal && error.error === TOO_MANY_CALLS) {
    // The status that xAPI names for it, not that of `/api/v1`.
    return {
      status: 429,
      body: { message: 'too many requests: ask again in a minute', errorCode: TOO_MANY_CALLS.code },
    }
  }
  const status =
    statuses.find(([kind]) => error instanceof kind)?.[1] ?? error.statusCode ?? (mayBeRepeated(error) ? 503 : 500)
  if (status === SERVER_BUSY.status)
    return { status, body: { message: 'the record store is busy: ask again', errorCode: SERVER_BUSY.code } }
  return { status, body: { message: status >= 500 ? 'the record store failed' : error.message } }
}

/** Content that another module has launched, and what that module lets it say and see. */
export interface LaunchedContent {
  readonly companyId: string
  readonly authority: JsonObject
  /** Before anything is done: throws `Forbidden` for a request about others. */
  readonly mayAsk: (resource: string, request: XapiRequest) => void
  readonly admit: (db: Connection, statements: readonly JsonObject[]) => Promise<void>
}

/**
 * Answers a request of the protocol for launched content, at whichever address that reaches it, in a transaction of its
 * own. Faults are answers too; `undefined` stands for those that are ours.
 */
export async function answerLaunched(
  connection: Connection,
  outside: Outside,
  content: LaunchedContent,
  resource: string,
  raw: RawRequest,
): Promise<Answer> {
  try {
    const request = readRequest(raw)
    if (resource === 'about') return about(request)
    assertVersion(request)
    content.mayAsk(resource, request)
    const { companyId, authority, admit } = content
    return await dispatchAtOnce(xapiTables(connection), outside, { companyId, authority, admit }, resource, request)
  } catch (error) {
    const { status, body } = faultOf(error as Error)
    if (status >= 500) throw error
    return { status, body }
  }
}

function addHeaders(request: FastifyRequest, reply: FastifyReply, now: number): void {
  reply.headers({
    'x-experience-api-version': version,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE, OPTIONS',
    'access-control-allow-headers':
      'Authorization, Content-Type, If-Match, If-None-Match, Accept-Language, X-Experience-API-Version',
    'access-control-expose-headers':
      'ETag, Last-Modified, X-Experience-API-Version, X-Experience-API-Consistent-Through',
    'access-control-max-age': '86400',
  })
  if (request.url.startsWith('/xapi/statements'))
    reply.header('x-experience-api-consistent-through', new Date(now).toISOString())
}

function assertVersion(request: XapiRequest): void {
  const asked = request.headers['x-experience-api-version']
  if (asked === undefined) throw new BadRequest('X-Experience-API-Version: must be sent')
  if (!/^1\.0(?:\.\d+)?$/.test(asked)) throw new BadRequest('X-Experience-API-Version: must be 1.0.x')
}

async function answerRequest(
  db: XapiDb,
  outside: Outside,
  resource: string,
  incoming: FastifyRequest,
): Promise<Answer> {
  const request = readRequest({
    method: incoming.method === 'HEAD' ? 'GET' : incoming.method,
    query: new URL(incoming.url, 'http://localhost').searchParams,
    headers: incoming.headers as Record<string, string | undefined>,
    body: Buffer.isBuffer(incoming.body) ? incoming.body : Buffer.alloc(0),
  })
  if (resource === 'about') return about(request)
  const client = await clientOf(db, request.headers.authorization, outside.config.publicUrl)
  if (client === undefined) throw new Unauthorized('the credentials are missing, wrong or revoked')
  assertVersion(request)
  if (resource !== 'statements' || request.method !== 'GET')
    return await dispatchAtOnce(db, outside, client, resource, request)
  const through = await consistentThrough(db, client.companyId, () => outside.clock.now())
  const answer = await dispatchAtOnce(db, outside, client, resource, request)
  const header = { 'x-experience-api-consistent-through': new Date(through).toISOString() }
  return { ...answer, headers: { ...answer.headers, ...header } }
}

/** Who writes and reads: by credentials, or launched content without any. */
interface Asking {
  readonly credentialId?: string
  readonly companyId: string
  readonly authority: JsonObject
  readonly admit?: LaunchedContent['admit']
}

async function dispatchAtOnce(
  db: XapiDb,
  outside: Outside,
  client: Asking,
  resource: string,
  request: XapiRequest,
): Promise<Answer> {
  return await inTransaction(db, (transaction) => dispatch(transaction, outside, client, resource, request))
}

async function dispatch(
  db: XapiDb,
  outside: Outside,
  client: Asking,
  resource: string,
  request: XapiRequest,
): Promise<Answer> {
  const { companyId, authority, credentialId = null, admit } = client
  const { method } = request
  const now = () => outside.clock.now()
  if (resource === 'statements') {
    const checkNew = admit && ((statements: readonly JsonObject[]) => admit(db, statements))
    const writer = { credentialId, companyId, authority, now, ...(checkNew && { admit: checkNew }) }
    if (method === 'PUT') return await putStatement(db, writer, request)
    if (method === 'POST') return await postStatements(db, writer, request)
    if (method === 'GET') return await getStatements(db, companyId, request)
    throw new NotAllowed('statements are never taken away')
  }
  const documents = documentResources[resource]
  if (documents) return await answerDocuments(db, companyId, documents, request, now())
  if (resource !== 'activities' && resource !== 'agents')
    return { status: 404, body: { message: 'there is no such resource' } }
  if (method !== 'GET') throw new NotAllowed('only GET is there')
  return await (resource === 'activities' ? getActivity : getPerson)(db, companyId, request)
}
