/** The resources of documents, of activities and of agents (xAPI 1.0.3, Communication 2.2 to 2.7). */

import type { XapiDb } from '../db.ts'
import {
  type DocumentKind,
  type DocumentScope,
  deleteDocuments,
  listDocuments,
  postDocument,
  putDocument,
  readDocument,
} from '../documents.ts'
import { actorKey, agent } from '../rules/actors.ts'
import { instantOf, iri, type JsonObject, timestamp, uuid } from '../rules/scalars.ts'
import { definitionsOf } from '../statements/find.ts'
import { type Answer, assertKnown, readJson, readJsonObject, required, type XapiRequest } from './request.ts'

interface DocumentResource {
  readonly kind: DocumentKind
  readonly idName: 'stateId' | 'profileId'
  readonly scopeNames: readonly ('activityId' | 'agent')[]
  readonly optionalNames: readonly string[]
}

export const documentResources: Readonly<Record<string, DocumentResource>> = {
  'activities/state': {
    kind: 'state',
    idName: 'stateId',
    scopeNames: ['activityId', 'agent'],
    optionalNames: ['registration'],
  },
  'activities/profile': {
    kind: 'activity-profile',
    idName: 'profileId',
    scopeNames: ['activityId'],
    optionalNames: [],
  },
  'agents/profile': { kind: 'agent-profile', idName: 'profileId', scopeNames: ['agent'], optionalNames: [] },
}

/** An agent that came as JSON in a parameter. */
function readAgent(text: string): JsonObject {
  const value = readJsonObject(text, 'agent')
  agent(value, 'agent')
  return value
}

function readScope(resource: DocumentResource, companyId: string, query: XapiRequest['query']): DocumentScope {
  const { registration } = query
  if (registration !== undefined) uuid(registration, 'registration')
  const scope: { activityId?: string; agentKey?: string } = {}
  if (resource.scopeNames.includes('activityId')) {
    scope.activityId = required(query, 'activityId')
    iri(scope.activityId, 'activityId')
  }
  if (resource.scopeNames.includes('agent')) scope.agentKey = actorKey(readAgent(required(query, 'agent'))) ?? ''
  return { companyId, kind: resource.kind, ...scope, ...(registration !== undefined && { registration }) }
}

export async function answerDocuments(
  db: XapiDb,
  companyId: string,
  resource: DocumentResource,
  request: XapiRequest,
  now: number,
): Promise<Answer> {
  const { method, query, headers } = request
  const { idName } = resource
  const names = [idName, ...resource.scopeNames, ...resource.optionalNames]
  const isList = method === 'GET' && query[idName] === undefined
  assertKnown(query, isList ? [...names, 'since'] : names)
  const scope = readScope(resource, companyId, query)
  if (isList) return { status: 200, body: await listDocuments(db, scope, readSince(query.since)) }
  const preconditions = {
    ...(headers['if-match'] !== undefined && { ifMatch: headers['if-match'] }),
    ...(headers['if-none-match'] !== undefined && { ifNoneMatch: headers['if-none-match'] }),
  }
  if (method === 'GET') return await readOne(db, scope, required(query, idName))
  if (method === 'DELETE') {
    const id = resource.kind === 'state' ? query[idName] : required(query, idName)
    await deleteDocuments(db, scope, id, preconditions)
    return { status: 204 }
  }
  const body = { content: request.body, contentType: headers['content-type'] ?? 'application/octet-stream' }
  if (/^application\/json\b/i.test(body.contentType)) readJson(body.content, 'body')
  const write = method === 'PUT' ? putDocument : postDocument
  await write(db, scope, required(query, idName), body, preconditions, now)
  return { status: 204 }
}

function readSince(since: string | undefined): number | undefined {
  if (since === undefined) return undefined
  timestamp(since, 'since')
  return instantOf(since)
}

async function readOne(db: XapiDb, scope: DocumentScope, id: string): Promise<Answer> {
  const found = await readDocument(db, scope, id)
  if (found === undefined) return { status: 404, body: { message: 'there is no such document' } }
  const headers = {
    'content-type': found.contentType,
    etag: `"${found.etag}"`,
    'last-modified': new Date(found.updatedAt).toUTCString(),
  }
  return { status: 200, headers, body: found.content }
}

/** What is known of an activity (Communication 2.5). */
export async function getActivity(db: XapiDb, companyId: string, { query }: XapiRequest): Promise<Answer> {
  assertKnown(query, ['activityId'])
  const id = required(query, 'activityId')
  iri(id, 'activityId')
  const definition = (await definitionsOf(db, companyId, [id])).get(id)
  return { status: 200, body: { objectType: 'Activity', id, ...(definition && { definition }) } }
}

/** A person: every name under which the agent was seen (Communication 2.4). */
export async function getPerson(db: XapiDb, companyId: string, { query }: XapiRequest): Promise<Answer> {
  assertKnown(query, ['agent'])
  const value = readAgent(required(query, 'agent'))
  const rows = await db
    .selectFrom('xapi.agent_name')
    .select('name')
    .where('company_id', '=', companyId)
    .where('agent_key', '=', actorKey(value) ?? '')
    .orderBy('name')
    .limit(100)
    .execute()
  const names = new Set([...rows.map(({ name }) => name), ...(typeof value.name === 'string' ? [value.name] : [])])
  const identifiers = ['mbox', 'mbox_sha1sum', 'openid', 'account'].filter((name) => name in value)
  return {
    status: 200,
    body: {
      objectType: 'Person',
      ...(names.size > 0 && { name: [...names] }),
      ...Object.fromEntries(identifiers.map((name) => [name, [value[name]]])),
    },
  }
}

/** Which versions are spoken here; open to everybody (Communication 2.8). */
export function about({ query }: XapiRequest): Answer {
  assertKnown(query, [])
  return { status: 200, body: { version: ['1.0.3', '1.0.2', '1.0.1', '1.0.0'] } }
}
