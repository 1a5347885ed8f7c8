/** One request over the wire, without cache and without reaction to its failure. */
import { SERVER_BUSY } from '#kit/errors.ts'
import { dryRunHeader } from '#kit/forecast.ts'
import { currentLanguage } from '../i18n/language.ts'
import { CallError } from './call-error.ts'
import { encodeSecurity, formText, normalizeBody, queryText } from './encode.ts'
import { parseAnswer } from './parse.ts'
import { askTogether } from './together.ts'
import type { Token } from './token.ts'

export const API_BASE = '/api/v1'
const VERSION = '1'
/** After this time a call without a time of its own is given up (SHELL-071). */
const DEFAULT_TIMEOUT_MS = 30_000
/** SHELL-068. */
export const UPLOAD_TIMEOUT_MS = 600_000

export interface WireRequest {
  readonly method: string
  /** Relative to the base, parameters filled in. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>> | FormData
  readonly form?: boolean
  readonly security?: readonly string[]
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** The same key again is the same request: it moves nothing twice, and gets the first answer. */
  readonly idempotencyKey?: string
  /** Asks what the call would do; nothing is done. */
  readonly dryRun?: boolean
}

export function headersOf(token: Token | undefined): Record<string, string> {
  return {
    Version: VERSION,
    'Accept-Language': currentLanguage(),
    ...(token && { Authorization: `${token.tokenType} ${token.accessToken}` }),
  }
}

function encodeBody(request: WireRequest, headers: Record<string, string>): BodyInit | undefined {
  if (request.body === undefined) return undefined
  if (request.body instanceof FormData) return request.body
  let body = normalizeBody(request.body)
  if (request.security) {
    const encoded = encodeSecurity(body, request.security)
    body = encoded.body
    if (encoded.header !== '') headers['X-Encoded'] = encoded.header
  }
  headers['Content-Type'] = request.form ? 'application/x-www-form-urlencoded' : 'application/json'
  return request.form ? formText(body) : JSON.stringify(body)
}

/** Sends the request; answers a response with a status below 400, else throws a CallError. */
export async function fetchResponse(
  request: WireRequest,
  token: Token | undefined,
  ask: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Response> {
  const headers = headersOf(token)
  if (request.idempotencyKey !== undefined) headers['Idempotency-Key'] = request.idempotencyKey
  if (request.dryRun) headers[dryRunHeader] = '1'
  const body = encodeBody(request, headers)
  const timeout = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const url = `${API_BASE}${request.path}${queryText(request.method, request.query)}`
  let response: Response
  try {
    response = await ask(url, {
      method: request.method,
      headers,
      body,
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      cache: 'no-store',
    })
  } catch {
    throw networkFailure(request.signal, timeout)
  }
  if (response.ok) return response
  throw await failureOf(request.path, response)
}

export async function send(request: WireRequest, token: Token | undefined): Promise<unknown> {
  const response = await fetchResponse(request, token, request.method === 'GET' ? askTogether : undefined)
  try {
    return await parseAnswer(request.path, await response.text())
  } catch {
    throw new CallError({ kind: request.signal?.aborted ? 'aborted' : 'server', status: response.status })
  }
}

function networkFailure(signal: AbortSignal | undefined, timeout: AbortSignal): CallError {
  if (signal?.aborted) return new CallError({ kind: 'aborted' })
  if (timeout.aborted) return new CallError({ kind: 'timeout' })
  // A server that can't be reached looks the same as no network; only the browser knows that it is offline.
  return new CallError({ kind: navigator.onLine === false ? 'offline' : 'server' })
}

/** A refusal carries `{ errorCode, data }`; anything else counts as a fault of the server. */
export async function failureOf(path: string, response: Response): Promise<CallError> {
  const { status } = response
  const text = await response.text().catch(() => '')
  return failureFromText(path, status, text, response.headers.get('Retry-After'))
}

export async function failureFromText(
  path: string,
  status: number,
  text: string,
  retryAfter?: string | null,
): Promise<CallError> {
  if (![401, 403, 422, SERVER_BUSY.status].includes(status)) return new CallError({ kind: 'server', status })
  const answer = await parseAnswer(path, text).catch(() => undefined)
  const { errorCode, data } = (answer ?? {}) as { errorCode?: unknown; data?: Record<string, unknown> }
  const number = errorCode === undefined || errorCode === null ? Number.NaN : Number(errorCode)
  const code = Number.isFinite(number) ? number : undefined
  // A busy server has decided nothing: what it did not take is kept and sent again, as after a fault (SHELL-131). Servers
  // have said so with a 422 as well (SHELL-099).
  if (status !== SERVER_BUSY.status && code !== SERVER_BUSY.code)
    return new CallError({ kind: 'refused', status, errorCode: code, data })
  const seconds = Number(retryAfter ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
  return new CallError({ kind: 'server', status, errorCode: code, data, retryAfterMs })
}
