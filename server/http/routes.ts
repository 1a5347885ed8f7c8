/** Binds a contract entry to its handler: access, validation, transaction, answer. */
import { Readable } from 'node:stream'
import type {} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { assertNotSelf, type Caller, can, coversCompany } from '#kit/caller.ts'
import { type Endpoint, isLogged, writes } from '#kit/contract.ts'
import { NO_PERMISSION, Refusal, refuse, SIGN_IN_NEEDED, UNKNOWN_API_VERSION } from '#kit/errors.ts'
import type { Connection } from '../db/connection.ts'
import type { RootDatabase } from '../db/pool.ts'
import { inTransactionOfCall } from '../db/transaction.ts'
import type { AuditRecord, AuditSubject, Context, ServerModule, StreamAnswer } from '../module.ts'
import type { Outside } from '../outside.ts'
import { isDryRun, tryCall } from './dry-run.ts'
import { decodeSecurityFields } from './encoded.ts'
import { languageOf } from './messages.ts'
import { type RequestParts, withUpload } from './multipart.ts'
import { jsonOf } from './written.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** The endpoint that answers, for logs, metrics and the tests' recorder. */
    endpointName: string | undefined
    /** The call is tried and rolled back. */
    isDryRun: boolean
  }
  interface FastifyContextConfig {
    /** Answers JSON to a GET, and may be asked for together with others. */
    mayBeAskedTogether?: boolean
    /** An entry of a contract answers here. */
    declared?: true
  }
}

type AnyHandler = (db: Connection, input: object, context: Context<Caller | undefined>) => Promise<unknown>
export type Authenticate = (db: Connection, token: string, now: number) => Promise<Caller>
export type Audit = (db: Connection, record: AuditRecord) => Promise<void>

export interface RouteDependencies {
  readonly db: RootDatabase
  readonly outside: Outside
  readonly authenticate: Authenticate
  readonly audit: Audit | undefined
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header === undefined ? undefined : /^Bearer (\S{16,200})$/i.exec(header)?.[1]
}

/** Finds the caller. A public call without a valid token has no caller. */
async function identify(request: FastifyRequest, endpoint: Endpoint, dependencies: RouteDependencies): Promise<void> {
  const version = request.headers.version
  if (version !== undefined && version !== '1') throw refuse(UNKNOWN_API_VERSION, { version })
  const token = bearerToken(request)
  if (token === undefined) {
    if (endpoint.access !== 'public') throw refuse(SIGN_IN_NEEDED)
    return
  }
  try {
    request.caller = await dependencies.authenticate(dependencies.db, token, dependencies.outside.clock.now())
  } catch (error) {
    if (endpoint.access === 'public' && error instanceof Refusal) return
    throw error
  }
  if (typeof endpoint.access !== 'object') return
  const { permission, wholeCompany } = endpoint.access
  const { caller } = request
  if (!can(caller, permission)) throw refuse(NO_PERMISSION)
  if (wholeCompany && !coversCompany(caller, permission)) throw refuse(NO_PERMISSION)
}

function contextOf(request: FastifyRequest, outside: Outside, subjects: AuditSubject[]): Context<Caller | undefined> {
  return {
    audit: (subject) => void subjects.push(subject),
    logError: (error, message) => request.log.error({ err: error }, message),
    caller: request.caller,
    language: languageOf(request.headers['accept-language']),
    now: outside.clock.now(),
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    headers: request.headers,
    outside,
    token: bearerToken(request),
  }
}

/** The values at a path of the input; a list on the way stands for each of its items. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) return [value]
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : []
}

function assertOnOthers({ onSelf }: Endpoint, caller: Caller | undefined, input: object): void {
  if (!caller || !onSelf || !('refused' in onSelf)) return
  for (const field of onSelf.refused) assertNotSelf(caller, valuesAt(input, field.split('.')))
}

/** The call's input without secret fields, those that it leaves out, and values as long as a file. */
function loggedInput(endpoint: Endpoint, input: { params: unknown; query: unknown; body: unknown }) {
  const secret = new Set([...(endpoint.security ?? []), ...(endpoint.unlogged ?? [])])
  const body = Object.entries((input.body ?? {}) as Record<string, unknown>).filter(([name]) => !secret.has(name))
  return { ...(input.params as object), ...(input.query as object), ...Object.fromEntries(body) }
}

