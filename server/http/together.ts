/**
 * Calls that a page makes at the same moment travel in one request (decision 112). Each is answered as if it had come alone,
 * with its own access check, limits and log entry, and is sent as soon as it is there: a line with its number, its status,
 * its `Retry-After` or `-`, and its body, which is JSON and has no line break.
 */
import { randomUUID } from 'node:crypto'
import { PassThrough, type Transform } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse, SERVER_BUSY } from '#kit/errors.ts'
import { retryAfterSeconds } from '../unavailable.ts'
import type { AppSettings } from './app-settings.ts'
import { type Authenticate, bearerToken } from './routes.ts'

const togetherPath = '/system/calls'
const callsMax = 24
/** As many as a browser sends at once over connections of its own. */
const atOnce = 6
const pathLengthMax = 4000
/** Known to this process alone: nobody else can pass a request off as one of these, or as none. */
const mark = randomUUID()
const markHeader = 'x-asked-together'
/** What belongs to the one request that carries the others. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['content-length', 'content-type', 'transfer-encoding', 'accept-encoding', 'connection', 'host', 'expect'],
  ...['x-dry-run', 'idempotency-key', markHeader],
])

const busyBody = JSON.stringify({ errorCode: SERVER_BUSY.code })

function callsOf(body: unknown): readonly string[] {
  const calls = (body as { calls?: unknown } | null)?.calls
  const isPath = (call: unknown) => typeof call === 'string' && /^\/[^/\s]/.test(call) && call.length <= pathLengthMax
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > callsMax || !calls.every(isPath))
    throw refuse(INVALID_INPUT, { fields: { calls: 'invalid' } })
  return calls as readonly string[]
}

/** Streams of events never end, and files are no text: such calls come alone. */
function assertMayBeTogether(request: FastifyRequest): void {
  if (request.headers[markHeader] !== mark) return
  if (request.routeOptions.config.mayBeAskedTogether !== true) throw refuse(NOT_FOUND)
}

/** What the lines are written to. */
function openedFor(request: FastifyRequest, reply: FastifyReply): Transform {
  reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('cache-control', 'no-store')
  reply.header('vary', 'Accept-Encoding')
  const isCompressed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (isCompressed) reply.header('content-encoding', 'gzip')
  // Each line is sent at once: the screen is waiting for it.
  return isCompressed ? createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH }) : new PassThrough()
}

/** The caller of a valid token. Without one, each of the calls says itself what it misses. */
async function callerOf(
  request: FastifyRequest,
  authenticate: Authenticate,
  { db, outside }: AppSettings,
): Promise<Caller | undefined> {
  const token = bearerToken(request)
  if (token === undefined) return undefined
  return authenticate(db, token, outside.clock.now()).catch(() => undefined)
}

/** Refuses, before anything is read for it, what may not be asked together. For the whole server. */
export function guardTogether(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => assertMayBeTogether(request))
}

/**
 * `app` is where the modules' calls stand. What their hooks add to the head of every answer to a signed-in caller, such as a
 * cookie, the answer that carries the others has as well: theirs have no head.
 */
export function addTogether(app: FastifyInstance, authenticate: Authenticate, settings: AppSettings): void {
  app.post(togetherPath, async (request, reply) => {
    const calls = callsOf(request.body)
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name)))
    const remoteAddress = request.socket.remoteAddress ?? ''
    const lines = openedFor(request, reply)
    const waiting = calls.entries()
    const answerNext = async (): Promise<void> => {
      for (const [index, path] of waiting) {
        if (request.socket.destroyed) return
        const call = { method: 'GET' as const, url: app.prefix + path, remoteAddress }
        const answer = await app.inject({ ...call, headers: { ...headers, [markHeader]: mark } }).catch((error) => {
          // The server takes no calls any more: the next one does.
          request.log.warn({ err: error }, 'a call asked together was not taken')
          return { statusCode: SERVER_BUSY.status, headers: { 'retry-after': retryAfterSeconds }, body: busyBody }
        })
        lines.write(`${index} ${answer.statusCode} ${answer.headers['retry-after'] ?? '-'} ${answer.body}\n`)
      }
    }
    // Whoever has left takes no lines any more.
    lines.on('error', () => {})
    void Promise.all(Array.from({ length: atOnce }, answerNext)).finally(() => lines.end())
    // Asked along with the sessions of the calls, in the same statement: the head waits for none of the answers.
    request.caller = await callerOf(request, authenticate, settings)
    return reply.send(lines)
  })
}
