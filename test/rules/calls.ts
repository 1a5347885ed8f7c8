/** Every call of the platform, sent as a client of nobody's making would send it. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Endpoint, fillPath } from '#kit/contract.ts'
import { apiPrefix } from '#server/http/app.ts'
import type { ServerModule } from '#server/module.ts'
import { type IdSource, validValue } from './inputs.ts'
import type { Random } from './random.ts'

export interface Call {
  /** `module.key`, as the recorder writes it. */
  readonly name: string
  readonly module: string
  readonly endpoint: Endpoint
}

export function listCalls(modules: readonly ServerModule[]): Call[] {
  return modules.flatMap((module) =>
    Object.entries(module.contract).map(([key, endpoint]) => ({
      name: `${module.name}.${key}`,
      module: module.name,
      endpoint,
    })),
  )
}

export interface Sent {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

export function validInput(endpoint: Endpoint, random: Random, ids: IdSource): Sent {
  const make = (schema: Endpoint['body']) => (schema ? validValue(schema, '', random, ids) : undefined)
  return {
    params: (make(endpoint.params) ?? {}) as Record<string, unknown>,
    query: (make(endpoint.query) ?? {}) as Record<string, unknown>,
    body: make(endpoint.body),
  }
}

const boundary = 'planted-boundary'

function multipartText(body: unknown, fileName: string, content: string): string {
  const fields = Object.entries((body ?? {}) as object).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${textOf(value)}\r\n`,
  )
  const safeName = fileName.replace(/["\r\n]/g, '')
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${safeName}"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n`
  return `${fields.join('')}${file}--${boundary}--\r\n`
}

/** Not every object of a hostile client has a text of its own. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, textOf(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** `encodeURIComponent` refuses lone surrogates; a hostile client does not. */
function fillHostile(path: string, params: Readonly<Record<string, unknown>>): string {
  const readable = Object.entries(params).map(([name, value]) => [name, textOf(value).toWellFormed() || '-'])
  return fillPath(path, Object.fromEntries(readable))
}

export interface SendOptions {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Each caller has an address of its own, so that rate limits count none of the others. */
  readonly address?: string
  readonly fileName?: string
  readonly fileContent?: string
  /** Instead of the body of `sent`. */
  readonly raw?: { readonly type: string; readonly text: string } | undefined
}

export async function send(
  app: FastifyInstance,
  endpoint: Endpoint,
  sent: Sent,
  options: SendOptions = {},
): Promise<LightMyRequestResponse> {
  const { token, address = '127.0.0.1', raw } = options
  const headers: Record<string, string> = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...options.headers,
  }
  const request: InjectOptions = {
    method: endpoint.method,
    url: `${apiPrefix}${fillHostile(endpoint.path, sent.params)}${queryText(sent.query)}`,
    remoteAddress: address,
    headers,
  }
  if (raw) {
    headers['content-type'] = raw.type
    request.payload = raw.text
  } else if (endpoint.kind === 'multipart') {
    headers['content-type'] = `multipart/form-data; boundary=${boundary}`
    request.payload = multipartText(sent.body, options.fileName ?? 'file.txt', options.fileContent ?? 'content')
  } else if (sent.body !== undefined) {
    headers['content-type'] = 'application/json'
    request.payload = JSON.stringify(sent.body)
  }
  return app.inject(request)
}

/** The number of a refusal; undefined where the answer carries none. */
export function errorCodeOf(answer: LightMyRequestResponse): number | undefined {
  try {
    return (answer.json() as { errorCode?: number }).errorCode
  } catch {
    return undefined
  }
}
