/** The HTTP server with the rules for every call. The modules' contracts declare the calls. */

import { randomUUID } from 'node:crypto'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import type { ErrorObject } from 'ajv'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import {
  FILE_TOO_LARGE,
  INVALID_INPUT,
  NOT_FOUND,
  Refusal,
  refuse,
  SERVER_BUSY,
  SIGN_IN_NEEDED,
  TOO_MANY_CALLS,
} from '#kit/errors.ts'
import type { ServerModule } from '../module.ts'
import { mayBeRepeated, retryAfterSeconds } from '../unavailable.ts'
import type { AppSettings } from './app-settings.ts'
import { drainBodies } from './drain.ts'
import { assertDryRunHeader } from './dry-run.ts'
import { addHealth } from './health.ts'
import { languageOf, refusalData, refusalMessage } from './messages.ts'
import { networkOf } from './network.ts'
import { rateStore } from './rate-store.ts'
import { type Authenticate, addModuleRoutes } from './routes.ts'
import { addSecurityHeaders } from './security.ts'
import { addTogether, guardTogether } from './together.ts'
import { fieldErrors, validatorCompiler } from './validation.ts'

export const apiPrefix = '/api/v1'
const jsonBodyBytesMax = 2 * 1024 * 1024
/** The size limit of a browser's message over a socket. */
const socketMessageBytesMax = 64 * 1024

export async function buildApp(settings: AppSettings): Promise<FastifyInstance> {
  const { config } = settings.outside
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, redact: ['req.headers.authorization'] },
    genReqId: () => randomUUID(),
    requestIdHeader: 'x-request-id',
    trustProxy: config.trustProxy as boolean | string[],
    bodyLimit: jsonBodyBytesMax,
    logController: new LogController({ disableRequestLogging: config.logLevel !== 'debug' }),
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('endpointName', undefined)
  app.decorateRequest('isDryRun', false)
  app.addHook('onRequest', async (request) => assertDryRunHeader(request))
  drainBodies(app)
  addSecurityHeaders(app, config)
  await app.register(formbody)
  await app.register(multipart)
  // Compression would cost memory for every open socket, and the messages are short.
  await app.register(websocket, { options: { maxPayload: socketMessageBytesMax, perMessageDeflate: false } })
  await app.register(rateLimit, {
    global: false,
    store: rateStore(settings.db),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: () => refuse(TOO_MANY_CALLS),
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerError(refuse(NOT_FOUND), request, reply))
  addHealth(app, settings)
  guardTogether(app)
  if (settings.onAnswer) addRecorder(app, settings.onAnswer)
  await app.register(
    async (api) => {
      const authenticate = theAuthenticator(settings.modules)
      const audit = settings.modules.find((module) => module.audit)?.audit
      for (const module of settings.modules) {
        addModuleRoutes(api, module, { db: settings.db, outside: settings.outside, authenticate, audit })
        await module.plugin?.(api, settings.outside, settings.db)
      }
      addTogether(api, authenticate, settings)
    },
    { prefix: apiPrefix },
  )
  for (const module of settings.modules) module.pages?.(app, settings.outside, settings.db)
  return app
}

/** Parameters without a value count as not sent (SHELL-051); a parameter sent twice becomes a list. */
function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '' || name === '__proto__') continue
    const earlier = query[name]
    query[name] = earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value]
  }
  return query
}

function theAuthenticator(modules: readonly ServerModule[]): Authenticate {
  const authenticate = modules.find((module) => module.authenticate)?.authenticate
  return (
    authenticate ??
    (async () => {
      throw refuse(SIGN_IN_NEEDED)
    })
  )
}

/** Maps errors of the transport to error codes of the client. */
function refusalOf(error: FastifyError | Refusal): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.validation) return refuse(INVALID_INPUT, { fields: fieldErrors(error.validation as ErrorObject[]) })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE')
    return refuse(FILE_TOO_LARGE)
  if (mayBeRepeated(error)) return refuse(SERVER_BUSY)
  // 22021, 22P05: text that PostgreSQL can't hold, such as a NUL character.
  if (['22021', '22P05'].includes(error.code)) return refuse(INVALID_INPUT)
  // Half a surrogate pair: JSON.stringify escapes it, and PostgreSQL takes no such escape in jsonb.
  if (error.code === '22P02' && /type json/.test(error.message)) return refuse(INVALID_INPUT)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return refuse(INVALID_INPUT)
  return undefined
}

function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  reply.header('cache-control', 'no-store')
  if (!refusal) {
    request.log.error({ err: error, endpoint: request.endpointName }, 'request failed')
    return reply.code(500).send({ message: 'internal error', requestId: request.id })
  }
  const { code, status } = refusal.error
  if (status === 503) {
    request.log.warn({ err: error, endpoint: request.endpointName }, 'request could not be served')
    reply.header('retry-after', retryAfterSeconds)
  }
  const language = languageOf(request.headers['accept-language'])
  return reply.code(status).send({
    ...(code !== 0 && { errorCode: code }),
    message: refusalMessage(refusal.error, language, refusal.data),
    ...(refusal.data && { data: refusalData(refusal.error, language, refusal.data) }),
  })
}

function addRecorder(app: FastifyInstance, onAnswer: NonNullable<AppSettings['onAnswer']>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.endpointName === undefined) return
    const failed = reply.statusCode >= 400 && typeof payload === 'string'
    const errorCode = failed ? (JSON.parse(payload) as { errorCode?: number }).errorCode : undefined
    onAnswer(request.endpointName, reply.statusCode, errorCode)
  })
}
