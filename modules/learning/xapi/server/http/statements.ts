/** The resource `statements` (xAPI 1.0.3, Communication 2.1). */
import type { XapiDb } from '../db.ts'
import { actor, actorKey } from '../rules/actors.ts'
import { BadRequest, instantOf, iri, isObject, type JsonObject, timestamp, uuid } from '../rules/scalars.ts'
import { checkStatement, signatureUsage } from '../rules/statements.ts'
import {
  type AttachmentBytes,
  assertComplete,
  attachmentsOf,
  keepAttachments,
  readAttachments,
  readKept,
} from '../statements/attachments.ts'
import { definitionsOf, findStatement, findStatements, type StatementFilter } from '../statements/find.ts'
import { activityIdsOf, inFormat, languagesOf, type StatementFormat } from '../statements/formats.ts'
import { assertSignatures } from '../statements/signatures.ts'
import { storeStatements, type Writer } from '../statements/store.ts'
import { readParts, writeParts } from './multipart.ts'
import { type Answer, assertKnown, readJson, readJsonObject, required, type XapiRequest } from './request.ts'

/** So many statements at once, at most. */
const statementsMax = 1000

const formats: readonly string[] = ['exact', 'ids', 'canonical']
const filterNames = [
  ...['agent', 'verb', 'activity', 'registration', 'related_activities', 'related_agents', 'since', 'until', 'limit'],
  'ascending',
]

interface Sent {
  readonly statements: readonly JsonObject[]
  readonly isList: boolean
  readonly attachments: readonly AttachmentBytes[]
}

function readSent(request: XapiRequest): Sent {
  const contentType = request.headers['content-type'] ?? ''
  const isMultipart = /^multipart\/mixed\b/i.test(contentType)
  if (!isMultipart && !/^application\/json\b/i.test(contentType))
    throw new BadRequest('Content-Type: must be application/json or multipart/mixed')
  const [first, ...rest] = isMultipart ? readParts(request.body, contentType) : []
  if (isMultipart && !/^application\/json\b/i.test(first?.headers['content-type'] ?? ''))
    throw new BadRequest('body: its first part must be application/json')
  const value = readJson(first?.content ?? request.body, 'body')
  const statements: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (statements.length > statementsMax) throw new BadRequest(`body: at most ${statementsMax} statements at once`)
  const checked = statements.map((statement, index): JsonObject => {
    checkStatement(statement, Array.isArray(value) ? `statement[${index}]` : 'statement')
    return statement
  })
  const attachments = readAttachments(rest, checked)
  const hasSignature = attachmentsOf(checked).some(({ usageType }) => usageType === signatureUsage)
  if (isMultipart || hasSignature) assertComplete(checked, attachments)
  else assertComplete(checked, [])
  const bytes = new Map(attachments.map(({ sha2, content }) => [sha2, content]))
  for (const statement of checked) assertSignatures(statement, (sha2) => bytes.get(sha2.toLowerCase()))
  return { statements: checked, isList: Array.isArray(value), attachments }
}

export async function putStatement(db: XapiDb, writer: Writer, request: XapiRequest): Promise<Answer> {
  assertKnown(request.query, ['statementId'])
  const id = required(request.query, 'statementId')
  uuid(id, 'statementId')
  const { statements, isList, attachments } = readSent(request)
  const [statement] = statements
  if (isList || statement === undefined) throw new BadRequest('body: one statement is put at a time')
  if (statement.id !== undefined && String(statement.id).toLowerCase() !== id.toLowerCase())
    throw new BadRequest('statement.id: must be the statementId of the address')
  await storeStatements(db, writer, [{ ...statement, id }])
  await keepAttachments(db, writer.companyId, attachments)
  return { status: 204 }
}

export async function postStatements(db: XapiDb, writer: Writer, request: XapiRequest): Promise<Answer> {
  assertKnown(request.query, [])
  const { statements, attachments } = readSent(request)
  const ids = await storeStatements(db, writer, statements)
  await keepAttachments(db, writer.companyId, attachments)
  return { status: 200, body: ids }
}

function flag(query: Readonly<Record<string, string>>, name: string): boolean {
  const value = query[name]
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new BadRequest(`${name}: must be true or false`)
  return value === 'true'
}

function instant(query: Readonly<Record<string, string>>, name: string): number | undefined {
  const value = query[name]
  if (value === undefined) return undefined
  timestamp(value, name)
  return instantOf(value)
}