async function sendStream(reply: FastifyReply, answer: StreamAnswer): Promise<FastifyReply> {
  reply.code(answer.status ?? 200).headers(answer.headers)
  if (reply.request.method !== 'HEAD') return reply.send(answer.body ?? '')
  // An empty stream leaves the declared length alone; text would overwrite it.
  if (answer.body instanceof Readable) answer.body.destroy()
  return reply.send(Readable.from([]))
}

/** A refusal as a path of the call answers it: the aliases have older codes for some. */
function asOnPath(error: unknown, endpoint: Endpoint, path: string): unknown {
  if (path === endpoint.path || !(error instanceof Refusal)) return error
  const older = endpoint.aliasErrors?.find(([own]) => own.code === error.error.code)?.[1]
  return older ? new Refusal(older, error.data, error.keepWrites) : error
}

const schemas = new WeakMap<Endpoint, RouteOptions['schema']>()

/** One object for each call of a contract, so that what is compiled from it is shared by its aliases and by every app. */
function schemaOf(endpoint: Endpoint): RouteOptions['schema'] {
  const known = schemas.get(endpoint)
  if (known) return known
  const body =
    endpoint.body && endpoint.kind !== 'multipart' ? { ...endpoint.body, form: endpoint.form === true } : undefined
  const schema: RouteOptions['schema'] = {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(body && { body }),
  }
  schemas.set(endpoint, schema)
  return schema
}

function addRoute(
  app: FastifyInstance,
  name: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  dependencies: RouteDependencies,
): void {
  const { db, outside } = dependencies
  const audit = isLogged(endpoint) ? dependencies.audit : undefined
  const decodesBody = endpoint.security !== undefined
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.route({
      method: endpoint.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      schema: schemaOf(endpoint),
      config: {
        declared: true,
        mayBeAskedTogether: endpoint.method === 'GET' && (endpoint.kind ?? 'json') === 'json',
        ...(endpoint.rate && {
          rateLimit: { max: endpoint.rate.max, timeWindow: endpoint.rate.windowSeconds * 1000 },
        }),
      },
      onRequest: async (request) => {
        request.endpointName = name
        await identify(request, endpoint, dependencies)
        request.isDryRun = isDryRun(request, endpoint)
      },
      ...(decodesBody && { preValidation: async (request: FastifyRequest) => decodeSecurityFields(request, endpoint) }),
      handler: async (request, reply) => {
        const subjects: AuditSubject[] = []
        const context = contextOf(request, outside, subjects)
        // What no contract bounds is neither passed on nor logged: a body of some thousand levels would exceed the stack.
        const body = endpoint.body && request.body
        const input = { params: request.params, query: request.query, body }
        assertOnOthers(endpoint, request.caller, input)
        const handle = async (connection: Connection, full: RequestParts) => {
          const answer = await handler(connection, full.input, full.context)
          const { caller, now, ip, userAgent } = context
          if (audit && caller) {
            const logged = loggedInput(endpoint, full.input as typeof input)
            await audit(connection, { action: name, caller, now, ip, userAgent, subjects, input: logged })
          }
          return answer
        }
        const run = async (full: RequestParts) => {
          try {
            if (request.isDryRun)
              return await tryCall(db, endpoint, outside, (connection, safe) =>
                handle(connection, { ...full, context: { ...full.context, outside: safe } }),
              )
            return await (writes(endpoint) && !endpoint.ownTransaction
              ? inTransactionOfCall<Connection, unknown>(db, (connection) => handle(connection, full))
              : handle(db, full))
          } catch (error) {
            throw asOnPath(error, endpoint, path)
          }
        }
        if (request.isDryRun) {
          const forecast = await run({ input, context })
          return reply.header('cache-control', 'no-store').type('application/json').send(forecast)
        }
        const answer =
          endpoint.kind === 'multipart'
            ? await withUpload(request, endpoint, { input, context }, run)
            : await run({ input, context })
        if (endpoint.kind === 'stream') return sendStream(reply, answer as StreamAnswer)
        reply.header('cache-control', 'no-store')
        return reply.type('application/json; charset=utf-8').send(jsonOf(endpoint.response, answer))
      },
    })
  }
}

/** Every entry of the module's contract, under the prefix at which `app` stands. */
export function addModuleRoutes(app: FastifyInstance, module: ServerModule, dependencies: RouteDependencies): void {
  for (const [key, endpoint] of Object.entries(module.contract)) {
    addRoute(app, `${module.name}.${key}`, endpoint, module.routes[key] as AnyHandler, dependencies)
  }
}
