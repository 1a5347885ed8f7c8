/** A request to the record store, as its resources see it: also where it came in the alternate syntax (Communication 1.3). */
import { isNestedDeeper } from '#kit/nesting.ts'
import { BadRequest, isObject, type JsonObject } from '../rules/scalars.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

export interface RawRequest {
  readonly method: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface XapiRequest {
  readonly method: Method
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const methods: readonly string[] = ['GET', 'PUT', 'POST', 'DELETE']
/** Form fields that stand for headers in the alternate syntax. */
const headerFields: readonly string[] = [
  ...['authorization', 'x-experience-api-version', 'content-type', 'content-length', 'if-match', 'if-none-match'],
  ...['accept', 'accept-language'],
]

function single(values: URLSearchParams): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of values) {
    if (Object.hasOwn(found, name)) throw new BadRequest(`${name}: is given twice`)
    found[name] = value
  }
  return found
}

export function readRequest(raw: RawRequest): XapiRequest {
  const query = single(raw.query)
  const { method: alternate, ...others } = query
  if (alternate === undefined) return { ...raw, method: raw.method as Method, query }
  if (raw.method !== 'POST') throw new BadRequest('method: the alternate syntax is sent by POST')
  if (!methods.includes(alternate)) throw new BadRequest(`method: must be one of ${methods.join(', ')}`)
  if (Object.keys(others).length > 0)
    throw new BadRequest('the alternate syntax has no other parameters in its address')
  if (!/^application\/x-www-form-urlencoded\b/i.test(raw.headers['content-type'] ?? ''))
    throw new BadRequest('Content-Type: the alternate syntax sends a form')
  const fields = single(new URLSearchParams(raw.body.toString('utf8')))
  const headers: Record<string, string | undefined> = { ...raw.headers, 'content-type': 'application/json' }
  const parameters: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (headerFields.includes(name.toLowerCase())) headers[name.toLowerCase()] = value
    else if (name !== 'content') parameters[name] = value
  }
  if ((alternate === 'PUT' || alternate === 'POST') && fields.content === undefined)
    throw new BadRequest('content: the alternate syntax carries the body in this field')
  return { method: alternate as Method, query: parameters, headers, body: Buffer.from(fields.content ?? '') }
}

/** The body as JSON. Throws `BadRequest` where it is none, or nested without end. */
export function readJson(body: Buffer, what: string): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (!isNestedDeeper(text)) return JSON.parse(text)
  } catch {
    throw new BadRequest(`${what}: is no JSON`)
  }
  throw new BadRequest(`${what}: is nested too deep`)
}

export function readJsonObject(text: string, what: string): JsonObject {
  const value = readJson(Buffer.from(text), what)
  if (!isObject(value)) throw new BadRequest(`${what}: is no JSON object`)
  return value
}

/** Refuses unknown parameters; names are case-sensitive. */
export function assertKnown(query: Readonly<Record<string, string>>, known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new BadRequest(`${unknown}: there is no such parameter here`)
}

export function required(query: Readonly<Record<string, string>>, name: string): string {
  const value = query[name]
  if (value === undefined || value === '') throw new BadRequest(`${name}: must be given`)
  return value
}