function readFilter(query: Readonly<Record<string, string>>): StatementFilter {
  const { agent, verb, activity, registration, limit = '0' } = query
  const since = instant(query, 'since')
  const until = instant(query, 'until')
  if (verb !== undefined) iri(verb, 'verb')
  if (activity !== undefined) iri(activity, 'activity')
  if (registration !== undefined) uuid(registration, 'registration')
  if (!/^\d{1,9}$/.test(limit)) throw new BadRequest('limit: must be a whole number')
  return {
    ...(agent !== undefined && { agent: agentKeyOf(agent) }),
    ...(verb !== undefined && { verb }),
    ...(activity !== undefined && { activity }),
    ...(registration !== undefined && { registration: registration.toLowerCase() }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    isAgentRelated: flag(query, 'related_agents'),
    isActivityRelated: flag(query, 'related_activities'),
    isAscending: flag(query, 'ascending'),
    limit: Number(limit),
  }
}

/** The key of an agent that came as JSON in a parameter. */
function agentKeyOf(text: string): string {
  const value = readJsonObject(text, 'agent')
  actor(value, 'agent')
  const key = actorKey(value)
  if (key === undefined) throw new BadRequest('agent: an anonymous group cannot be searched for')
  return key
}

/** What `more` carries: the parameters of the first request, and where it left off. */
function readMore(token: string): { readonly query: Record<string, string>; readonly behind: number } {
  const value = readJsonObject(Buffer.from(token, 'base64url').toString('utf8'), 'more')
  if (!isObject(value.query) || typeof value.behind !== 'number') throw new BadRequest('more: is no address of ours')
  return { query: value.query as Record<string, string>, behind: value.behind }
}

function readFormat(query: Readonly<Record<string, string>>): StatementFormat {
  const { format = 'exact' } = query
  if (!formats.includes(format)) throw new BadRequest(`format: must be one of ${formats.join(', ')}`)
  return format as StatementFormat
}

export async function getStatements(db: XapiDb, companyId: string, request: XapiRequest): Promise<Answer> {
  const more = request.query.more === undefined ? undefined : readMore(request.query.more)
  const query = more?.query ?? request.query
  assertKnown(query, ['statementId', 'voidedStatementId', 'format', 'attachments', ...filterNames])
  const format = readFormat(query)
  const withAttachments = flag(query, 'attachments')
  const { statementId, voidedStatementId } = query
  const present = async (statements: readonly JsonObject[]) => {
    const definitions =
      format === 'canonical' ? await definitionsOf(db, companyId, activityIdsOf(statements)) : new Map()
    const languages = languagesOf(request.headers['accept-language'])
    return statements.map((statement) => inFormat(statement, format, definitions, languages))
  }
  const answer = async (body: unknown, statements: readonly JsonObject[], headers: Record<string, string>) =>
    withAttachments ? await mixed(db, companyId, body, statements, headers) : { status: 200, headers, body }
  const id = statementId ?? voidedStatementId
  if (id === undefined) {
    const filter = readFilter(query)
    const page = await findStatements(db, companyId, more ? { ...filter, behind: more.behind } : filter)
    const token = Buffer.from(JSON.stringify({ query, behind: page.moreBehind })).toString('base64url')
    const next = page.moreBehind === undefined ? '' : `/xapi/statements?more=${token}`
    return await answer({ statements: await present(page.statements), more: next }, page.statements, {})
  }
  if (statementId !== undefined && voidedStatementId !== undefined)
    throw new BadRequest('statementId and voidedStatementId: only one may be given')
  assertKnown(query, ['statementId', 'voidedStatementId', 'format', 'attachments'])
  uuid(id, 'statementId')
  const statement = await findStatement(db, companyId, id.toLowerCase(), voidedStatementId !== undefined)
  if (statement === undefined) return { status: 404, body: { message: 'there is no such statement' } }
  const [shown] = await present([statement])
  return await answer(shown, [statement], { 'last-modified': new Date(String(statement.stored)).toUTCString() })
}

async function mixed(
  db: XapiDb,
  companyId: string,
  body: unknown,
  statements: readonly JsonObject[],
  headers: Record<string, string>,
): Promise<Answer> {
  const kept = await readKept(db, companyId, statements)
  const parts = writeParts([
    { headers: { 'Content-Type': 'application/json' }, content: Buffer.from(JSON.stringify(body)) },
    ...kept.map(({ sha2, contentType, content }) => ({
      headers: {
        'Content-Type': contentType,
        'Content-Transfer-Encoding': 'binary',
        'X-Experience-API-Hash': sha2,
      },
      content,
    })),
  ])
  return { status: 200, headers: { ...headers, 'content-type': parts.contentType }, body: parts.body }
}
