/**
 * The server of the packages' origin. It knows nobody by a cookie or a session: the token in the path identifies one
 * member, one package and one launch. The launch is asked at every call whether its session still runs.
 */

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { INVALID_INPUT, NOT_FOUND, Refusal, refuse, SERVER_BUSY } from '#kit/errors.ts'
import { isNestedDeeper } from '#kit/nesting.ts'
import { idPattern } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { drainBodies } from '#server/http/drain.ts'
import { validatorCompiler } from '#server/http/validation.ts'
import type { Outside } from '#server/outside.ts'
import { mayBeRepeated, retryAfterSeconds } from '#server/unavailable.ts'
import { PackageCommit } from '../../contract.ts'
import { type PackagesDb, packagesTables } from '../db.ts'
import { type OpenLaunch, openLaunch, prolong } from '../open-launch.ts'
import { acceptCommit } from '../runtime/commits.ts'
import { acceptStatement, keepH5pState, StateBody, StatementBody } from '../runtime/h5p.ts'
import { takeCredentials, unitLaunchOf } from '../runtime/unit-launches.ts'
import { answerRecords } from '../runtime/xapi.ts'
import { Withdrawals } from '../withdrawals.ts'
import { sendEntry } from './entries.ts'
import { contentHeaders } from './headers.ts'
import { contentOrigin } from './origin.ts'
import { endedPage, playerPage } from './player-page.ts'
import { runtimeFile } from './runtime-files.ts'
import { launchData, openUnit } from './start.ts'

const bodyBytesMax = 4 * 1024 * 1024
/** What the record store says of statements, by the name of the fault. */
const statusOfFault: Readonly<Record<string, number>> = { BadRequest: 400, Conflict: 409 }

interface TokenParams {
  readonly token: string
  readonly '*'?: string
}

type Handler = (launch: OpenLaunch, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function buildContentApp(outside: Outside, db: Connection): FastifyInstance {
  const { config } = outside
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy as boolean | string[],
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isNestedDeeper(body)) done(Object.assign(new Error('the body is nested too deep'), { statusCode: 400 }))
    else void parseJson(request, body, done)
  })
  const headers = contentHeaders(outside)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers)
    // A service worker would outlive the package, and see what others open later.
    if (request.headers['service-worker'] !== undefined) return reply.code(403).send('')
  })
  drainBodies(app)
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (mayBeRepeated(error)) {
      request.log.warn({ err: error }, 'request could not be served')
      return reply
        .code(SERVER_BUSY.status)
        .header('retry-after', retryAfterSeconds)
        .send({ errorCode: SERVER_BUSY.code })
    }
    if (error instanceof Refusal) {
      const { status, code } = error.error
      const isInput = error.error === INVALID_INPUT
      return reply.code(isInput ? 400 : status === 422 ? 409 : status).send({ errorCode: code })
    }
    const status = error.statusCode ?? statusOfFault[error.name] ?? 500
    if (status >= 500) request.log.error(error)
    return reply.code(status).send({ message: status >= 500 ? 'internal error' : error.message })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send(''))
  app.get('/runtime/*', async (request, reply) => {
    const file = await runtimeFile((request.params as { '*': string })['*'])
    if (!file) return reply.callNotFound()
    return reply.header('cache-control', 'public, max-age=600').type(file.contentType).send(file.content)
  })
  const withdrawals = new Withdrawals()
  addPlayer(app, outside, packagesTables(db), withdrawals)
  addRecords(app, outside, packagesTables(db), withdrawals)
  return app
}

/** The launch of the token in the path. Where packages have origins of their own, it must be the one of its package. */
function withLaunch(outside: Outside, db: PackagesDb, withdrawals: Withdrawals, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const now = outside.clock.now()
    const launch = await openLaunch(db, (request.params as TokenParams).token, now)
    const isHere =
      launch &&
      (outside.config.packages.url === null ||
        new URL(contentOrigin(outside, launch.attempt.packageId)).host === request.host.toLowerCase())
    if (!launch || !isHere || (await withdrawals.isWithdrawn(db, launch, now)))
      return reply.code(410).type('text/html; charset=utf-8').send(endedPage())
    return handler(launch, request, reply)
  }
}

/** The address of the launch itself, as the browser sees it. */
function baseOf(outside: Outside, launch: OpenLaunch, request: FastifyRequest): string {
  return `${contentOrigin(outside, launch.attempt.packageId)}/p/${(request.params as TokenParams).token}/`
}

