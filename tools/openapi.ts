/** docs/openapi.json: every call, from the contracts. The wire is reviewed there: a change of it shows in the diff. */
import type { TObject, TSchema } from 'typebox'
import { type Endpoint, noDryRunReasons, writes } from '#kit/contract.ts'
import { COMMON_ERRORS, type ErrorCode, SIGN_IN_NEEDED } from '#kit/errors.ts'
import { Consequences } from '#kit/forecast.ts'
import { namedKeyword } from '#kit/schema.ts'
import { refusalMessage } from '#server/http/messages.ts'
import { serverModules } from '#server/modules.ts'

type Json = Readonly<Record<string, unknown>>

function parametersOf(place: 'path' | 'query', schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || ((schema?.required ?? []) as string[]).includes(name),
    schema: property,
  }))
}

function requestBodyOf(endpoint: Endpoint): Json | undefined {
  if (endpoint.kind === 'multipart') {
    const fields = endpoint.body ?? { properties: {}, required: [] as string[] }
    const file = { type: 'string', format: 'binary' }
    const schema = {
      type: 'object',
      required: [...((fields.required ?? []) as string[]), 'file'],
      properties: { ...fields.properties, file },
    }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!endpoint.body) return undefined
  const content: Record<string, Json> = { 'application/json': { schema: endpoint.body } }
  if (endpoint.form) content['application/x-www-form-urlencoded'] = { schema: endpoint.body }
  return { required: (endpoint.body.required ?? []).length > 0, content }
}

function codeLine({ code }: ErrorCode): string {
  return code === 0 ? 'sign in first' : `${code}: ${refusalMessage({ code, status: 422 }, 'en')}`
}

/** Declared refusals by status. What any call may answer is left out, but for what the access of this one asks for. */
function refusalsOf(endpoint: Endpoint): Json {
  const errors: ErrorCode[] = (endpoint.errors ?? []).filter((error) => !COMMON_ERRORS.includes(error))
  if (endpoint.access !== 'public') errors.push(SIGN_IN_NEEDED)
  const noPermission = COMMON_ERRORS.find((error) => error.status === 403)
  const mayForbid = typeof endpoint.access === 'object' || endpoint.errors?.some((error) => error.status === 403)
  if (mayForbid && noPermission) errors.push(noPermission)
  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body
  const invalid = COMMON_ERRORS.find((error) => error.code === 900001)
  if (takesInput && invalid) errors.push(invalid)
  const byStatus = Map.groupBy(errors, (error) => error.status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, codes]) => {
        const lines = [...new Set(codes.sort((left, right) => left.code - right.code).map(codeLine))]
        const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
        return [String(status), { description: lines.join('\n'), content }]
      }),
  )
}

function answerOf(endpoint: Endpoint): Json {
  if (endpoint.kind === 'stream')
    return { description: 'bytes', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  return { description: 'success', content: { 'application/json': { schema: endpoint.response as TSchema } } }
}

function descriptionOf(endpoint: Endpoint, aliasOf: string | undefined): string {
  const access = endpoint.access
  const who =
    access === 'public'
      ? 'Anybody'
      : access === 'signed-in'
        ? 'Signed-in members'
        : `Permission \`${access.permission}\`${access.wholeCompany ? ' for the whole company' : ''}`
  const lines = [`Who: ${who}.`]
  if (endpoint.rate)
    lines.push(`At most ${endpoint.rate.max} calls in ${endpoint.rate.windowSeconds} s from one address.`)
  if (endpoint.security) lines.push(`May travel encoded (X-Encoded): ${endpoint.security.join(', ')}.`)
  if (endpoint.noDryRun) lines.push(`No dry run. ${noDryRunReasons[endpoint.noDryRun]}`)
  if (aliasOf) lines.push(`Another path of ${aliasOf}.`)
  return lines.join(' ')
}

function operationOf(module: string, name: string, endpoint: Endpoint, aliasOf?: string): Json {
  const isTried = writes(endpoint) && !endpoint.noDryRun
  const parameters = [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
    ...(isTried ? [{ $ref: '#/components/parameters/DryRun' }] : []),
  ]
  const requestBody = requestBodyOf(endpoint)
  return {
    ...(!aliasOf && { operationId: `${module}.${name}` }),
    tags: [module],
    summary: endpoint.summary,
    description: descriptionOf(endpoint, aliasOf),
    ...(endpoint.access !== 'public' && { security: [{ token: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { 200: answerOf(endpoint), ...refusalsOf(endpoint) },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    errorCode: { type: 'integer', description: 'absent where only signing in is missing' },
    message: { type: 'string', description: "in the caller's language" },
    data: { type: 'object', description: 'what the message speaks of; `fields` of 900001 names each wrong field' },
  },
}

/** Headers that any call takes. */
const commonParameters = [
  { name: 'Version', in: 'header', schema: { const: '1' }, description: 'version of the API; 1 where it is missing' },
  { name: 'Accept-Language', in: 'header', schema: { enum: ['cn', 'en'] }, description: 'language of messages' },
]

/** Calls that can be tried take this one as well. */
const dryRunParameter = {
  name: 'X-Dry-Run',
  in: 'header',
  schema: { const: '1' },
  description:
    'the call is tried and rolled back: the answer is a Forecast, whose `answer` is what stands here for 200; ' +
    'refusals are those of the call',
}

const forecastSchema = {
  ...Consequences,
  required: ['answer', ...(Consequences.required ?? [])],
  properties: { answer: { description: 'the answer of the call' }, ...Consequences.properties },
}

/** The value with references in place of named schemas, which are added to `named`. */
function withReferences(value: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => withReferences(one, named))
  if (typeof value !== 'object' || value === null) return value
  const { [namedKeyword]: name, ...fields } = value as Json
  const schema = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, withReferences(field, named)]))
  if (typeof name !== 'string') return schema
  named[name] = schema
  return { $ref: `#/components/schemas/${name}` }
}

/** The document as it stands in the file. */
export function openApiText(): string {
  const paths: Record<string, Record<string, Json>> = {}
  for (const module of serverModules) {
    for (const [name, endpoint] of Object.entries(module.contract)) {
      const method = endpoint.method.toLowerCase()
      const add = (path: string, operation: Json) => {
        paths[path] = { ...paths[path], [method]: operation }
      }
      add(endpoint.path, operationOf(module.name, name, endpoint))
      for (const alias of endpoint.aliases ?? []) add(alias, operationOf(module.name, name, endpoint, endpoint.path))
    }
  }
  const ordered = Object.keys(paths)
    .sort()
    .map((path) => [
      path,
      { parameters: commonParameters.map((_, index) => ({ $ref: headerRefs[index] })), ...paths[path] },
    ])
  const schemas: Record<string, unknown> = { Refusal: refusalSchema, Forecast: forecastSchema }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Shuyuan',
      version: '1',
      description:
        'Success is bare JSON, lists are { items, recordCount }. A refusal is 401, 403 or 422 with a numbered code. ' +
        'A call that could not be served is 503 with `Retry-After`; nothing was decided, and it may be sent again. ' +
        `Any call may also answer ${COMMON_ERRORS.filter((error) => error.code > 0)
          .map(codeLine)
          .join('; ')}.`,
    },
    servers: [{ url: '/api/v1' }],
    tags: serverModules.map((module) => ({ name: module.name })),
    paths: withReferences(Object.fromEntries(ordered), schemas),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      parameters: { Version: commonParameters[0], AcceptLanguage: commonParameters[1], DryRun: dryRunParameter },
      schemas,
    },
  }
  return `${JSON.stringify(document, null, 1)}\n`
}

const headerRefs = ['#/components/parameters/Version', '#/components/parameters/AcceptLanguage']