function addPlayer(app: FastifyInstance, outside: Outside, db: PackagesDb, withdrawals: Withdrawals): void {
  const launched = (handler: Handler) => withLaunch(outside, db, withdrawals, handler)
  // Other kinds have rules of their own for what they say: nothing goes round them.
  const ofH5p = (handler: Handler) =>
    launched(async (launch, request, reply) => {
      if (launch.kind !== 'h5p') throw refuse(NOT_FOUND)
      return handler(launch, request, reply)
    })
  const now = () => outside.clock.now()
  app.get(
    '/p/:token/',
    launched(async (launch, _request, reply) =>
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(playerPage(launch.language)),
    ),
  )
  app.get(
    '/p/:token/c/*',
    launched((launch, request, reply) =>
      sendEntry(db, outside, launch, (request.params as TokenParams)['*'] ?? '', { request, reply }),
    ),
  )
  app.get(
    '/p/:token/~/launch',
    launched(async (launch, request, reply) => {
      void reply.header('cache-control', 'no-store')
      return launchData(db, launch, baseOf(outside, launch, request))
    }),
  )
  // Where cmi5 content goes when the learner leaves it: the player sees it arrive.
  app.get(
    '/p/:token/~/returned',
    launched(async (_launch, _request, reply) => reply.type('text/html; charset=utf-8').send('<!doctype html>')),
  )
  app.post(
    '/p/:token/~/units/:unitId',
    launched((launch, request) => {
      const { unitId } = request.params as { unitId: string }
      const base = baseOf(outside, launch, request)
      return inTransaction(db, (transaction) => openUnit(transaction, outside, launch, { unitId, base }))
    }),
  )
  app.post(
    '/p/:token/~/commit',
    { schema: { body: PackageCommit } },
    launched((launch, request) =>
      inTransaction(db, async (transaction) => {
        // The attempt is locked before the launch, here as by statements: otherwise the two could wait for each other.
        const answer = await acceptCommit(transaction, launch, request.body as PackageCommit, { now: now() })
        await prolong(transaction, launch, now())
        return answer
      }),
    ),
  )
  app.post(
    '/p/:token/~/statement',
    { schema: { body: StatementBody } },
    ofH5p((launch, request) =>
      inTransaction(db, async (transaction) => {
        await acceptStatement(transaction, outside, launch, request.body as Parameters<typeof acceptStatement>[3])
        return {}
      }),
    ),
  )
  app.post(
    '/p/:token/~/state',
    { schema: { body: StateBody } },
    ofH5p(async (launch, request) => {
      await inTransaction(db, (tx) => keepH5pState(tx, launch, (request.body as { data: string }).data, now()))
      return { success: true }
    }),
  )
}

/** Units of cmi5 may lie on other sites: their credentials decide what they may write, not their origin. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Accept-Language, X-Experience-API-Version',
  'access-control-expose-headers': 'ETag, Last-Modified, X-Experience-API-Version',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The record store as launched content reaches it, and the address that hands out its credentials once (cmi5 8.2). */
function addRecords(app: FastifyInstance, outside: Outside, db: PackagesDb, withdrawals: Withdrawals): void {
  const launched = (handler: Handler) => withLaunch(outside, db, withdrawals, handler)
  app.post(
    '/p/:token/~/fetch/:id',
    launched(async (launch, request, reply) => {
      void reply.headers(crossOrigin).header('cache-control', 'no-store')
      const { id } = request.params as { id: string }
      const credentials = idPattern.test(id) ? await takeCredentials(db, launch, id, outside.clock.now()) : undefined
      if (credentials !== undefined) return { 'auth-token': credentials }
      return { 'error-code': '1', 'error-text': 'the token was handed out already, or there is no such session' }
    }),
  )
  void app.register((records, _options, done) => {
    records.removeAllContentTypeParsers()
    records.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    records.options('/p/:token/~/xapi/*', async (_request, reply) => reply.code(204).headers(crossOrigin).send())
    records.options('/p/:token/~/fetch/:id', async (_request, reply) => reply.code(204).headers(crossOrigin).send())
    records.route({
      method: ['GET', 'PUT', 'POST', 'DELETE'],
      url: '/p/:token/~/xapi/*',
      handler: launched(async (launch, request, reply) => {
        const unitLaunch = await unitLaunchOf(db, launch, request.headers.authorization)
        void reply.headers({ ...crossOrigin, 'x-experience-api-version': '1.0.3', 'cache-control': 'no-store' })
        if (!unitLaunch) return reply.code(401).send({ message: 'the credentials are not those of this launch' })
        const raw = {
          method: request.method === 'HEAD' ? 'GET' : request.method,
          query: new URL(request.url, 'http://localhost').searchParams,
          headers: request.headers as Record<string, string | undefined>,
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        }
        const resource = (request.params as TokenParams)['*'] ?? ''
        const { status, headers = {}, body } = await answerRecords(db, outside, { launch, unitLaunch }, resource, raw)
        void reply.code(status).headers(headers)
        if (body === undefined || Buffer.isBuffer(body)) return reply.send(body)
        return reply.header('content-type', 'application/json').send(JSON.stringify(body))
      }),
    })
    done()
  })
}
